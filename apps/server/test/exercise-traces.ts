import { gzipSync } from "node:zlib"
import type { Started } from "./process.ts"

const traceId = (n: number) => n.toString(16).padStart(32, "0")

const span = (trace: number, id: number, more: object = {}) => {
  const start = BigInt(Date.now() - 60_000) * 1_000_000n
  return {
    traceId: traceId(trace),
    spanId: id.toString(16).padStart(16, "0"),
    name: `span ${id}`,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 1_000_000n),
    attributes: [{ key: "user.id", value: { stringValue: "ada" } }],
    ...more
  }
}

const many = <A>(count: number, one: (n: number) => Promise<A>) =>
  Promise.all(Array.from({ length: count }, (_, n) => one(n)))

/**
 * Every operation over traces and both ways to send them: spans that are new, sent again, late, partial, of many requests at
 * once, and of a deleted trace. Returns the operations and the codes that were met.
 */
export const exerciseTraces = async ({ url, apiKey, projectId }: Started): Promise<ReadonlySet<string>> => {
  const met = new Set<string>()
  const headers = {
    authorization: `Bearer ${apiKey}`,
    "x-project-id": projectId,
    "content-type": "application/json"
  }
  const post = async (path: string, body: BodyInit, more: object = {}) => {
    const response = await fetch(url + path, { method: "POST", headers: { ...headers, ...more }, body })
    const answer = (await response.json()) as { data?: object; error?: { code: string } }
    if (answer.error !== undefined) met.add(answer.error.code)
    return answer
  }
  const tell = async (operation: string, input: object) => {
    const { data } = await post(`/api/agent/${operation}`, JSON.stringify(input))
    met.add(operation)
    return (data ?? {}) as Record<string, unknown>
  }
  const send = (...spans: ReadonlyArray<object>) =>
    post("/v1/traces", gzipSync(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })), {
      "content-encoding": "gzip"
    })
  const walk = async (operation: string, input: object) => {
    const { nextCursor } = await tell(operation, input)
    if (typeof nextCursor === "string") await tell(operation, { ...input, cursor: nextCursor })
  }

  const [parent, child] = [span(1, 1), span(1, 2, { parentSpanId: span(1, 1).spanId })]
  await send(child)
  await send(parent, child)
  await send(span(1, 2, { name: "longer", endTimeUnixNano: String(BigInt(Date.now()) * 1_000_000n) }))
  await many(12, (n) => send(span(2 + (n % 4), 1 + n, n % 3 === 0 ? { endTimeUnixNano: "0" } : {})))
  await many(12, (n) => send(span(2 + (n % 4), 1 + n), span(20 + n, 1)))

  const at = new Date(Date.now() - 60_000).toISOString()
  await tell("record_traces", { traces: [{ name: "by hand", startedAt: at, spans: [{ name: "one", startedAt: at }] }] })
  await many(4, (n) => tell("record_traces", { traces: [{ id: traceId(40), name: `by hand ${n}`, startedAt: at }] }))
  await post("/api/traces", JSON.stringify({ traces: [{ id: traceId(41), name: "by hand", startedAt: at }] }))

  const filters = [
    { field: "trace.userId", operator: "eq", value: "ada" },
    { field: "trace.attributes.user.id", operator: "eq", value: "ada" },
    { field: "trace.attributes.user.id", operator: "ne", value: "bob" },
    { field: "trace.id", operator: "in", value: [traceId(1), traceId(2)] },
    { field: "trace.status", operator: "ne", value: "error" },
    { field: "trace.scores.helpful", operator: "exists", value: false },
    { field: "trace.scores", operator: "exists" },
    { field: "trace.input", operator: "contains", value: "a" },
    { field: "trace.startedAt", operator: "gt", value: at }
  ]
  for (const more of [
    {},
    { search: "span", includeTotal: true },
    { from: at, to: new Date().toISOString() },
    { filters, search: "span", includeTotal: true },
    ...filters.map((filter) => ({ filters: [filter] }))
  ]) {
    await walk("list_traces", { limit: 2, ...more })
  }
  await fetch(`${url}/api/traces?limit=2`, { headers })
  for (const id of [traceId(1), traceId(99)]) {
    await tell("get_trace", { id })
    await walk("list_trace_spans", { traceId: id, limit: 1 })
    await walk("list_trace_spans", { traceId: id, parentId: null, fields: "facts" })
    await tell("list_trace_spans", { traceId: id, parentId: span(1, 1).spanId })
  }
  const score = { traceId: traceId(1), name: "helpful", value: 1 }
  const { id } = await tell("create_score", score)
  await tell("create_score", { ...score, value: 0.5 })
  await many(3, (n) => tell("create_score", { ...score, spanId: span(1, 1).spanId, identifier: String(n) }))
  await walk("list_trace_scores", { traceId: traceId(1), limit: 1 })
  await walk("list_trace_scores", { traceId: traceId(1), spanId: span(1, 1).spanId, limit: 1 })
  await tell("list_traces", {})
  await tell("delete_score", { id })
  await tell("delete_score", { id })

  const draft = (settings: object) => ({ source: { type: "table" }, settings, references: {} })
  const columns = [{ field: "trace.name" }, { field: "trace.input" }, { field: "trace.scores" }]
  const sorted = draft({
    target: "traces",
    columns,
    filters: [{ field: "trace.attributes.user.id", operator: "eq", value: "ada" }],
    sort: [{ field: "trace.durationMs", direction: "desc" }]
  })
  await walk("query_page_view", { draft: sorted, limit: 1, search: "span" })
  const spans = draft({
    target: "trace",
    columns: [...columns, { field: "span.input" }],
    groupBy: "span.attributes.user.id"
  })
  await walk("query_page_view", { draft: spans, traceId: traceId(1), limit: 1 })
  for (let n = 0; n < 2; n++) await tell("delete_trace", { id: traceId(1) })
  await send(parent, span(3, 1))
  await tell("create_score", score)
  await tell("record_traces", { traces: [{ id: traceId(1), name: "again", startedAt: at }] })
  return met
}
