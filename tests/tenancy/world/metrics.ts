import { MetricsChart } from "@agent-operations/contract/metrics"
import { definitionsOf } from "./definitions.ts"
import { ask, call, type Case, type Project } from "./project.ts"

/** Charts. */
export const chartsOf = async (project: Project): Promise<ReadonlyArray<Case>> => {
  const { main, make, cases } = await definitionsOf(project, MetricsChart)
  const query = {
    over: "traces",
    measures: [
      { measure: "count", aggregation: "count" },
      { measure: "durationMs", aggregation: "p90" }
    ],
    dimensions: ["userId"],
    granularity: "hour",
    filters: [{ field: "trace.environment", operator: "ne", value: "staging" }],
    orderBy: { by: 1, direction: "desc" },
    limit: 5
  }
  const whole = await make("Whole", {
    source: { type: "query", query },
    settings: { chartType: "bar", unit: "ms", extra: { stacked: true } }
  })
  const range = { from: "2015-11-20T06:00:00Z", to: "2015-11-20T12:00:00Z" }
  return [
    ...cases,
    ask("query_metrics_chart", { id: whole, ...range }),
    ask("query_metrics_chart", { id: main, revision: 1, ...range }),
    ask("get_metrics_chart", { id: whole }),
    ask("create_metrics_chart", {
      name: "Wrong",
      source: { type: "query", query: { ...query, measures: [{ measure: "value", aggregation: "errorRate" }] } },
      settings: { chartType: "number" }
    }),
    call("query_metrics_chart", { id: main, from: "2015-11-20T00:00:00Z", to: "2015-11-21T00:00:00Z" })
  ]
}
