import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { kind } from "../../definition/kind.ts"
import { exampleQuery, MetricsQuery } from "./query.ts"

const MetricsChartSource = Schema.Struct({
  type: Schema.Literal("query").annotateKey({ description: "A query over metrics." }),
  query: MetricsQuery.annotateKey({ description: "What the chart counts or measures, and how it is grouped." })
}).annotate({ identifier: "MetricsChartSource", description: "A query, which is run over a time range." })

/** How a metrics chart is drawn. */
export const chartTypes = ["line", "bar", "area", "number", "table"] as const

const MetricsChartSettings = Schema.Struct({
  chartType: Schema.Literals(chartTypes).annotateKey({ description: "How the chart is drawn." }),
  unit: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(200)))
    .annotateKey({ description: "The unit of its values, such as USD; null for none." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  extra: Json.annotateKey({ description: "JSON of your own, kept as it is." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed({}))
  )
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
