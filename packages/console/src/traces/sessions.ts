import type { Operation } from "@agent-operations/contract"
import type { metrics } from "@agent-operations/contract/metrics"
import { NotFound } from "@agent-operations/error-envelope"
import { Invoker } from "@agent-operations/operations"
import { Clock, Effect } from "effect"
import { holds } from "../content/may.ts"
import { invoke } from "../content/port.ts"
import { refusalNotice } from "../content/parts/refusal.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentVisit } from "../context.ts"
import { selectField } from "../html/field.ts"
import { actions, button, buttonLink } from "../html/form.ts"
import { type Html, html, when } from "../html/html.ts"
import { empty, table, wideTables } from "../html/table.ts"
import { sessionsPath, tracesPath } from "./links.ts"
import { ranges } from "./list/query.ts"
import { sessionLink } from "./parts.ts"
import { servesSessions } from "./served.ts"
import { count, dollars, none, number } from "./values.ts"

type Query = (typeof metrics)["operations"]["query"]
type Asked = Operation.EncodedInput<Query>

const mostSessions = 100

const defaultRange = "7d"

const measures: Asked["measures"] = [
  { measure: "count", aggregation: "count" },
  { measure: "count", aggregation: "distinctUsers" },
  { measure: "count", aggregation: "errorRate" },
  { measure: "totalTokens", aggregation: "sum" },
  { measure: "cost", aggregation: "sum" }
]

/** Whether somebody may see the list of sessions: it is a query of metrics, where those are served. */
const maySeeSessions = ({ access }: ContentVisit) =>
  Effect.map(Invoker, (invoker) => servesSessions(invoker) && holds(access, "metrics:read"))

const queryOf = (range: Pick<Asked, "from" | "to">): Asked => {
  const filters: Asked["filters"] = [
    { field: "trace.sessionId", operator: "exists" },
    { field: "trace.sessionId", operator: "ne", value: "" }
  ]
  return { over: "traces", measures, dimensions: ["sessionId"], filters, limit: mostSessions, ...range }
}

const querySessions = (query: Asked) =>
  readOnly(invoke("query_metrics", ["TOO_MANY_ROWS"], query)).pipe(
    Effect.map((result) => result as Operation.Result<Query>),
    Effect.catchTag("TOO_MANY_ROWS", Effect.succeed)
  )

const headings = ["Session", "Traces", "Users", "Failed", "Tokens", "Cost"]

const listed = (visit: ContentVisit, { rows, hasMore }: Operation.Result<Query>): Html => {
  if (rows.length === 0) return empty("No trace of this range of time has a session.")
  const cells = rows.map(({ dimensions, values: [traces, users, failed, tokens, cost] }) => [
    sessionLink(visit, dimensions["sessionId"] as string),
    count(traces ?? 0),
    count(users ?? 0),
    failed == null ? none : `${number(Math.round(failed * 1000) / 10)} %`,
    tokens == null ? none : count(tokens),
    cost == null ? none : dollars(cost)
  ])
  return html`${wideTables("Sessions", table({ caption: "Sessions, most traces first", columns: headings, rows: cells }))}
  ${when(hasMore, () => html`<p class="quiet">These are the ${mostSessions} sessions of the most traces.</p>`)}`
}

/** The sessions of a range of time, those of the most traces first. */
export const sessionsPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  if (!(yield* maySeeSessions(visit))) return yield* new NotFound({ message: "There is no list of sessions." })
  const asked = visit.query("range") ?? ""
  const range = Object.hasOwn(ranges, asked) ? asked : defaultRange
  const to = yield* Clock.currentTimeMillis
  const query = queryOf({
    from: new Date(to - ranges[range]!.millis).toISOString(),
    to: new Date(to).toISOString()
  })
  const found = yield* querySessions(query)
  const options = Object.entries(ranges).map(([value, { label }]) => ({ value, label }))
  return {
    api: [{ operation: "query_metrics", input: query }],
    title: "Sessions",
    wide: true,
    status: "message" in found ? 422 : 200,
    body: html`${actions(buttonLink("All traces", tracesPath(visit)))}
      <form method="get" action="${sessionsPath(visit)}" class="inline">
        ${selectField({ name: "range", label: "Time range", value: range, options })}
        ${button("Show sessions", { kind: "plain" })}
      </form>
      ${"message" in found ? refusalNotice(visit, found) : listed(visit, found)}`
  }
})
