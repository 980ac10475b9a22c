import { type Access, ApiKeys, Organizations } from "@agent-operations/auth"
import { viewFamilies } from "@agent-operations/contract"
import { metricsCharts as charts } from "@agent-operations/contract/metrics"
import { newTypeId, translateSqlErrors } from "@agent-operations/database"
import { ensurePerson } from "@agent-operations/identity/tokens"
import { Invoker, makeCalls } from "@agent-operations/operations"
import { type Duration, Effect, Schedule, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { createApps } from "./demo/apps.ts"
import { createDatasets } from "./demo/datasets.ts"
import { startRuns } from "./demo/evaluations.ts"
import { createPrompts } from "./demo/prompts.ts"
import { askAboutAnswers } from "./demo/reviews.ts"
import { createScorers } from "./demo/scorers.ts"

const trendCode = `import { useMemo, useState } from "react"

export default function LatencyTrend({ rows }) {
  const [most, setMost] = useState(10)
  const slowest = useMemo(
    () => [...rows].sort((a, b) => b.values["trace.durationMs"] - a.values["trace.durationMs"]).slice(0, most),
    [rows, most]
  )
  const longest = slowest[0]?.values["trace.durationMs"] || 1
  return (
    <section>
      <label>
        Slowest <input type="number" min="1" max="50" value={most} onChange={(event) => setMost(Number(event.target.value))} />
      </label>
      <table>
        <tbody>
          {slowest.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.values["trace.name"]}</th>
              <td>
                <svg width="160" height="12" aria-hidden="true">
                  <rect width={(160 * row.values["trace.durationMs"]) / longest} height="12" fill="var(--accent)" />
                </svg>
              </td>
              <td>{Math.round(row.values["trace.durationMs"])} ms</td>
              <td>{row.custom.cost === null ? "" : row.custom.cost.toFixed(4)} USD</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
`

/** A handful of definitions such as a team would have after its first week. */
const content = Effect.fnUntraced(function* (access: Access) {
  const { invoke } = yield* Invoker
  const { customFields, pageViews, metricsCharts } = makeCalls([...viewFamilies, charts], (id, input) =>
    invoke(id, input, access)
  )
  const field = (id: string) => ({ kind: "custom_field" as const, id, revision: null })

  const cost = yield* customFields.create({
    name: "Cost",
    description: "What the trace cost, in US dollars.",
    source: { type: "formula", language: "cel", expression: "double(trace.totalTokens) * 0.00001" },
    settings: { target: "trace", valueType: "number", unit: "USD", extra: {} },
    references: {}
  })
  const tier = yield* customFields.create({
    name: "Customer tier",
    description: "The plan of the customer that the trace served.",
    source: { type: "attribute", pointer: "/attributes/customer.tier" },
    settings: { target: "trace", valueType: "string", unit: null, extra: {} },
    references: {}
  })
  const worry = yield* customFields.create({
    name: "Worth a look",
    description: "Slow or costly traces of paying customers.",
    source: {
      type: "formula",
      language: "cel",
      expression: 'custom.tier != "free" && (trace.durationMs > 5000.0 || custom.cost > 0.5)'
    },
    settings: { target: "trace", valueType: "boolean", unit: null, extra: {} },
    references: { cost: field(cost.id), tier: field(tier.id) }
  })
  yield* pageViews.create({
    name: "Slow traces",
    description: "Traces that took longer than two seconds, slowest first.",
    source: { type: "table" },
    settings: {
      target: "traces",
      columns: [
        { field: "trace.name", label: "Trace", width: 320 },
        { field: "trace.durationMs", label: "Duration" },
        { field: "custom.cost", label: "Cost" }
      ],
      filters: [{ field: "trace.durationMs", operator: "gt", value: 2000 }],
      sort: [{ field: "trace.durationMs", direction: "desc" }],
      groupBy: null,
      extra: { density: "compact" }
    },
    references: { cost: field(cost.id) }
  })
  yield* pageViews.create({
    name: "Worth a look, by tier",
    description: "What to read first on Monday.",
    source: { type: "table" },
    settings: {
      target: "traces",
      columns: [{ field: "trace.name" }, { field: "custom.tier" }],
      filters: [{ field: "custom.worry", operator: "eq", value: true }],
      sort: [],
      groupBy: "custom.tier",
      extra: {}
    },
    references: { tier: field(tier.id), worry: field(worry.id) }
  })
  yield* pageViews.create({
    name: "Latency trend",
    description: null,
    source: { type: "react", code: trendCode },
    settings: {
      target: "traces",
      columns: [{ field: "trace.name" }, { field: "trace.durationMs" }, { field: "custom.cost" }],
      filters: [],
      sort: [],
      groupBy: null,
      extra: {}
    },
    references: { cost: field(cost.id) }
  })
  yield* metricsCharts.create({
    name: "Cost by model and day",
    description: "What the calls of each model cost.",
    source: {
      type: "query",
      query: {
        over: "spans",
        measures: [{ measure: "cost", aggregation: "sum" }],
        dimensions: ["model"],
        granularity: "day",
        filters: [{ field: "span.type", operator: "in", value: ["generation", "embedding"] }],
        limit: 1000
      }
    },
    settings: { chartType: "line", unit: "USD", extra: {} },
    references: {}
  })
})

// The ASCII of "AgentSta": whoever starts first on an empty database creates the starter content, alone.
const lock = "4712837654587957345"

/**
 * Waits until no other process creates the starter content, and keeps others from it until the transaction ends. It asks
 * again and again, as one statement that waits would come up against the timeouts of statements.
 */
const becomeFirst = SqlClient.SqlClient.use(
  (sql) => sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('agent_operations', ${lock}::bigint)) as free`
).pipe(
  Effect.filterOrFail(
    ([row]) => row?.free === true,
    () => "taken" as const
  ),
  Effect.retry({ schedule: Schedule.spaced("100 millis"), while: (error) => error === "taken" }),
  Effect.catchIf((error) => error === "taken", Effect.die)
)

/** What the starter key may do. */
export const starterScopes = [
  ...["views:read", "views:write", "traces:read", "traces:write", "traces:delete", "metrics:read"],
  ...[
    "prompts:read",
    "apps:read",
    "apps:write",
    "evals:read",
    "evals:write",
    "datasets:read",
    "datasets:write",
    "scorers:read",
    "scorers:write",
    "reviews:read",
    "reviews:write"
  ]
]

/** How far back traces are kept, of which there are to be some. */
interface DemoOptions {
  readonly retention: Duration.Duration | undefined
}

/**
 * Creates an organization, a project with some content, and an API key, if the database has no organization yet: all of it
 * or nothing, and once however many processes start together. Undefined where there is an organization.
 */
export const makeStarter = Effect.fnUntraced(
  function* (ownerEmail: string | undefined, demo: DemoOptions | undefined) {
    const sql = yield* SqlClient.SqlClient
    yield* becomeFirst
    const [existing] = yield* sql`select 1 from agent_operations.organizations limit 1`
    if (existing !== undefined) return undefined
    const organizations = yield* Organizations
    const keys = yield* ApiKeys
    const owner =
      ownerEmail === undefined
        ? { userId: newTypeId("usr"), name: "Owner" }
        : Struct.renameKeys(yield* ensurePerson({ email: ownerEmail, name: "Owner" }), { id: "userId" })
    const by = { type: "member", userId: owner.userId } as const
    const organization = yield* organizations.create({ name: "Starter organization", owner })
    const project = yield* organizations.createProject({ organizationId: organization.id, name: "Starter project", by })
    const access: Access = {
      actor: { type: "user", id: owner.userId, name: owner.name },
      organizationId: organization.id,
      projectId: project.id,
      scopes: "all",
      credential: null
    }
    yield* content(access)
    yield* createPrompts(access)
    const datasetId = yield* createDatasets(access)
    const apps = yield* createApps(access)
    const { helpful, ...measures } = yield* createScorers(access)
    if (demo !== undefined) {
      const { recordDemo } = yield* Effect.promise(() => import("./demo/demo.ts"))
      yield* askAboutAnswers(access, helpful, yield* recordDemo(access, demo.retention))
      yield* startRuns(access, { datasetId, apps, scorers: measures })
    }
    const { token } = yield* keys.create({
      organizationId: organization.id,
      name: "Starter key",
      scopes: starterScopes,
      by
    })
    return { projectId: project.id, token }
  },
  (make) => Effect.flatMap(SqlClient.SqlClient, (sql) => translateSqlErrors(sql.withTransaction(make)))
)
