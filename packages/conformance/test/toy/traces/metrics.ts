import type { Family, Operation } from "@agent-operations/contract"
import type { metrics } from "@agent-operations/contract/metrics"
import type { Score, TraceProject } from "./parts.ts"

export type MetricsInput = Operation.Input<Family.OperationById<typeof metrics, "query_metrics">>
type Values = Readonly<Record<string, unknown>>

/** What is counted, with the trace that it is of. */
interface Entry {
  readonly own: Values
  readonly trace: Values
  readonly start: number
}

/** Where between two values a percentile lies: in proportion. */
export const percentileOf = (values: ReadonlyArray<number>, share: number): number => {
  const ordered = values.toSorted((a, b) => a - b)
  const at = share * (ordered.length - 1)
  const low = Math.floor(at)
  return ordered[low]! + (at - low) * ((ordered[low + 1] ?? ordered[low]!) - ordered[low]!)
}

/** The parts of a query that a faulty server has replaced. */
export interface Measuring {
  readonly percentile: typeof percentileOf
  readonly isWithin: (start: number, from: number, to: number) => boolean
  readonly counted: (entries: ReadonlyArray<Entry>, over: MetricsInput["over"]) => ReadonlyArray<Entry>
}

const fieldOf = ({ own, trace }: Entry, field: string): unknown => {
  const [record, ...rest] = field.split(".")
  return (record === "trace" ? trace : own)[rest.join(".")]
}

const passes = (entry: Entry, filters: MetricsInput["filters"] = []): boolean =>
  filters.every(({ field, operator, value }) => {
    const found = fieldOf(entry, field)
    if (operator === "eq") return found === value
    return operator === "in" ? (value as ReadonlyArray<unknown>).includes(found) : Number(found) > Number(value)
  })

const measure = (
  parts: Measuring,
  entries: ReadonlyArray<Entry>,
  { measure, aggregation }: MetricsInput["measures"][number]
) => {
  const known = (field: string) => new Set(entries.map(({ trace }) => trace[field]).filter((one) => one !== null)).size
  if (measure === "count") {
    if (aggregation === "errorRate")
      return entries.filter(({ own }) => own["status"] === "error").length / entries.length
    if (aggregation === "count") return entries.length
    return known(aggregation === "distinctUsers" ? "userId" : "sessionId")
  }
  const numbers = entries
    .map(({ own }) => own[measure])
    .filter((one) => one !== null && one !== undefined && typeof one !== "string")
    .map(Number)
  const sum = numbers.reduce((a, b) => a + b, 0)
  if (aggregation === "count") return numbers.length
  if (numbers.length === 0) return null
  if (aggregation === "sum") return sum
  if (aggregation === "avg") return sum / numbers.length
  if (aggregation === "min") return Math.min(...numbers)
  if (aggregation === "max") return Math.max(...numbers)
  return parts.percentile(numbers, Number(aggregation.slice(1)) / 100)
}

const cuts: Readonly<Record<string, number>> = { minute: 60_000, day: 86_400_000 }

/** The groups of an entry, each as the text of its time and dimensions. */
const groupsOf = (entry: Entry, { dimensions = [], granularity }: MetricsInput): ReadonlyArray<string> => {
  const { own, trace, start } = entry
  const cut = cuts[granularity ?? ""]
  const time = cut === undefined ? {} : { time: new Date(start - (start % cut)).toISOString() }
  const tags = dimensions.includes("tags") ? (trace["tags"] as ReadonlyArray<string>) : [""]
  return tags.map((tag) => {
    const values = dimensions.map((field) => {
      const attribute = /^attributes\.(.+)$/.exec(field)?.[1]
      if (attribute !== undefined) return [field, (trace["attributes"] as Values)[attribute] ?? null]
      return [field, field === "tags" ? tag : (own[field] ?? trace[field] ?? null)]
    })
    return JSON.stringify({ ...time, dimensions: Object.fromEntries(values) as Values })
  })
}

/** Answers a query over what a project has. */
export const answerMetrics = (
  parts: Measuring,
  input: MetricsInput,
  { scores }: Pick<TraceProject, "scores">,
  traces: ReadonlyArray<Values>,
  spansOf: (traceId: string) => ReadonlyArray<Values>
): object => {
  const { over, measures, orderBy, limit = 100 } = input
  const all = traces.flatMap((trace): ReadonlyArray<Entry> => {
    const start = Date.parse(trace["startedAt"] as string)
    if (over === "traces") return [{ own: trace, trace, start }]
    if (over === "scores")
      return [...scores.values()]
        .filter((one: Score) => one.traceId === trace["id"])
        .map((own) => ({ own: { ...own }, trace, start }))
    return spansOf(trace["id"] as string).map((own) => ({ own, trace, start: Date.parse(own["startedAt"] as string) }))
  })
  const [from, to] = [Date.parse(input.from), Date.parse(input.to)]
  const found = all.filter((one) => parts.isWithin(one.start, from, to) && passes(one, input.filters))
  const groups = Map.groupBy(
    parts.counted(found, over).flatMap((entry) => groupsOf(entry, input).map((group) => ({ group, entry }))),
    ({ group }) => group
  )
  const rows = [...groups].map(([group, of]) => {
    const entries = of.map(({ entry }) => entry)
    return { ...(JSON.parse(group) as Values), values: measures.map((one) => measure(parts, entries, one)) }
  })
  const by = typeof orderBy?.by === "number" ? orderBy.by : 0
  const sign = orderBy?.direction === "asc" ? 1 : -1
  const ordered = rows.toSorted((a, b) => sign * ((a.values[by] ?? 0) - (b.values[by] ?? 0)))
  return { rows: ordered.slice(0, limit), hasMore: ordered.length > limit }
}
