import { MetricsChart } from "@agent-operations/contract/metrics"
import { section } from "../../Section.ts"
import { asJson } from "../words.ts"
import { chartPreview } from "./preview.ts"

const sourceHint =
  "JSON. query says what is counted: over (traces, spans or scores), measures (measure and aggregation, 1 to 8), and may have " +
  "dimensions (up to 3, such as model), granularity (minute, hour, day, week or month), filters, orderBy and limit."

/** The pages of metrics charts. */
export const metricsCharts = section(MetricsChart, {
  about: "Counts, sums and percentiles over traces, spans and scores, over time and by dimensions such as the model.",
  source: asJson(sourceHint, MetricsChart.example.source),
  preview: chartPreview
})
