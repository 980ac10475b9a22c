import type { Convention } from "../convention.ts"

/** OpenTelemetry's conventions for generative AI, with what earlier versions of them wrote. */
export const genAi: Convention = {
  name: "gen_ai",
  roots: ["gen_ai"],
  type: {
    key: "gen_ai.operation.name",
    values: {
      chat: "generation",
      text_completion: "generation",
      generate_content: "generation",
      embeddings: "embedding",
      execute_tool: "tool",
      invoke_agent: "agent",
      create_agent: "agent"
    }
  },
  fields: {
    input: [
      { together: { system: { json: "gen_ai.system_instructions" }, messages: { json: "gen_ai.input.messages" } } },
      {
        events: {
          "gen_ai.system.message": "system",
          "gen_ai.user.message": "user",
          "gen_ai.assistant.message": "assistant",
          "gen_ai.tool.message": "tool",
          "gen_ai.content.prompt": "user"
        }
      },
      { list: "gen_ai.prompt" },
      { json: "gen_ai.prompt" },
      { json: "gen_ai.tool.call.arguments" }
    ],
    output: [
      { json: "gen_ai.output.messages" },
      { events: { "gen_ai.choice": "assistant", "gen_ai.content.completion": "assistant" } },
      { list: "gen_ai.completion" },
      { json: "gen_ai.completion" },
      { json: "gen_ai.tool.call.result" }
    ],
    model: ["gen_ai.response.model", "gen_ai.request.model"],
    provider: ["gen_ai.provider.name", "gen_ai.system"],
    inputTokens: ["gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"],
    outputTokens: ["gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"],
    totalTokens: ["gen_ai.usage.total_tokens", "llm.usage.total_tokens"],
    cacheReadTokens: ["gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens"],
    cacheWriteTokens: ["gen_ai.usage.cache_creation.input_tokens", "gen_ai.usage.cache_creation_input_tokens"],
    reasoningTokens: ["gen_ai.usage.reasoning.output_tokens", "gen_ai.usage.reasoning_tokens"],
    cost: ["gen_ai.usage.cost"],
    firstToken: [
      { after: "gen_ai.client.operation.time_to_first_chunk", unit: "seconds" },
      { after: "gen_ai.response.time_to_first_chunk", unit: "seconds" },
      { after: "gen_ai.server.time_to_first_token", unit: "seconds" }
    ]
  }
}
