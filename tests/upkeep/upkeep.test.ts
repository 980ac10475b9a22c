import { allowHeldBack } from "@agent-operations/database"
import { apps, datasets, evaluations, imports, reviews, scorers } from "@agent-operations/evals"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { views } from "@agent-operations/views"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { databases, startKit } from "../kit.ts"
import { keys } from "../keys.ts"

const families = () => {
  const recorded = traces({ retention: "90 days" })
  const over = { datasets: datasets(), scorers: scorers(), apps: apps({ keys }) }
  const retention = { runs: "90 days", outputs: "30 days" } as const
  const runs = evaluations(over, { worker: false, retention })
  return [
    views(),
    recorded,
    prompts(recorded),
    over.datasets,
    imports(over.datasets),
    over.scorers,
    over.apps,
    runs,
    reviews(recorded)
  ] as const
}

/** What is removed because time has passed: one more is one more here. */
const everything = [
  "evaluation runs",
  "outputs of evaluation runs",
  "projects and organizations",
  "reports of imports",
  "scores of traces that never came",
  "subscriptions",
  "tombstones of deleted traces",
  "traces",
  "unfinished imports"
]

describe.each(databases)("upkeep on $name", (sort) => {
  let host: Awaited<ReturnType<typeof start>>
  const start = () => startKit(sort, families())
  beforeAll(async () => void (host = await start()))
  afterAll(() => host.close())

  const rows = <A extends object>(read: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<A>, unknown>) =>
    host.kit.run(Effect.flatMap(SqlClient.SqlClient, read))
  /** Until each kind has made a round: the first is within 10 minutes of a start, the others an hour later. */
  const round = async () => {
    await host.advance("61 minutes")
    await host.idle()
  }
  const ready = async () => (await host.fetch(new Request("http://test/readyz"))).json()

  it("K1: has every removal of the kit look at what servers saw pass, and holds all of it back at a step", async () => {
    const { organizationId, projectId } = await host.tenant()
    await round()
    const [record] = await rows<{ removals: string }>((sql) => sql`select removals from agent_operations.upkeep`)
    assert.sameMembers(Object.keys(JSON.parse(record!.removals)), everything)
    assert.deepStrictEqual(await ready(), { status: "ready" })

    // As though the clock had gone ahead by 400 days since what is there was written.
    const at = (sql: SqlClient.SqlClient) => sql`now() - interval '399 days'`
    await rows(
      (sql) =>
        sql`update agent_operations.upkeep set observed = ${at(sql)} - interval '1 day', seen = ${at(sql)} - interval '1 day'`
    )
    await rows(
      (
        sql
      ) => sql`update agent_operations.projects set closed = true, delete_at = ${at(sql)}, delete_by = ${JSON.stringify({ type: "user", id: "usr_ada", name: "Ada" })}
        where organization_id = ${organizationId} and id = ${projectId}`
    )
    await rows(
      (sql) => sql`
        insert into agent_operations.imports (tenant_id, project_id, import_key, id, inputs_hash, part_count, touched_at)
        values (${organizationId}, ${projectId}, 'staged', 'imp_staged', '', 2, ${at(sql)})`
    )
    await rows(
      (sql) => sql`insert into agent_operations.event_subscriptions (name, held_until) values ('gone', ${at(sql)})`
    )
    const kept = () =>
      rows<{ projects: number; imports: number; subscriptions: number }>(
        (sql) => sql`
          select (select count(*)::int from agent_operations.projects) as projects,
            (select count(*)::int from agent_operations.imports) as imports,
            (select count(*)::int from agent_operations.event_subscriptions) as subscriptions`
      )
    await round()
    assert.deepStrictEqual(await kept(), [{ projects: 1, imports: 1, subscriptions: 1 }])
    const { heldBack } = (await ready()) as {
      readonly heldBack: ReadonlyArray<{ readonly of: string; readonly count: number }>
    }
    assert.sameDeepMembers(
      heldBack.map(({ of, count }) => [of, count]),
      [
        ["projects and organizations", 1],
        ["subscriptions", 1],
        ["unfinished imports", 1]
      ]
    )

    await host.kit.run(allowHeldBack)
    assert.deepStrictEqual(await ready(), { status: "ready" })
    await round()
    assert.deepStrictEqual(await kept(), [{ projects: 0, imports: 0, subscriptions: 0 }])
  })
})
