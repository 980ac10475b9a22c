import { MetricsChart } from "@agent-operations/contract/metrics"
import { definitionsOf } from "./definitions.ts"
import { call, type Case, type Project } from "./project.ts"

/** Charts. */
export const chartsOf = async (project: Project): Promise<ReadonlyArray<Case>> => {
  const { main, cases } = await definitionsOf(project, MetricsChart)
  return [...cases, call("query_metrics_chart", { id: main, from: "2015-11-20T00:00:00Z", to: "2015-11-21T00:00:00Z" })]
}
