import { type Convention, member } from "../convention.ts"

const usage = "langfuse.observation.usage_details"
const cost = "langfuse.observation.cost_details"

/** What Langfuse's SDKs send. Source: their `LangfuseOtelSpanAttributes`. */
export const langfuse: Convention = {
  name: "langfuse",
  roots: ["langfuse"],
  type: {
    key: "langfuse.observation.type",
    values: {
      span: "span",
      generation: "generation",
      agent: "agent",
      tool: "tool",
      chain: "chain",
      retriever: "retriever",
      embedding: "embedding",
      evaluator: "evaluator",
      guardrail: "guardrail",
      event: "event"
    }
  },
  // As Langfuse reads it itself, where it also takes the names of other loggers.
  failure: {
    key: "langfuse.observation.level",
    values: ["ERROR", "FATAL", "CRITICAL"],
    message: "langfuse.observation.status_message"
  },
  fields: {
    input: ["langfuse.observation.input", "langfuse.trace.input"],
    output: ["langfuse.observation.output", "langfuse.trace.output"],
    model: ["langfuse.observation.model.name"],
    inputTokens: [member(usage, "input", "input_tokens", "prompt_tokens", "promptTokens")],
    outputTokens: [member(usage, "output", "output_tokens", "completion_tokens", "completionTokens")],
    totalTokens: [member(usage, "total", "total_tokens", "totalTokens")],
    cacheReadTokens: [member(usage, "input_cached_tokens", "cache_read_input_tokens", "input_cache_read")],
    cacheWriteTokens: [member(usage, "cache_creation_input_tokens", "input_cache_creation")],
    reasoningTokens: [member(usage, "output_reasoning_tokens", "output_reasoning", "reasoning_tokens")],
    cost: [member(cost, "total"), { sumOf: cost }],
    firstToken: [{ json: "langfuse.observation.completion_start_time" }],
    traceName: ["langfuse.trace.name"],
    userId: ["langfuse.user.id"],
    sessionId: ["langfuse.session.id"],
    environment: ["langfuse.environment"],
    release: ["langfuse.release"],
    tags: ["langfuse.trace.tags"],
    metadata: [{ below: "langfuse.observation.metadata" }, { below: "langfuse.trace.metadata" }]
  }
}
