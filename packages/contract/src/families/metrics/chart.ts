import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { kind } from "../../definition/kind.ts"
import { exampleQuery, MetricsQuery } from "./query.ts"

const MetricsChartSource = Schema.Struct({
  type: Schema.Literal("query"),
  query: MetricsQuery
}).annotate({ identifier: "MetricsChartSource", description: "A query that is asked for a range of time." })

/** How a metrics chart is drawn. */
export const chartTypes = ["line", "bar", "area", "number", "table"] as const

const MetricsChartSettings = Schema.Struct({
  chartType: Schema.Literals(chartTypes),
  unit: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(200))).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(null))
  ),
  extra: Json.pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
}).annotate({ identifier: "MetricsChartSettings", description: "How the chart is drawn, and the unit of its values." })

/** A shared definition of a chart over metrics. */
export const MetricsChart = kind({
  name: "metrics_chart",
  prefix: "mc",
  // Whoever writes one also needs to read metrics: see the operations.
  scopes: { read: "metrics:read", write: "views:write" },
  mayReference: [],
  source: MetricsChartSource,
  settings: MetricsChartSettings,
  example: {
    id: "mc_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Cost by model and day",
    description: "What the calls of each model cost.",
    source: { type: "query", query: exampleQuery },
    settings: { chartType: "line", unit: "USD", extra: {} },
    references: {}
  }
})
export type MetricsChart = typeof MetricsChart.Definition.Type
