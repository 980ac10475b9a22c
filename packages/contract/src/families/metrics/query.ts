import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Json } from "../../definition/json.ts"
import { limit, Timestamp } from "../../definition/primitives.ts"
import { rangeIssues } from "../time-range.ts"
import { Time } from "../traces/primitives.ts"
import { queryIssues } from "./check-query.ts"
import { metricsFilters } from "./filters.ts"
import { aggregations, granularities, measures, sources } from "./measures.ts"

const MeasureSpec = Schema.Struct({
  measure: Schema.Literals(measures),
  aggregation: Schema.Literals(aggregations)
}).annotate({ identifier: "MetricsMeasure" })

const Dimension = Schema.String.check(
  Schema.isMaxCodePoints(200),
  Schema.isPattern(
    /^(?:name|type|status|model|provider|environment|release|userId|sessionId|tags|label|attributes\..+)$/su,
    {
      expected:
        "name, type, status, model, provider, environment, release, userId, sessionId, tags, label or attributes.<key>"
    }
  )
).annotate({
  description:
    "Over traces: name, status, environment, release, userId, sessionId, tags (a row a tag) and attributes.<key>. Over spans: " +
    "name, type, status, model, provider, and environment, release, userId, sessionId of their traces. Over scores: name, " +
    "label, and the same of their traces."
})

const OrderBy = Schema.Struct({
  by: Schema.Union([Schema.Natural, Schema.Literal("time")]).annotate({
    description: "The index of a measure, from 0, or time."
  }),
  direction: Schema.Literals(["asc", "desc"])
}).annotate({ identifier: "MetricsOrder" })

/** What is asked, but for the range of time. */
const query = {
  over: Schema.Literals(sources).annotate({
    description: "What is counted: traces, spans, or scores of traces and of their spans."
  }),
  measures: Schema.Array(MeasureSpec)
    .check(Schema.isMinLength(1), Schema.isMaxLength(8))
    .annotate({
      description:
        "count goes with count, errorRate (of traces and spans whose status is error, 0 to 1), distinctUsers and " +
        "distinctSessions. Every other measure goes with count (of those that have it), sum, avg, min, max, p50, p90, p95 and " +
        "p99, which are exact. timeToFirstTokenMs is of spans, spanCount and errorCount of traces, value of scores."
    }),
  dimensions: Schema.optionalKey(Schema.Array(Dimension).check(Schema.isMaxLength(3))),
  granularity: Schema.optionalKey(
    Schema.Literals(granularities).annotate({ description: "Cuts time in UTC. Weeks begin on Monday." })
  ),
  filters: Schema.optionalKey(metricsFilters),
  orderBy: Schema.optionalKey(
    OrderBy.annotate({
      description: "By default by time, oldest first; without a granularity by the first measure, greatest first."
    })
  ),
  limit: Schema.optionalKey(limit(1000, 100))
}

/** A query of metrics without its range of time, as a metrics chart keeps it. */
export const MetricsQuery = Schema.Struct(query)
  .check(Schema.makeFilter(queryIssues))
  .annotate({ identifier: "MetricsQuery", description: "A query of metrics without its range of time." })

const From = Time.annotate({ description: "From when on: what started then or later is counted." })
const To = Time.annotate({ description: "Until when: what started before is counted. At most 400 days after from." })

/** The range of time that a query is asked for. */
export const range = { from: From, to: To }

const MetricsRow = Schema.Struct({
  time: Schema.optionalKey(Timestamp),
  dimensions: Schema.Record(Schema.String, Json).annotate({ description: "The value of each dimension, or null." }),
  values: Schema.Array(Schema.NullOr(Schema.Finite)).annotate({
    description: "A number for each measure; null where nothing has it."
  })
}).annotate({
  identifier: "MetricsRow",
  description: "A group: time, with a granularity, is when its minute, hour, day, week or month begins."
})

/** What a query is answered. */
export const metricsResult = {
  rows: Schema.Array(MetricsRow),
  hasMore: Schema.Boolean.annotate({ description: "Whether there are more rows than limit." })
}

export const exampleQuery: typeof MetricsQuery.Type = {
  over: "spans",
  measures: [
    { measure: "cost", aggregation: "sum" },
    { measure: "durationMs", aggregation: "p95" }
  ],
  dimensions: ["model"],
  granularity: "day",
  filters: [{ field: "span.type", operator: "in", value: ["generation", "embedding"] }]
}

export const exampleRange = { from: "2026-11-20T00:00:00.000Z", to: "2026-11-21T00:00:00.000Z" }

export const exampleRows = {
  rows: [{ time: "2026-11-20T00:00:00.000Z", dimensions: { model: "gpt-4o-mini" }, values: [0.000_036, 1500] }],
  hasMore: false
}

export const narrowRange = "Narrow the range, or ask for fewer dimensions or a coarser granularity."

/** How long a query may take. */
export const deadlineMillis = 10_000

/** Answers a query over what the project recorded. Law: T17. */
export const queryMetrics = operation({
  id: "query_metrics",
  summary: "Query metrics",
  description:
    "Counts, sums and averages traces, spans or scores, and tells exact percentiles of them, by time and by dimensions. Traces " +
    "and spans count by their own start, scores by that of their trace. Costs are in US dollars, and over spans those of an " +
    "agent may repeat those of its children: filter on span.type. Time in which nothing happened has no row.",
  scopes: ["metrics:read"],
  effect: "read",
  limits: { deadlineMillis },
  input: Schema.Struct({ ...query, ...range }).check(
    Schema.makeFilter((input) => [...queryIssues(input), ...rangeIssues(input)])
  ),
  result: Schema.Struct(metricsResult),
  errors: ["TOO_MANY_ROWS"],
  hints: { TIMEOUT: narrowRange, TOO_MANY_ROWS: narrowRange },
  example: { input: { ...exampleQuery, ...exampleRange }, result: exampleRows }
})
