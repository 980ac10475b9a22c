/** What a query counts: a row for each. */
export const sources = ["traces", "spans", "scores"] as const
export type MetricsSource = (typeof sources)[number]

export const measures = [
  "count",
  "durationMs",
  "cost",
  "inputTokens",
  "outputTokens",
  "totalTokens",
  "timeToFirstTokenMs",
  "spanCount",
  "errorCount",
  "value"
] as const
export type Measure = (typeof measures)[number]

export const aggregations = [
  "count",
  "sum",
  "avg",
  "min",
  "max",
  "p50",
  "p90",
  "p95",
  "p99",
  "errorRate",
  "distinctUsers",
  "distinctSessions"
] as const
export type Aggregation = (typeof aggregations)[number]

export const granularities = ["minute", "hour", "day", "week", "month"] as const
export type Granularity = (typeof granularities)[number]

const usage = ["durationMs", "cost", "inputTokens", "outputTokens", "totalTokens"] as const

/** The measures of what is counted. */
export const measuresOf: Readonly<Record<MetricsSource, ReadonlyArray<Measure>>> = {
  traces: ["count", ...usage, "spanCount", "errorCount"],
  spans: ["count", ...usage, "timeToFirstTokenMs"],
  scores: ["count", "value"]
}

/** What tells something of rows, and goes with the measure `count`. */
const ofRows: ReadonlyArray<Aggregation> = ["count", "errorRate", "distinctUsers", "distinctSessions"]

/** What tells something of numbers, and goes with every other measure. */
const ofNumbers: ReadonlyArray<Aggregation> = ["count", "sum", "avg", "min", "max", "p50", "p90", "p95", "p99"]

/**
 * The aggregations that go with a measure: scores have no errors.
 *
 * @example
 * aggregationsOf("traces", "count") // ["count", "errorRate", "distinctUsers", "distinctSessions"]
 */
export const aggregationsOf = (over: MetricsSource, measure: Measure): ReadonlyArray<Aggregation> =>
  measure === "count" ? ofRows.filter((one) => one !== "errorRate" || over !== "scores") : ofNumbers

const ofTrace = ["environment", "release", "userId", "sessionId"] as const

/** The dimensions of what is counted, but for `attributes.<key>`, which traces have. */
export const dimensionsOf: Readonly<Record<MetricsSource, ReadonlyArray<string>>> = {
  traces: ["name", "status", ...ofTrace, "tags"],
  spans: ["name", "type", "status", "model", "provider", ...ofTrace],
  scores: ["name", "label", ...ofTrace]
}
