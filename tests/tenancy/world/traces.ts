import { ask, call, type Case, own, type Project } from "./project.ts"

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

/** An hour after or before that of the traces. */
export const hour = (n: number) => new Date(Date.UTC(2015, 10, 20, 10 + n)).toISOString()

const minutes = (n: number) => new Date(Date.UTC(2015, 10, 20, 11, n)).toISOString()

/** Traces that differ from each other in all that they have. */
const various = [
  {
    id: traceId(11),
    name: own("various"),
    userId: own("ada"),
    sessionId: own("first"),
    environment: "production",
    release: "1.0",
    input: { messages: [{ role: "user", content: "Where?" }] },
    output: { messages: [{ role: "assistant", content: "Here." }] },
    metadata: { plan: "pro", seats: 3 },
    tags: ["billing", "beta"],
    spans: [
      {
        id: spanId(1),
        name: own("agent"),
        type: "agent",
        kind: "server",
        status: "ok",
        startedAt: minutes(0),
        endedAt: minutes(5),
        attributes: { tier: "silver", "http.route": "/ask" },
        metadata: { plan: "pro" },
        tags: ["root"]
      },
      {
        id: spanId(2),
        parentId: spanId(1),
        name: own("answer"),
        type: "generation",
        kind: "client",
        status: "unset",
        startedAt: minutes(1),
        endedAt: minutes(3),
        startNano: `${Date.parse(minutes(1))}000000`,
        endNano: `${Date.parse(minutes(3))}500000`,
        model: "gpt-4o",
        provider: "openai",
        usage: { inputTokens: 1000, outputTokens: 50, totalTokens: 1050, cacheReadTokens: 400, reasoningTokens: 20 },
        attributes: { "langfuse.observation.completion_start_time": `"${minutes(2)}"` },
        input: "Where?",
        output: "Here."
      },
      {
        id: spanId(3),
        parentId: spanId(1),
        name: own("look up"),
        type: "tool",
        kind: "internal",
        status: "error",
        startedAt: minutes(3),
        endedAt: minutes(4),
        error: { message: "No such place." },
        attributes: { tier: "gold" },
        events: [
          { name: "retry", at: minutes(3), attributes: { attempt: 2 } },
          { name: "gave up", timeNano: `${Date.parse(minutes(4))}000001` }
        ]
      },
      {
        id: spanId(4),
        parentId: spanId(2),
        name: own("judge"),
        type: "evaluator",
        kind: "producer",
        startedAt: minutes(2),
        endedAt: null,
        endNano: null,
        version: 3,
        cost: 0.25
      }
    ]
  },
  {
    id: traceId(12),
    name: own("second"),
    userId: own("ben"),
    sessionId: own("first"),
    environment: "staging",
    release: "1.1",
    output: "Paris",
    metadata: { plan: "free", seats: 1 },
    tags: ["beta"],
    spans: ["chain", "retriever", "embedding", "guardrail", "prompt", "event", "span"].map((type, n) => ({
      id: spanId(n + 1),
      ...(n > 0 && { parentId: spanId(1) }),
      name: own(type),
      type,
      kind: n % 2 === 0 ? "consumer" : "internal",
      startedAt: minutes(60 + n),
      endedAt: minutes(75 - n),
      ...(type === "embedding" && {
        model: "text-embedding-3-small",
        provider: "azure",
        usage: { inputTokens: 7, cacheWriteTokens: 3 },
        cost: 1.5
      })
    }))
  },
  {
    id: traceId(13),
    name: own("third"),
    userId: own("ben"),
    sessionId: own("second"),
    environment: "production",
    release: "1.0",
    spans: [{ id: spanId(1), name: own("still"), startedAt: minutes(-30), status: "error", error: "It broke." }]
  },
  { id: traceId(14), name: own("alone"), startedAt: minutes(0), endedAt: minutes(5) }
]

const scored = [
  { traceId: traceId(11), name: "helpful", value: 0.25, source: "API", annotatorKind: "HUMAN", explanation: "Partly." },
  { traceId: traceId(11), name: "kind", value: true, dataType: "BOOLEAN", source: "EVAL", annotatorKind: "CODE" },
  { traceId: traceId(11), name: "tone", value: "warm", dataType: "CATEGORICAL", label: "good", metadata: { by: 1 } },
  { traceId: traceId(11), name: "note", value: "Well done.", dataType: "TEXT", source: "ANNOTATION" },
  { traceId: traceId(11), spanId: spanId(2), name: "helpful", value: 0.75, annotatorKind: "LLM", identifier: "b" },
  { traceId: traceId(12), name: "helpful", value: 1, label: "bad", identifier: "b" },
  { traceId: traceId(12), name: "kind", value: false, dataType: "BOOLEAN" },
  { traceId: traceId(13), spanId: spanId(1), name: "tone", value: "cold", dataType: "CATEGORICAL" }
]

/** What a person said is sent by one. */
const whoScores = ({ annotatorKind }: (typeof scored)[number]) => (annotatorKind === "HUMAN" ? "ada" : "key")

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
  await tell("record_traces", { traces: various })
  for (const one of scored) await tell("create_score", one, whoScores(one))
  await tell("create_score", { ...scored[4], value: 0.5 })
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
    ...[11, 12, 13, 14].map((n) => ask("get_trace", { id: traceId(n) })),
    ...[11, 12].flatMap((n) => [
      ask("list_trace_spans", { traceId: traceId(n), fields: "all" }),
      ask("list_trace_spans", { traceId: traceId(n), fields: "facts", ids: [spanId(3), spanId(2), spanId(99)] }),
      ask("list_trace_spans", { traceId: traceId(n), parentId: spanId(1), limit: 2 }),
      ask("list_trace_scores", { traceId: traceId(n) }),
      ask("list_trace_scores", { traceId: traceId(n), limit: 2 }),
      ask("list_trace_scores", { traceId: traceId(n), spanId: spanId(2) })
    ]),
    ask("list_traces", { from: minutes(-30), to: minutes(60), includeTotal: true }),
    ask("list_traces", { from: minutes(-30), search: "second" }),
    ask("record_traces", { traces: various.map((one, n) => ({ ...one, id: traceId(20 + n) })) }),
    ask("record_traces", {
      traces: [{ ...various[0], name: own("again"), tags: ["new"], output: null, release: "2.0" }]
    }),
    ...scored.map((one) => ask("create_score", { ...one, traceId: traceId(12), identifier: "again" }, whoScores(one))),
    ask("create_score", { ...scored[0], identifier: "again" }),
    ask("create_score", { traceId: traceId(11), name: "tone", value: "cold", dataType: "CATEGORICAL" }),
    ask("create_score", { traceId: traceId(11), name: "helpful", value: 2, label: null, explanation: null }),
    ask("create_score", { traceId: traceId(11), name: "helpful", value: "good" }),
    ask("create_score", { traceId: traceId(11), spanId: spanId(77), name: "helpful", value: 1 }),
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
