import type { Convention } from "../convention.ts"

/** What OpenInference's instrumentations send. Source: `@arizeai/openinference-semantic-conventions`. */
export const openinference: Convention = {
  name: "openinference",
  roots: ["openinference", "llm", "input", "output", "embedding", "retrieval", "metadata", "tag"],
  type: {
    key: "openinference.span.kind",
    values: {
      LLM: "generation",
      CHAIN: "chain",
      AGENT: "agent",
      TOOL: "tool",
      RETRIEVER: "retriever",
      RERANKER: "retriever",
      EMBEDDING: "embedding",
      EVALUATOR: "evaluator",
      GUARDRAIL: "guardrail",
      PROMPT: "prompt"
    }
  },
  fields: {
    input: ["input.value", { list: "llm.input_messages", item: "message" }],
    output: [
      "output.value",
      { list: "llm.output_messages", item: "message" },
      { list: "retrieval.documents", item: "document" }
    ],
    model: ["llm.model_name", "embedding.model_name"],
    provider: ["llm.provider", "llm.system"],
    inputTokens: ["llm.token_count.prompt"],
    outputTokens: ["llm.token_count.completion"],
    totalTokens: ["llm.token_count.total"],
    cacheReadTokens: ["llm.token_count.prompt_details.cache_read"],
    cacheWriteTokens: ["llm.token_count.prompt_details.cache_write"],
    reasoningTokens: ["llm.token_count.completion_details.reasoning"],
    cost: ["llm.cost.total"],
    tags: ["tag.tags"],
    metadata: ["metadata"]
  }
}
