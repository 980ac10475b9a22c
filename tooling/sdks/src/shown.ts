import { isDeepStrictEqual } from "node:util"
import { callTool, commandLine } from "./surfaces.ts"
import { clientOf, type World } from "./world.ts"

type Faults = ReadonlyArray<string>

const hour = 3_600_000

/** What is near enough of a sum of doubles. */
const isNear = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-6)

/** Where other surfaces do not answer what the client did. */
const unlike = (answer: unknown, others: Readonly<Record<string, unknown>>): Faults =>
  Object.entries(others).flatMap(([name, other]) =>
    isDeepStrictEqual(other, answer) ? [] : [`${name} answers something else than the client: ${JSON.stringify(other)}`]
  )

const byCommand = async (world: World, ...args: ReadonlyArray<string>): Promise<unknown> =>
  JSON.parse(await commandLine(world, [...args, "--json"]))

/** What is wrong with a page view that is sorted by a custom field: its formula is computed here again. */
const rowsOf = async (world: World, from: string): Promise<Faults> => {
  const { customFields, pageViews, traces, viewRows } = clientOf(world)
  const { id: fieldId } = await customFields.create({
    name: "Effort",
    source: {
      type: "formula",
      language: "cel",
      expression: "double(trace.totalTokens) * 2.0 + double(trace.spanCount)"
    },
    settings: { target: "trace", valueType: "number" }
  })
  const { id } = await pageViews.create({
    name: "By effort",
    source: { type: "table" },
    settings: {
      target: "traces",
      columns: [{ field: "trace.name" }, { field: "custom.effort" }],
      filters: [{ field: "trace.totalTokens", operator: "exists", value: true }],
      sort: [{ field: "custom.effort", direction: "desc" }]
    },
    references: { effort: { kind: "custom_field", id: fieldId } }
  })
  const expected = new Map<string, number>()
  for await (const { id, totalTokens, spanCount } of traces.list.all({ from, limit: 200 }))
    if (totalTokens !== null) expected.set(id, totalTokens * 2 + spanCount)

  const asked = { id, from, limit: 200 }
  const answer = await viewRows.query(asked)
  const found = answer.items.map((row) => [row.id, Number(row.values["custom.effort"])] as const)
  const efforts = found.map(([, effort]) => effort)
  return [
    ...(found.length > 0 && found.length === expected.size ? [] : [`${found.length} rows, not ${expected.size}`]),
    ...found.flatMap(([id, effort]) =>
      effort === expected.get(id) ? [] : [`${id} has the effort ${effort}, not ${expected.get(id)}`]
    ),
    ...(isDeepStrictEqual(
      efforts,
      efforts.toSorted((a, b) => b - a)
    )
      ? []
      : [`not sorted: ${efforts.join()}`]),
    ...unlike(answer, {
      "view-rows query": await byCommand(world, "view-rows", "query", id, "--from", from, "--limit", "200"),
      query_page_view: await callTool(world, "query_page_view", asked)
    })
  ]
}

/** What is wrong with a chart of cost by model: the costs of all spans are added up here again. */
const chartOf = async (world: World, from: string, to: string): Promise<Faults> => {
  const { metricsCharts, traces } = clientOf(world)
  const { id } = await metricsCharts.create({
    name: "Cost by model, of these runs",
    source: {
      type: "query",
      query: { over: "spans", measures: [{ measure: "cost", aggregation: "sum" }], dimensions: ["model"] }
    },
    settings: { chartType: "bar", unit: "USD" }
  })
  const expected = new Map<string, number>()
  for await (const { id: traceId } of traces.list.all({ from, limit: 200 }))
    for await (const { model, cost } of traces.spans.all({ traceId, fields: "facts" }))
      if (model !== null && cost !== null) expected.set(model, (expected.get(model) ?? 0) + cost)

  const asked = { id, from, to }
  const answer = await metricsCharts.query(asked)
  const found = new Map(
    answer.rows.flatMap(({ dimensions: { model }, values: [cost = 0] }) =>
      typeof model === "string" ? [[model, cost ?? 0] as const] : []
    )
  )
  const models = [...new Set([...expected.keys(), ...found.keys()])]
  return [
    ...(expected.size > 1 ? [] : [`there are costs of ${expected.size} models`]),
    ...models.flatMap((model) =>
      isNear(found.get(model) ?? 0, expected.get(model) ?? 0)
        ? []
        : [`${model} cost ${found.get(model)}, not ${expected.get(model)}`]
    ),
    ...unlike(answer, {
      "metrics-charts query": await byCommand(world, "metrics-charts", "query", id, "--from", from, "--to", to),
      query_metrics_chart: await callTool(world, "query_metrics_chart", asked)
    })
  ]
}

/**
 * What is wrong with what is shown of the programs' runs: a column that a custom field fills, rows that a page view sorts by
 * it, a chart of cost by model; on each surface.
 */
export const shownByViews = async (world: World): Promise<Faults> => {
  const [from, to] = [-hour, hour].map((ms) => new Date(Date.now() + ms).toISOString()) as [string, string]
  return [...(await rowsOf(world, from)), ...(await chartOf(world, from, to))]
}
