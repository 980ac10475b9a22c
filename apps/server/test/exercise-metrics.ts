import type { Started } from "./process.ts"

interface Answer {
  readonly data?: { readonly id: string }
  readonly error?: { readonly code: string }
}

/**
 * Every operation over metrics and charts: over each of what is counted, alone and by what traces say. Returns the operations
 * that answered, and the codes that were met.
 */
export const exerciseMetrics = async ({ url, apiKey, projectId }: Started): Promise<ReadonlySet<string>> => {
  const met = new Set<string>()
  const tell = async (operation: string, input: object) => {
    const response = await fetch(`${url}/api/agent/${operation}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "x-project-id": projectId, "content-type": "application/json" },
      body: JSON.stringify(input)
    })
    const { data, error } = (await response.json()) as Answer
    met.add(error?.code ?? operation)
    return data ?? { id: "" }
  }
  const range = {
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString()
  }
  const count = [{ measure: "count", aggregation: "count" }]
  const filter = (field: string, value: unknown) => [{ field, operator: "eq", value }]
  for (const over of ["traces", "spans", "scores"]) {
    for (const more of [
      { measures: count },
      { measures: count, dimensions: ["name"], granularity: "hour" },
      { measures: [{ measure: "count", aggregation: "distinctUsers" }], dimensions: ["userId"], granularity: "month" },
      { measures: count, filters: filter("trace.attributes.user.id", "ada") },
      { measures: count, filters: filter("trace.scores.helpful", 1) }
    ]) {
      await tell("query_metrics", { over, ...more, ...range })
    }
  }
  await tell("query_metrics", { over: "traces", measures: count, dimensions: ["tags", "attributes.a"], ...range })
  await tell("query_metrics", { over: "spans", measures: count, filters: filter("span.scores.helpful", 1), ...range })

  const source = { type: "query", query: { over: "traces", measures: count } }
  const { id } = await tell("create_metrics_chart", { name: "Runs", source, settings: { chartType: "number" } })
  await tell("create_metrics_chart", { name: "runs", source, settings: { chartType: "number" } })
  await tell("update_metrics_chart", { id, expectedRevision: 1, description: "Of a day." })
  for (const revision of [{}, { revision: 1 }, { revision: 9 }]) {
    await tell("get_metrics_chart", { id, ...revision })
    await tell("query_metrics_chart", { id, ...revision, ...range })
  }
  await tell("copy_metrics_chart", { id, name: "Runs, mine" })
  await tell("list_metrics_charts", { limit: 1 })
  await tell("get_metrics_chart_history", { id })
  await tell("restore_metrics_chart", { id, revision: 1 })
  await tell("get_metrics_chart_dependencies", { id })
  await tell("delete_metrics_chart", { id, expectedRevision: 3 })
  await tell("list_deleted_metrics_charts", {})
  await tell("recover_metrics_chart", { id, name: "Runs again" })
  return met
}
