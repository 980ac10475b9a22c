import { call, type Case, own, type Project } from "./project.ts"

/** An ID of a trace that ends as those do that are this project's. */
export const traceId = (n: number): string => `${n.toString(16).padStart(30, "a")}00`

const at = (second: number) => new Date(Date.UTC(2015, 10, 20, 10, 0, second)).toISOString()
const spanId = (n: number) => n.toString(16).padStart(16, "0")

const trace = (n: number) => ({
  id: traceId(n),
  name: own(`one ${n}`),
  userId: own("ada"),
  input: own("What?"),
  spans: [1, 2].map((k) => ({
    id: spanId(k),
    ...(k === 2 && { parentId: spanId(1) }),
    name: own(`span ${k}`),
    attributes: { tier: own("gold") },
    type: "generation",
    startedAt: at(n * 10),
    endedAt: at(n * 10 + k),
    model: "gpt-4o-mini",
    provider: "openai",
    usage: { inputTokens: 120 * n, outputTokens: 30 }
  }))
})

/** A span of each trace, as an exporter of OpenTelemetry sends it. */
const exported = (...traces: ReadonlyArray<number>) => {
  const nanoseconds = (second: number) => `${Date.parse(at(second))}000000`
  const spans = traces.map((n) => ({
    traceId: traceId(n),
    spanId: spanId(9),
    name: own(`exported ${n}`),
    startTimeUnixNano: nanoseconds(n),
    endTimeUnixNano: nanoseconds(n + 1)
  }))
  return { resourceSpans: [{ scopeSpans: [{ spans }] }] }
}

/** Traces with scores, one of which is deleted. */
export const tracesOf = async ({ tell }: Project): Promise<ReadonlyArray<Case>> => {
  await tell("record_traces", { traces: [1, 2, 3, 4, 5].map(trace) })
  const score = { traceId: traceId(1), name: "helpful", value: 1 }
  const { id } = await tell("create_score", score)
  for (const more of [{ value: 0.5, identifier: "b" }, { spanId: spanId(1) }, { traceId: traceId(2), value: 0.25 }])
    await tell("create_score", { ...score, ...more })
  await tell("delete_trace", { id: traceId(5) })
  const page = await tell("list_traces", { limit: 2 })
  const spans = await tell("list_trace_spans", { traceId: traceId(1), limit: 1 })
  const scores = await tell("list_trace_scores", { traceId: traceId(1), limit: 1 })
  const since = { from: at(0) }
  const filters = [
    { field: "trace.userId", operator: "eq", value: own("ada") },
    { field: "trace.attributes.tier", operator: "eq", value: own("gold") },
    { field: "trace.attributes.tier", operator: "ne", value: "silver" },
    { field: "trace.id", operator: "in", value: [traceId(1), traceId(2)] },
    { field: "trace.status", operator: "ne", value: "error" },
    { field: "trace.scores.helpful", operator: "exists", value: false },
    { field: "trace.scores.helpful", operator: "gte", value: 0.5 },
    { field: "trace.scores", operator: "exists" },
    { field: "trace.input", operator: "contains", value: "What" },
    { field: "trace.startedAt", operator: "gt", value: at(15) }
  ]
  const count = [{ measure: "count", aggregation: "count" }]
  const draft = (settings: object) => ({ source: { type: "table" }, settings, references: {} })
  const columns = [{ field: "trace.name" }, { field: "trace.input" }, { field: "trace.scores" }]
  return [
    call("list_traces"),
    call("list_traces", { limit: 2, cursor: page.nextCursor }),
    call("list_traces", { ...since, search: "one", includeTotal: true }),
    call("list_traces", { from: at(0), to: at(25), includeTotal: true }),
    call("list_traces", { ...since, filters: filters.slice(0, 2), search: "one", includeTotal: true }),
    ...filters.map((filter) => call("list_traces", { ...since, filters: [filter] })),
    call("get_trace", { id: traceId(1) }),
    call("get_trace", { id: traceId(5) }),
    call("list_trace_spans", { traceId: traceId(1) }),
    call("list_trace_spans", { traceId: traceId(1), limit: 1, cursor: spans.nextCursor }),
    call("list_trace_spans", { traceId: traceId(1), parentId: null, fields: "facts" }),
    call("list_trace_spans", { traceId: traceId(1), parentId: spanId(1) }),
    call("list_trace_scores", { traceId: traceId(1) }),
    call("list_trace_scores", { traceId: traceId(1), limit: 1, cursor: scores.nextCursor }),
    call("list_trace_scores", { traceId: traceId(1), spanId: spanId(1) }),
    call("record_traces", { traces: [trace(6)] }),
    call("record_traces", { traces: [trace(1), trace(7)] }),
    call("record_traces", {
      traces: [{ ...trace(1), name: "longer", spans: [{ ...trace(1).spans[0], output: "more" }] }]
    }),
    call("record_traces", { traces: [trace(5)] }),
    call("GET /api/traces", { ...since, filters: filters.slice(3, 4), limit: 2 }),
    call("POST /api/traces", { traces: [trace(1), trace(7)] }),
    call("POST /v1/traces", exported(1, 8)),
    call("POST /v1/traces", exported(5)),
    call("create_score", { traceId: traceId(3), name: "helpful", value: 1 }),
    call("create_score", { traceId: traceId(1), name: "helpful", value: 0.75 }),
    call("create_score", { traceId: traceId(5), name: "helpful", value: 1 }),
    call("delete_score", { id }),
    call("delete_trace", { id: traceId(1) }),
    ...["traces", "spans", "scores"].flatMap((over) =>
      [
        { measures: count },
        { measures: count, dimensions: ["name"], granularity: "hour" },
        { measures: [{ measure: "count", aggregation: "distinctUsers" }], dimensions: ["userId"] },
        { measures: count, filters: filters.slice(1, 2) },
        { measures: count, filters: [{ field: "trace.scores.helpful", operator: "eq", value: 0.25 }] }
      ].map((query) => call("query_metrics", { over, ...query, from: at(0), to: at(3600) }))
    ),
    call("query_metrics", {
      over: "spans",
      measures: [
        { measure: "cost", aggregation: "sum" },
        { measure: "durationMs", aggregation: "p95" }
      ],
      filters: [{ field: "span.scores.helpful", operator: "eq", value: 1 }],
      from: at(0),
      to: at(3600)
    }),
    call("query_page_view", {
      draft: draft({
        target: "traces",
        columns,
        filters: filters.slice(1, 2),
        sort: [{ field: "trace.durationMs", direction: "desc" }]
      }),
      limit: 1,
      ...since,
      search: "one"
    }),
    call("query_page_view", {
      draft: draft({
        target: "trace",
        columns: [...columns, { field: "span.input" }],
        groupBy: "span.attributes.tier"
      }),
      traceId: traceId(1),
      limit: 1
    })
  ]
}
