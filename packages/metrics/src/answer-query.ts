import { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import type { metrics, MetricsQuery } from "@agent-operations/contract/metrics"
import { spaceOf } from "@agent-operations/definitions"
import { TooManyRows } from "@agent-operations/error-envelope"
import { notValid } from "@agent-operations/operations"
import { parseTime, toTime } from "@agent-operations/traces"
import { type MetricsGroup, TraceStore } from "@agent-operations/traces/store"
import { Effect } from "effect"

type Query = typeof MetricsQuery.Type
type Result = Operation.Result<(typeof metrics)["operations"]["query"]>

/** A range of time as it is sent. */
interface Range {
  readonly from: string
  readonly to: string
}

/** How many rows are told unless asked otherwise, and how many groups there may be. */
const [defaultLimit, maxGroups] = [100, 50_000]

const orderOf = ({ orderBy, granularity }: Query) =>
  orderBy ??
  (granularity === undefined
    ? { by: 0, direction: "desc" as const }
    : { by: "time" as const, direction: "asc" as const })

const rowOf =
  (names: ReadonlyArray<string>) =>
  ({ startNano, dimensions, values }: MetricsGroup): Result["rows"][number] => ({
    ...(startNano === null ? {} : { time: toTime(startNano) }),
    dimensions: Object.fromEntries(names.map((name, n) => [name, dimensions[n] ?? null])),
    values
  })

/**
 * What answers a query for a range of time. What the query turns out to be wrong for is told at its own place, or at that
 * member of the input which names it. Law: T17.
 */
export const makeAnswerQuery = Effect.map(TraceStore, (store) =>
  Effect.fnUntraced(function* (query: Query, { from, to }: Range, named?: "id") {
    const { over, measures, granularity, dimensions = [], filters = [], limit = defaultLimit } = query
    const answer = yield* store.metrics(spaceOf(yield* Caller), {
      over,
      measures,
      dimensions,
      granularity,
      from: parseTime(from)!,
      to: parseTime(to)!,
      filters,
      orderBy: orderOf(query),
      limit,
      maxGroups
    })
    const refuse = (at: ReadonlyArray<string | number>, message: string) =>
      notValid("The query cannot be answered.", [{ path: named === undefined ? at : [named], message }])
    switch (answer._tag) {
      case "Groups":
        return { rows: answer.groups.map(rowOf(dimensions)), hasMore: answer.hasMore } satisfies Result
      case "TooManyGroups":
        return yield* new TooManyRows({
          message: "The query has more groups than are told.",
          details: { limit: maxGroups }
        })
      case "LongDimension": {
        const told = `${dimensions[answer.index]} has values of more than ${answer.maxBytes} bytes: group by another, or filter them out`
        return yield* refuse(["dimensions", answer.index], told)
      }
      case "OutOfRange":
        return yield* refuse(["measures"], "The values are too large to be computed with: filter them out")
    }
  })
)
