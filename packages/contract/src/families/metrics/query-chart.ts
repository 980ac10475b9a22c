import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Revision } from "../../definition/primitives.ts"
import { MetricsChart } from "./chart.ts"
import { rangeIssues } from "../time-range.ts"
import { deadlineMillis, exampleRange, exampleRows, metricsResult, narrowRange, range } from "./query.ts"

/** Answers the query of a chart, at its current revision or at one that is named. Law: T17. */
export const queryMetricsChart = operation({
  id: "query_metrics_chart",
  summary: "Query a metrics chart",
  description: "Runs the query of a metrics chart over a time range, at the chart's current or a given revision.",
  scopes: ["metrics:read"],
  effect: "read",
  limits: { deadlineMillis },
  input: Schema.Struct({
    id: MetricsChart.Id.annotateKey({ description: "ID of the metrics chart." }),
    revision: Schema.optionalKey(
      Revision.annotateKey({ description: "The revision whose query to answer. By default the current one." })
    ),
    ...range
  }).check(Schema.makeFilter(rangeIssues)),
  result: Schema.Struct({
    chart: Schema.Struct({
      id: MetricsChart.Id.annotateKey({ description: "ID of the metrics chart." }),
      revision: Revision.annotateKey({ description: "The revision whose query was answered." }),
      name: Schema.String.annotateKey({ description: "Name of the chart at that revision." })
    }).annotateKey({ description: "The chart and the revision that was used." }),
    ...metricsResult
  }),
  errors: ["NOT_FOUND", "TOO_MANY_ROWS"],
  hints: { TIMEOUT: narrowRange, TOO_MANY_ROWS: narrowRange },
  example: {
    input: { id: MetricsChart.example.id, ...exampleRange },
    result: { chart: { id: MetricsChart.example.id, revision: 1, name: MetricsChart.example.name }, ...exampleRows }
  }
})
