// Traces that ended and one that did not, with spans, scores and what was read from them.
import { call, made } from "./host.mjs"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const second = (n) => new Date(Date.now() - 3_600_000 + n * 1000).toISOString()

export const fillTraces = async () => {
  const answer = { id: "00f067aa0ba902b7", name: "answer", type: "agent", startedAt: second(0), endedAt: second(3) }
  const model = {
    ...{ id: "00f067aa0ba902b8", parentId: answer.id, name: "chat", type: "generation", model: "gpt-4o-mini" },
    ...{ provider: "openai", usage: { inputTokens: 120, outputTokens: 12 }, input: "1 + 1", output: "2" },
    ...{ startedAt: second(1), endedAt: second(2), attributes: { "customer.tier": "pro" } }
  }
  const about = { name: "support", userId: "ada", sessionId: "ada-1", environment: "production", tags: ["sums"] }
  await made("record_traces", {
    traces: [
      { id: traceId, ...about, input: { question: "1 + 1" }, output: "2", spans: [answer, model] },
      { name: "checkout", spans: [{ name: "pay", startedAt: second(5) }] }
    ]
  })
  await made("create_score", { traceId, name: "helpful", value: 0.5, explanation: "It answers." })
  await made("create_score", {
    traceId,
    spanId: model.id,
    name: "tone",
    value: 1,
    annotatorKind: "LLM",
    source: "EVAL"
  })
}

/** Everything that can be read of traces. */
export const lookAtTraces = async () => {
  const from = new Date(Date.now() - 86_400_000).toISOString()
  const list = await made("list_traces", { from, limit: 50 })
  const views = await made("list_page_views", { search: "Slow traces" })
  const measures = [{ measure: "count", aggregation: "count" }]
  return {
    list,
    read: await Promise.all(
      list.items.map(async ({ id }) => ({
        trace: await call("get_trace", { id }),
        spans: await call("list_trace_spans", { traceId: id }),
        scores: await call("list_trace_scores", { traceId: id })
      }))
    ),
    rows: (await made("query_page_view", { id: views.items[0].id, revision: 1, from })).rows,
    metrics: (await made("query_metrics", { over: "traces", measures, from, to: second(3600) })).rows
  }
}

/** Another score, and another span of a trace that was there. */
export const goOnWithTraces = async () => {
  const span = { id: "00f067aa0ba902b9", name: "say", startedAt: second(2), endedAt: second(3) }
  return {
    score: await call("create_score", { traceId, name: "helpful", value: 1 }),
    record: await call("record_traces", { traces: [{ id: traceId, spans: [span] }] }),
    "delete trace": await call("delete_trace", { id: traceId })
  }
}

export const answered = traceId
