import {
  aggregationsOf,
  dimensionsOf,
  granularities,
  measuresOf,
  type MetricsSource
} from "@agent-operations/contract/metrics"
import {
  datasetRecords,
  evaluationRecords,
  type Records,
  reviewRecords,
  traceRecords
} from "@agent-operations/contract/records"
import { contract } from "../contract.ts"
import { valuesOf } from "../declared.ts"
import { ask, type Case, type Project, send } from "./project.ts"
import { hour, traceId } from "./traces.ts"

interface Filter {
  readonly field: string
  readonly operator: string
  readonly value?: unknown
}

/** What a page view shows, and what says of what. */
interface Target {
  readonly target: string
  readonly of: object
  readonly records: Records
}

/** Times of what the walk itself made, which differ at each run, as its IDs do. */
const timeOfWalk = /^(?:evaluation|run|case|dataset|review)\.(?:durationMs|[a-z]+edAt|lastRunAt)$/
const idOfWalk = /^(?:evaluation|run|case|dataset|review)\.(?:id|[a-z]+Id)$/

/** Fields, each with a value that something has. */
type Values = ReadonlyArray<Omit<Filter, "operator">>

const fieldsOf = (records: Records): ReadonlyArray<string> =>
  Object.entries(records).flatMap(([record, fields]) => Object.keys(fields).map((name) => `${record}.${name}`))

const orders = ["lt", "lte", "gt", "gte"]

/** Filters on a field by a value that something has: each operator in turn over the fields. */
const filtersOn = ({ field, value }: Values[number], n: number): ReadonlyArray<Filter> => {
  const exists = { field, operator: "exists", value: n % 2 === 0 }
  if (value === undefined || value === null || typeof value === "object" || timeOfWalk.test(field)) return [exists]
  if (idOfWalk.test(field)) return [exists, { field, operator: "eq", value }]
  const order = { field, operator: orders[n % orders.length]!, value }
  const isTime = typeof value === "string" && /^\d{4}-\d\d-/.test(value)
  const within =
    typeof value === "string" && !isTime ? { field, operator: "contains", value: value.slice(1, 4) } : order
  return [
    exists,
    { field, operator: n % 3 === 0 ? "ne" : "eq", value },
    within,
    { field, operator: "in", value: [value] }
  ]
}

const rowsOf = ({ target, of }: Target, columns: ReadonlyArray<object>, more: object = {}) => ({
  draft: { source: { type: "table" }, settings: { target, columns, ...more }, references: {} },
  ...of
})

const everyColumn = (target: Target) =>
  rowsOf(
    target,
    fieldsOf(target.records).map((field) => ({ field }))
  )

/** The fields of a target, each with a value that a row has. */
const valuesOfRows = async ({ tell }: Project, target: Target): Promise<Values> => {
  const { items } = await tell("query_page_view", everyColumn(target))
  const rows = items as ReadonlyArray<{ readonly values: Readonly<Record<string, unknown>> }>
  const valueOf = (field: string) => rows.map(({ values }) => values[field]).find((value) => value != null)
  return fieldsOf(target.records).map((field) => ({ field, value: valueOf(field) }))
}

/** Every field of a target as a column, a filter and an order. */
const ofPageView = (target: Target, values: Values): ReadonlyArray<Case> => {
  const query = (columns: ReadonlyArray<object>, more: object) => ask("query_page_view", rowsOf(target, columns, more))
  return [
    ask("query_page_view", everyColumn(target)),
    ...values.flatMap(({ field, value }, n) => {
      const filtered = filtersOn({ field, value }, n).map((filter) => query([{ field }], { filters: [filter] }))
      if (timeOfWalk.test(field) || idOfWalk.test(field)) return filtered
      const sort = [{ field, direction: n % 2 === 0 ? "asc" : "desc" }]
      return [
        ...filtered,
        query([{ field, label: "It", width: 100, hidden: true }], { sort }),
        ...(n % 3 === 0 ? [query([{ field }], { groupBy: field })] : [])
      ]
    })
  ]
}

const over = { traces: "trace", spans: "span", scores: "score" } as const

const ofScore: Values = [
  { field: "score.name", value: "helpful" },
  { field: "score.dataType", value: "NUMERIC" },
  { field: "score.value", value: 0.25 },
  { field: "score.label", value: "good" },
  { field: "score.source", value: "API" },
  { field: "score.annotatorKind", value: "HUMAN" },
  { field: "score.identifier", value: "b" }
]

/** Every measure, dimension and order of metrics, and a filter on every field. */
const ofMetrics = (values: Values): ReadonlyArray<Case> => {
  const range = { from: hour(-4), to: hour(4) }
  const count = { measure: "count", aggregation: "count" }
  const cases: Array<Case> = []
  for (const [source, record] of Object.entries(over) as ReadonlyArray<[MetricsSource, string]>) {
    const query = (more: object) =>
      cases.push(ask("query_metrics", { over: source, measures: [count], ...more, ...range }))
    for (const measure of measuresOf[source]) {
      const measures = aggregationsOf(source, measure).map((aggregation) => ({ measure, aggregation }))
      for (const some of [measures.slice(0, 8), measures.slice(8)]) if (some.length > 0) query({ measures: some })
      query({
        measures: measures.slice(0, 2),
        dimensions: ["name"],
        orderBy: { by: measures.length > 1 ? 1 : 0, direction: "asc" }
      })
    }
    for (const [n, dimension] of dimensionsOf[source].entries()) {
      query({ dimensions: [dimension] })
      query({
        dimensions: [dimension, "name"].slice(0, dimension === "name" ? 1 : 2),
        granularity: granularities[n % granularities.length],
        limit: 3
      })
    }
    for (const granularity of granularities)
      for (const direction of ["asc", "desc"]) query({ granularity, orderBy: { by: "time", direction } })
    const named = values.filter(({ field }) => field.startsWith(`${record}.`) || field.startsWith("trace."))
    for (const [n, one] of named.entries())
      for (const filter of filtersOn(one, n).slice(n % 2, 3 + (n % 2))) query({ filters: [filter] })
  }
  return cases
}

/** Each trace field as a filter of the list. */
const ofTraces = ({ of }: Target, values: Values): ReadonlyArray<Case> =>
  values.flatMap((one, n) => filtersOn(one, n + 1).map((filter) => ask("list_traces", { ...of, filters: [filter] })))

/** Each call with each other value of the members that have a few: an order, a status, yes or no. */
const ofMembers = (cases: ReadonlyArray<Case>): ReadonlyArray<Case> =>
  contract.operations.flatMap(({ id }) => {
    const first = cases.find(({ operation }) => operation === id)
    if (first === undefined) return []
    return valuesOf(id).map(({ member, value }) => ask(id, { ...first.input, [member]: value }, first.who))
  })

/** The page after each that has one. */
const ofPages = async ({ kit, place }: Project, cases: ReadonlyArray<Case>): Promise<ReadonlyArray<Case>> => {
  const limited = cases.filter(({ input }) => "limit" in input && !("cursor" in input))
  const next: Array<Case> = []
  for (const one of limited) {
    const { status, text } = await send(kit, place, one)
    const cursor =
      status === 200 ? (JSON.parse(text) as { data: { nextCursor?: string | null } }).data.nextCursor : null
    if (typeof cursor === "string") next.push(ask(one.operation, { ...one.input, cursor }, one.who))
  }
  return next
}

/** What is asked so that every member of an input, and every field of a record, is met. */
export const questionsOf = async (project: Project, cases: ReadonlyArray<Case>): Promise<ReadonlyArray<Case>> => {
  const of = (operation: string, member: string) =>
    (cases.find((one) => one.operation === operation)!.input as Readonly<Record<string, string>>)[member]!
  const since = { from: hour(-4) }
  const { trace, span } = traceRecords
  const { evaluation, run, case: target } = evaluationRecords
  const traces = { target: "traces", of: since, records: { trace } }
  const spans = { target: "trace", of: { traceId: traceId(11) }, records: { trace, span } }
  const shown: ReadonlyArray<Target> = [
    traces,
    spans,
    { target: "datasets", of: {}, records: datasetRecords },
    { target: "evaluations", of: {}, records: { evaluation } },
    { target: "evaluation_run", of: { runId: of("get_eval_run", "id") }, records: { run, case: target } },
    { target: "reviews", of: { sessionId: of("list_reviews", "sessionId") }, records: reviewRecords }
  ]
  const values = new Map<Target, Values>()
  for (const one of shown) values.set(one, await valuesOfRows(project, one))
  const ofSpans = values.get(spans)!.filter(({ field }) => field.startsWith("span."))
  return [
    ...ofMembers(cases),
    ...(await ofPages(project, cases)),
    ...shown.flatMap((one) => ofPageView(one, values.get(one)!)),
    ...ofMetrics([...ofScore, ...values.get(traces)!, ...ofSpans]),
    ...ofTraces(traces, values.get(traces)!)
  ]
}
