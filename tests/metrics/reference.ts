import type { Operation } from "@agent-operations/contract"
import type { metrics } from "@agent-operations/contract/metrics"
import { compareText, type Filter, parseFieldPath, parseTime, passes, valueAt } from "@agent-operations/traces"
import { pagesOf } from "../kit.ts"
import type { Calls } from "./host.ts"

type Op = (typeof metrics)["operations"]["query"]
export type Query = Operation.Input<Op>
type Answer = Operation.Result<Op>
type Row = Answer["rows"][number]
type Value = Row["dimensions"][string]

/** A page of what a list yields. */
interface Listed {
  readonly items: unknown
  readonly nextCursor: string | null
}

/** What reads yield of a trace. */
type Item = { readonly [field: string]: Value }

/** A row that a query is over: what it counts by, and the records that filters and dimensions name. */
interface Counted {
  readonly nano: bigint
  readonly own: Item
  readonly trace: Item
}

const itemsOf = async (read: Parameters<typeof pagesOf<Listed>>[0]) =>
  (await pagesOf(read)).flatMap(({ items }) => items as ReadonlyArray<Item>)

/** All that lists yield of a project. */
export const readAll = async ({ traces: { list, spans, scores } }: Calls) => {
  const traces = await itemsOf((cursor) => list({ limit: 200, ...cursor }))
  const of = async (read: (traceId: string, cursor: object) => Promise<Listed>) => {
    const found = await Promise.all(
      traces.map(async (trace) => {
        const items = await itemsOf((cursor) => read(trace["id"] as string, cursor))
        return items.map((own) => ({ own, trace }))
      })
    )
    return found.flat()
  }
  const nano = (item: Item) => BigInt(item["startNano"] as string)
  return {
    traces: traces.map((trace): Counted => ({ nano: nano(trace), own: trace, trace })),
    spans: (await of((traceId, cursor) => spans({ traceId, fields: "facts", ...cursor }))).map((one): Counted => ({
      ...one,
      nano: nano(one.own)
    })),
    scores: (await of((traceId, cursor) => scores({ traceId, ...cursor }))).map((one): Counted => ({
      ...one,
      nano: nano(one.trace)
    }))
  }
}
export type All = Awaited<ReturnType<typeof readAll>>

/** An exact decimal: a whole number, and the power of ten that it is times. */
type Decimal = readonly [whole: bigint, power: number]

const decimalOf = (value: number): Decimal => {
  const [digits = "", power = "0"] = value.toExponential().split("e")
  const [whole = "", fraction = ""] = digits.split(".")
  return [BigInt(whole + fraction), Number(power) - fraction.length]
}

const sumOf = (decimals: ReadonlyArray<Decimal>): number => {
  const least = Math.min(...decimals.map(([, power]) => power))
  const whole = decimals.reduce((sum, [whole, power]) => sum + whole * 10n ** BigInt(power - least), 0n)
  return Number(`${whole}e${least}`)
}

/** The number of a row, and the same exactly: nanoseconds, and 10^-12 dollars. */
const numberOf = (
  { own, nano }: Counted,
  measure: string
): { readonly value: number; readonly exact: Decimal } | null => {
  const between = (end: bigint) => {
    const nanos = end < nano ? 0n : end - nano
    return { value: Number(nanos) / 1e6, exact: [nanos, -6] as const }
  }
  if (measure === "durationMs") return own["endNano"] === null ? null : between(BigInt(own["endNano"] as string))
  if (measure === "timeToFirstTokenMs") {
    const first = own["firstTokenAt"]
    return first === null ? null : between(parseTime(first as string)!)
  }
  const value = own[measure]
  if (typeof value === "boolean") return { value: Number(value), exact: decimalOf(Number(value)) }
  if (typeof value !== "number") return null
  return { value, exact: measure === "cost" ? decimalOf(Number(value.toFixed(12))) : decimalOf(value) }
}

const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return below + (place - Math.floor(place)) * (above - below)
}

const distinct = (rows: ReadonlyArray<Counted>, field: string) =>
  new Set(rows.map(({ trace }) => trace[field]).filter((value) => value !== null)).size

const aggregate = (
  rows: ReadonlyArray<Counted>,
  { measure, aggregation }: Query["measures"][number]
): number | null => {
  if (measure === "count") {
    if (aggregation === "count") return rows.length
    if (aggregation === "errorRate") return rows.filter(({ own }) => own["status"] === "error").length / rows.length
    return distinct(rows, aggregation === "distinctUsers" ? "userId" : "sessionId")
  }
  const numbers = rows.map((row) => numberOf(row, measure)).filter((number) => number !== null)
  if (aggregation === "count") return numbers.length
  if (numbers.length === 0) return null
  const values = numbers.map(({ value }) => value)
  const sum = () => sumOf(numbers.map(({ exact }) => exact))
  switch (aggregation) {
    case "sum":
      return sum()
    case "avg":
      return sum() / numbers.length
    case "min":
      return Math.min(...values)
    case "max":
      return Math.max(...values)
    default:
      return percentile(values, Number(aggregation.slice(1)) / 100)
  }
}

const periodOf = (nano: bigint, granularity: Query["granularity"]): string => {
  const at = new Date(Number(nano / 1_000_000n))
  at.setUTCMilliseconds(0)
  at.setUTCSeconds(0)
  if (granularity !== "minute") at.setUTCMinutes(0)
  if (granularity !== "minute" && granularity !== "hour") at.setUTCHours(0)
  if (granularity === "week") at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  if (granularity === "month") at.setUTCDate(1)
  return at.toISOString()
}

const ofTraces = new Set(["environment", "release", "userId", "sessionId"])

/** The values of a dimension: one, but of tags. */
const dimensionOf = ({ own, trace }: Counted, name: string): ReadonlyArray<Value> => {
  if (name === "tags") return [...new Set(trace["tags"] as ReadonlyArray<string>)]
  if (name.startsWith("attributes.")) {
    const value = (trace["attributes"] as Item)[name.slice("attributes.".length)]
    return [value ?? null]
  }
  return [(ofTraces.has(name) ? trace : own)[name] ?? null]
}

const holds = ({ own, trace }: Counted, filter: Filter): boolean => {
  const [record = "", name = ""] = filter.field.split(".")
  if (record === "score") {
    const value = own[name] ?? null
    if (name !== "value") return passes(filter, "string", value)
    return passes(
      filter,
      "number",
      typeof value === "boolean" ? Number(value) : typeof value === "number" ? value : null
    )
  }
  const path = parseFieldPath(filter.field)!
  return passes(filter, path.type, valueAt(path.record === "trace" ? trace : own, path))
}

const compareNullsLast = <A>(a: A | null, b: A | null, compare: (a: A, b: A) => number) =>
  a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b)

const textOf = (value: Value, name: string): string | null =>
  value === null ? null : name.startsWith("attributes.") ? JSON.stringify(value) : (value as string)

const orderOf = ({ orderBy, granularity, dimensions = [] }: Query) => {
  const { by, direction } =
    orderBy ??
    (granularity === undefined ? ({ by: 0, direction: "desc" } as const) : ({ by: "time", direction: "asc" } as const))
  const sign = direction === "asc" ? 1 : -1
  return (a: Row, b: Row): number => {
    const first =
      by === "time"
        ? sign * compareText(a.time!, b.time!)
        : compareNullsLast(a.values[by]!, b.values[by]!, (x, y) => sign * (x - y))
    const ties = dimensions.map((name) =>
      compareNullsLast(textOf(a.dimensions[name]!, name), textOf(b.dimensions[name]!, name), compareText)
    )
    return [first, compareText(a.time ?? "", b.time ?? ""), ...ties].find((order) => order !== 0) ?? 0
  }
}

/** What a query is to answer, by its definition over what lists yield. Law: T17. */
export const answerOf = (all: All, query: Query): Answer => {
  const { over, measures, dimensions = [], granularity, filters = [], limit = 100 } = query
  const [from, to] = [parseTime(query.from)!, parseTime(query.to)!]
  const groups = new Map<string, { readonly row: Omit<Row, "values">; readonly rows: Array<Counted> }>()
  for (const counted of all[over]) {
    if (counted.nano < from || counted.nano >= to || !filters.every((filter) => holds(counted, filter))) continue
    const time = granularity === undefined ? {} : { time: periodOf(counted.nano, granularity) }
    const combined = dimensions.reduce<ReadonlyArray<Item>>(
      (before, name) =>
        before.flatMap((values) => dimensionOf(counted, name).map((value) => ({ ...values, [name]: value }))),
      [{}]
    )
    for (const values of combined) {
      const row = { ...time, dimensions: values }
      const key = JSON.stringify(row)
      if (!groups.has(key)) groups.set(key, { row, rows: [] })
      groups.get(key)!.rows.push(counted)
    }
  }
  const rows = [...groups.values()].map(({ row, rows }): Row => ({
    ...row,
    values: measures.map((measure) => aggregate(rows, measure))
  }))
  return { rows: rows.toSorted(orderOf(query)).slice(0, limit), hasMore: rows.length > limit }
}
