import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Revision } from "../../definition/primitives.ts"
import { MetricsChart } from "./chart.ts"
import { rangeIssues } from "../time-range.ts"
import { deadlineMillis, exampleRange, exampleRows, metricsResult, narrowRange, range } from "./query.ts"

/** Answers the query of a chart, at its current revision or at one that is named. Law: T17. */
export const queryMetricsChart = operation({
  id: "query_metrics_chart",
  summary: "Query the metrics of a chart",
  description: "Answers the query of a metrics chart, at its current or a given revision, for a range of time.",
  scopes: ["metrics:read"],
  effect: "read",
  limits: { deadlineMillis },
  input: Schema.Struct({ id: MetricsChart.Id, revision: Schema.optionalKey(Revision), ...range }).check(
    Schema.makeFilter(rangeIssues)
  ),
  result: Schema.Struct({
    chart: Schema.Struct({ id: MetricsChart.Id, revision: Revision, name: Schema.String }),
    ...metricsResult
  }),
  errors: ["NOT_FOUND", "TOO_MANY_ROWS"],
  hints: { TIMEOUT: narrowRange, TOO_MANY_ROWS: narrowRange },
  example: {
    input: { id: MetricsChart.example.id, ...exampleRange },
    result: { chart: { id: MetricsChart.example.id, revision: 1, name: MetricsChart.example.name }, ...exampleRows }
  }
})
