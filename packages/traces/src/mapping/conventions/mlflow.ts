import { type Convention, member } from "../convention.ts"

const usage = "mlflow.chat.tokenUsage"

/** What MLflow's tracing sends: every value is a JSON text, a text too. Source: its `SpanAttributeKey`. */
export const mlflow: Convention = {
  name: "mlflow",
  roots: ["mlflow"],
  type: {
    key: "mlflow.spanType",
    values: Object.fromEntries(
      (
        [
          ["LLM", "generation"],
          ["CHAT_MODEL", "generation"],
          ["CHAIN", "chain"],
          ["WORKFLOW", "chain"],
          ["TASK", "chain"],
          ["AGENT", "agent"],
          ["TOOL", "tool"],
          ["RETRIEVER", "retriever"],
          ["RERANKER", "retriever"],
          ["EMBEDDING", "embedding"],
          ["EVALUATOR", "evaluator"],
          ["GUARDRAIL", "guardrail"]
        ] as const
      ).flatMap(([name, type]) => [
        [name, type],
        [JSON.stringify(name), type]
      ])
    )
  },
  fields: {
    input: [{ json: "mlflow.spanInputs" }],
    output: [{ json: "mlflow.spanOutputs" }],
    model: [{ json: "mlflow.llm.model" }],
    provider: [{ json: "mlflow.llm.provider" }],
    inputTokens: [member(usage, "input_tokens")],
    outputTokens: [member(usage, "output_tokens")],
    totalTokens: [member(usage, "total_tokens")],
    cacheReadTokens: [member(usage, "cache_read_input_tokens")],
    cacheWriteTokens: [member(usage, "cache_creation_input_tokens")],
    cost: [member("mlflow.llm.cost", "total_cost")],
    metadata: [{ below: "mlflow.traceTag" }],
    userId: [{ json: "mlflow.trace.user" }],
    sessionId: [{ json: "mlflow.trace.session" }]
  }
}
