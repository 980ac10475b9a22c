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
  measure: Schema.Literals(measures).annotateKey({
    description: "What is measured. Durations are in milliseconds, costs in US dollars."
  }),
  aggregation: Schema.Literals(aggregations).annotateKey({
    description: "How the values of a group become one number."
  })
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
    "Over traces: name, status, environment, release, userId, sessionId, tags (a row per tag) and attributes.<key>. " +
    "Over spans: name, type, status, model, provider, and environment, release, userId and sessionId of their traces. " +
    "Over scores: name, label, and the same of their traces."
})

const OrderBy = Schema.Struct({
  by: Schema.Union([Schema.Natural, Schema.Literal("time")]).annotate({
    description: "What to sort by: the index of a measure, from 0, or time."
  }),
  direction: Schema.Literals(["asc", "desc"]).annotateKey({ description: "Ascending or descending." })
}).annotate({ identifier: "MetricsOrder" })

/** What is asked, but for the range of time. */
const query = {
  over: Schema.Literals(sources).annotate({
    description: "What to count: traces, spans, or scores of traces and of their spans."
  }),
  measures: Schema.Array(MeasureSpec)
    .check(Schema.isMinLength(1), Schema.isMaxLength(8))
    .annotate({
      description:
        "The numbers to compute, 1 to 8. The measure count has the aggregations count, errorRate (the share of traces " +
        "or spans whose status is error, 0 to 1), distinctUsers and distinctSessions. Every other measure has count (of " +
        "the rows that have it), sum, avg, min, max, p50, p90, p95 and p99, which are exact. timeToFirstTokenMs exists " +
        "for spans, spanCount and errorCount for traces, value for scores."
    }),
  dimensions: Schema.optionalKey(
    Schema.Array(Dimension)
      .check(Schema.isMaxLength(3))
      .annotateKey({ description: "What to group by: at most 3 dimensions." })
  ),
  granularity: Schema.optionalKey(
    Schema.Literals(granularities).annotate({
      description: "The length of a period, in UTC. Weeks begin on Monday. Without it, all time is one period."
    })
  ),
  filters: Schema.optionalKey(metricsFilters),
  orderBy: Schema.optionalKey(
    OrderBy.annotateKey({
      description:
        "The order of the rows. By default by time, oldest first; without a granularity by the first measure, " +
        "greatest first."
    })
  ),
  limit: Schema.optionalKey(limit(1000, 100))
}

/** A query of metrics without its range of time, as a metrics chart keeps it. */
export const MetricsQuery = Schema.Struct(query)
  .check(Schema.makeFilter(queryIssues))
  .annotate({ identifier: "MetricsQuery", description: "A query of metrics, without its time range." })

const From = Time.annotate({ description: "The start of the time range: what started then or later counts." })
const To = Time.annotate({
  description: "The end of the time range: what started before counts. At most 400 days after from."
})

/** The range of time that a query is asked for. */
export const range = { from: From, to: To }

const MetricsRow = Schema.Struct({
  time: Schema.optionalKey(
    Timestamp.annotateKey({ description: "When the period of the row begins; only with a granularity." })
  ),
  dimensions: Schema.Record(Schema.String, Json).annotate({
    description: "The value of each dimension, by its name; null if it has none."
  }),
  values: Schema.Array(Schema.NullOr(Schema.Finite)).annotate({
    description: "A number per measure, in their order; null if no row has the measure."
  })
}).annotate({
  identifier: "MetricsRow",
  description: "A group of what is counted."
})

/** What a query is answered. */
export const metricsResult = {
  rows: Schema.Array(MetricsRow).annotateKey({ description: "A row per group." }),
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
    "Counts, sums and averages traces, spans or scores, and computes exact percentiles, by time and by dimensions. " +
    "Traces and spans count by their own start, scores by the start of their trace. Costs are in US dollars. Over " +
    "spans, the cost of an agent may repeat that of its children: filter on span.type. A period in which nothing " +
    "happened has no row.",
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
