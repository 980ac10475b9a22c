import { expect, expectSame } from "../../Broken.ts"
import type { Client } from "../../client.ts"
import { NotChecked } from "../../NotChecked.ts"
import {
  millisAgo,
  ofTraces,
  type OfTraces,
  recently,
  type ScoreItem,
  type SpanItem,
  spanIdOf,
  type TraceItem,
  type TracePage,
  versionOf
} from "./of-traces.ts"

type Item = Readonly<Record<string, unknown>>

/** What a query counts: a trace, a span or a score, with the trace that it is of. */
interface Counted {
  readonly own: Item
  readonly trace: TraceItem
}

interface Query {
  readonly over: "traces" | "spans" | "scores"
  readonly measures: ReadonlyArray<{ readonly measure: string; readonly aggregation: string }>
  readonly dimensions?: ReadonlyArray<string>
  readonly granularity?: "minute" | "day"
  readonly filters?: ReadonlyArray<object>
  readonly from?: string
  readonly to?: string
  readonly orderBy?: object
  readonly limit?: number
}

interface Row {
  readonly time?: string
  readonly dimensions: Item
  readonly values: ReadonlyArray<number | null>
}

interface Answer {
  readonly rows: ReadonlyArray<Row>
  readonly hasMore: boolean
}

/** What lists yield of the traces that a search finds. */
const yielded = async (
  client: Client,
  search: string
): Promise<Readonly<Record<Query["over"], ReadonlyArray<Counted>>>> => {
  const { items } = await client.ok<TracePage>("list_traces", { search, limit: 200 })
  const [spans, scores]: [Array<Counted>, Array<Counted>] = [[], []]
  for (const trace of items) {
    const input = { traceId: trace.id, limit: 200 }
    const ofSpans = await client.ok<{ items: ReadonlyArray<SpanItem> }>("list_trace_spans", {
      ...input,
      fields: "facts"
    })
    const ofScores = await client.ok<{ items: ReadonlyArray<ScoreItem> }>("list_trace_scores", input)
    for (const own of ofSpans.items) spans.push({ own, trace })
    for (const own of ofScores.items) scores.push({ own, trace })
  }
  return { traces: items.map((trace) => ({ own: trace, trace })), spans, scores }
}

/** Between two of them in proportion, as `percentile_cont`. */
const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return below + (place - Math.floor(place)) * (above - below)
}

const numbers: Readonly<Record<string, (values: ReadonlyArray<number>) => number>> = {
  count: (values) => values.length,
  sum: (values) => values.reduce((a, b) => a + b, 0),
  avg: (values) => values.reduce((a, b) => a + b, 0) / values.length,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  p50: (values) => percentile(values, 0.5),
  p90: (values) => percentile(values, 0.9),
  p95: (values) => percentile(values, 0.95),
  p99: (values) => percentile(values, 0.99)
}

const distinct = (rows: ReadonlyArray<Counted>, field: string) =>
  new Set(rows.flatMap(({ trace }) => (trace[field] === null ? [] : [trace[field]]))).size

/** A measure by its definition; null where nothing has it. */
const measured = (rows: ReadonlyArray<Counted>, { measure, aggregation }: Query["measures"][number]): number | null => {
  if (measure === "count") {
    if (aggregation === "count") return rows.length
    if (aggregation === "errorRate") return rows.filter(({ own }) => own["status"] === "error").length / rows.length
    return distinct(rows, aggregation === "distinctUsers" ? "userId" : "sessionId")
  }
  const values = rows.flatMap(({ own }) => {
    const value = own[measure]
    return typeof value === "number" ? [value] : typeof value === "boolean" ? [Number(value)] : []
  })
  return values.length === 0 && aggregation !== "count" ? null : numbers[aggregation]!(values)
}

const startOf = ({ own, trace }: Counted): string => String(own["startedAt"] ?? trace["startedAt"])

/** The groups that a row is in: one, but for tags, of which each is one, and none is none. */
const groupsOf = (row: Counted, { dimensions = [], granularity }: Query): ReadonlyArray<Omit<Row, "values">> => {
  const time = granularity === undefined ? {} : { time: cut(startOf(row), granularity) }
  const valueOf = (field: string): unknown =>
    field.startsWith("attributes.")
      ? ((row.trace["attributes"] as Item)[field.slice("attributes.".length)] ?? null)
      : (row.own[field] ?? row.trace[field] ?? null)
  return dimensions.reduce<ReadonlyArray<Omit<Row, "values">>>(
    (groups, field) =>
      groups.flatMap((group) => {
        const value = field === "tags" ? (row.trace["tags"] as ReadonlyArray<string>) : [valueOf(field)]
        return value.map((one) => ({
          ...group,
          dimensions: { ...group.dimensions, [field]: one }
        }))
      }),
    [{ ...time, dimensions: {} }]
  )
}

const cut = (time: string, granularity: "minute" | "day"): string =>
  granularity === "day" ? `${time.slice(0, 10)}T00:00:00.000Z` : `${time.slice(0, 16)}:00.000Z`

const keyOf = (row: Omit<Row, "values">) => JSON.stringify([row.time, Object.entries(row.dimensions).toSorted()])

/** What a query is answered, by its definition, in any order of rows. */
const defined = (rows: ReadonlyArray<Counted>, query: Query): ReadonlyArray<Row> => {
  const groups = Map.groupBy(
    rows.flatMap((row) => groupsOf(row, query).map((group) => ({ row, group }))),
    ({ group }) => keyOf(group)
  )
  return [...groups.values()].map((of) => ({
    ...of[0]!.group,
    values: query.measures.map((one) =>
      measured(
        of.map(({ row }) => row),
        one
      )
    )
  }))
}

/** Whether two numbers are the same but for what the order of adding doubles leaves. */
const isClose = (a: number | null, b: number | null): boolean =>
  a === b || (a !== null && b !== null && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b)))

const sorted = (rows: ReadonlyArray<Row>) => rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

const expectRows = (seen: ReadonlyArray<Row>, wanted: ReadonlyArray<Row>, what: string): void => {
  expectSame("T17", sorted(seen).map(keyOf), sorted(wanted).map(keyOf), `the groups of ${what}`)
  const all = sorted(seen).map(({ values }, n) => [values, sorted(wanted)[n]!.values] as const)
  for (const [values, right] of all)
    expect(
      "T17",
      values.length === right.length && values.every((value, n) => isClose(value, right[n]!)),
      `${what} is ${JSON.stringify(values)} instead of ${JSON.stringify(right)}`
    )
}

const each = (measure: string, ...aggregations: ReadonlyArray<string>) =>
  aggregations.map((aggregation) => ({ measure, aggregation }))
const ofNumbers = Object.keys(numbers)

const minute = 60_000

/** Six traces of two agents, some minutes apart, with calls and scores. */
const record = async (
  { client, take, traceId }: Pick<OfTraces, "take" | "traceId"> & { readonly client: Client },
  name: string
) => {
  const at = recently()
  const startNano = at - (at % BigInt(minute * 1_000_000))
  for (let n = 0; n < 6; n++) {
    const id = traceId()
    const root = versionOf({
      traceId: id,
      name,
      startNano: startNano + BigInt(n >> 1) * BigInt(minute) * 1_000_000n,
      status: n === 4 ? "error" : "ok",
      attributes: {
        ...(n === 5 ? {} : { "user.id": `user ${n % 2}` }),
        ...(n < 3 ? { "session.id": "one", "tag.tags": ["a", ...(n === 0 ? ["b"] : [])] } : {}),
        tier: n % 3 === 0 ? "gold" : "tin"
      }
    })
    const end = root.startNano + BigInt(100 * (n + 1) * (n + 1)) * 1_000_000n
    const call = (k: number) => ({
      ...root,
      spanId: spanIdOf(k),
      parentId: root.spanId,
      name: `call ${k}`,
      endNano: n === 3 && k === 3 ? null : root.startNano + BigInt(10 * (n + k)) * 1_000_000n,
      status: "unset" as const,
      attributes: {
        "openinference.span.kind": k === 2 ? "LLM" : "TOOL",
        "llm.token_count.prompt": 100 * n + k,
        ...(n % 2 === 0 ? { "llm.cost.total": (n + 1) / 32 } : {})
      }
    })
    await take([{ ...root, endNano: end }, call(2), call(3)])
    if (n % 2 === 0) {
      await client.ok("create_score", {
        traceId: id,
        name: "helpful",
        value: n / 4,
        ...(n === 0 ? { label: "low" } : {})
      })
      await client.ok("create_score", { traceId: id, spanId: spanIdOf(2), name: "right", value: n > 0 })
    }
  }
  return Number(startNano / 1_000_000n)
}

const queries: ReadonlyArray<Omit<Query, "from" | "to">> = [
  { over: "traces", measures: each("count", "count", "errorRate", "distinctUsers", "distinctSessions") },
  { over: "traces", measures: each("durationMs", ...ofNumbers).slice(0, 8) },
  {
    over: "traces",
    measures: each("durationMs", "p99").concat(each("cost", "sum", "avg", "count"), each("spanCount", "sum"))
  },
  {
    over: "traces",
    measures: each("inputTokens", "sum", "p50").concat(each("errorCount", "max")),
    dimensions: ["userId"]
  },
  { over: "traces", measures: each("count", "count"), dimensions: ["tags"] },
  { over: "traces", measures: each("cost", "sum"), dimensions: ["attributes.tier", "status"], granularity: "minute" },
  {
    over: "spans",
    measures: each("count", "count").concat(each("durationMs", "p50", "p95", "avg")),
    dimensions: ["type"]
  },
  { over: "spans", measures: each("inputTokens", "sum", "min", "max"), dimensions: ["name", "userId"] },
  { over: "spans", measures: each("count", "errorRate"), granularity: "day" },
  { over: "scores", measures: each("value", "avg", "min", "max", "count"), dimensions: ["name"] },
  { over: "scores", measures: each("count", "count"), dimensions: ["label", "userId"], granularity: "minute" }
]

/** Laws of metrics. */
export const metrics = [
  ofTraces(
    "T17",
    ["T17.values", "T17.groups", "T17.range", "T17.filters", "T17.order"],
    "each metric equals its definition over what lists yield, of a range, of filters, in groups and in order",
    async (context) => {
      const { client, served, word, few } = context
      if (served.find("query_metrics") === undefined) throw new NotChecked("the families have no query_metrics")
      const name = word()
      const start = await record(context, name)
      const all = await yielded(client, name)
      const time = (minutes: number) => new Date(start + minutes * minute).toISOString()
      const isNamed = { field: "trace.name", operator: "eq", value: name }
      const whole = { from: new Date(millisAgo(7_200_000)).toISOString(), to: time(60), filters: [isNamed] }
      const ask = (query: object) => client.ok<Answer>("query_metrics", { ...whole, ...query })
      for (const query of few(queries)) {
        const what = JSON.stringify(query)
        const { rows, hasMore } = await ask(query)
        expect("T17", !hasMore, `${what} told of more rows than there are`)
        expectRows(rows, defined(all[query.over], query), what)
      }

      // A range is half open, and of a trace, a span's or a score's trace's start.
      const count = (over: Query["over"]) => ({ over, measures: each("count", "count") })
      for (const [from, to] of [
        [0, 1],
        [1, 2],
        [1, 1.5],
        [2, 60]
      ] as const) {
        for (const over of ["traces", "spans", "scores"] as const) {
          const range = { from: time(from), to: time(to) }
          const within = all[over].filter((row) => startOf(row) >= range.from && startOf(row) < range.to)
          const { rows } = await ask({ ...count(over), ...range })
          expectRows(rows, defined(within, count(over)), `${over} from ${range.from} to ${range.to}`)
        }
      }

      const ofModel = { field: "span.type", operator: "in", value: ["generation"] }
      const calls = all.spans.filter(({ own }) => own["type"] === "generation")
      const costs = { over: "spans", measures: each("cost", "sum", "count") } as const
      expectRows((await ask({ ...costs, filters: [isNamed, ofModel] })).rows, defined(calls, costs), "costs of calls")
      const long = { field: "trace.durationMs", operator: "gt", value: 900 }
      const longer = all.traces.filter(({ own }) => (own["durationMs"] as number) > 900)
      const slow = { over: "traces", measures: each("count", "count") } as const
      expectRows((await ask({ ...slow, filters: [isNamed, long] })).rows, defined(longer, slow), "long traces")

      const query = { over: "traces", measures: each("durationMs", "sum"), dimensions: ["userId"] } as const
      const wanted = defined(all.traces, query).toSorted((a, b) => a.values[0]! - b.values[0]!)
      for (const [direction, right] of [
        ["asc", wanted],
        ["desc", wanted.toReversed()]
      ] as const) {
        const { rows, hasMore } = await ask({ ...query, orderBy: { by: 0, direction }, limit: 2 })
        expectSame("T17", rows.map(keyOf), right.slice(0, 2).map(keyOf), `the first two of ${direction}`)
        expect("T17", hasMore, `two of three rows, and no word of more`)
      }
    },
    { also: ["T5", "T9"] }
  )
]
