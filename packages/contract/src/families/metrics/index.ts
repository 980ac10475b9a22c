/**
 * Metrics over traces, and shared charts of them.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import type { Operation } from "../../core/operation.ts"
import { definitionVerbs } from "../../definition/verbs/index.ts"
import { viewScopes } from "../view-scopes.ts"
import { MetricsChart } from "./chart.ts"
import { queryMetrics } from "./query.ts"
import { queryMetricsChart } from "./query-chart.ts"

export { chartTypes, MetricsChart } from "./chart.ts"
export {
  type Aggregation,
  aggregations,
  aggregationsOf,
  dimensionsOf,
  granularities,
  type Granularity,
  type Measure,
  measuresOf,
  type MetricsSource
} from "./measures.ts"
export { MetricsQuery } from "./query.ts"

const scopes = {
  "metrics:read": "Query metrics and read metrics charts. Changing charts also takes the right to change page views."
}

/** A write of a chart, which takes the right to read metrics beside that to change views. Source: traces, "Operations". */
const reading = <O extends Operation.Any>(operation: O): O => ({
  ...operation,
  scopes: [MetricsChart.scopes.read, ...operation.scopes]
})

const verbs = definitionVerbs(MetricsChart)

/** The query over metrics. It is served by who mounts it: `viewFamilies` does not have it. */
export const metrics = family("metrics", { title: "Metrics", scopes, operations: { query: queryMetrics } })

/** The operations over metrics charts. */
export const metricsCharts = family("metricsCharts", {
  title: "Metrics charts",
  scopes: { ...scopes, "views:write": viewScopes["views:write"] },
  kinds: [MetricsChart],
  operations: {
    ...verbs,
    create: reading(verbs.create),
    update: reading(verbs.update),
    copy: reading(verbs.copy),
    delete: reading(verbs.delete),
    restore: reading(verbs.restore),
    recover: reading(verbs.recover),
    query: queryMetricsChart
  }
})
