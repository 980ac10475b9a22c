import type { Convention } from "../convention.ts"

/**
 * What the AI SDK of Vercel sends under its own names. Only the innermost calls are generations: the outer ones repeat
 * their usage.
 */
export const vercelAi: Convention = {
  name: "vercel-ai",
  roots: ["ai"],
  type: {
    key: "ai.operationId",
    values: { "ai.toolCall": "tool" },
    endings: { ".doGenerate": "generation", ".doStream": "generation", ".doEmbed": "embedding" },
    otherwise: "agent"
  },
  fields: {
    input: [
      { json: "ai.prompt.messages" },
      { json: "ai.prompt" },
      { json: "ai.toolCall.args" },
      { json: "ai.value" },
      "ai.values"
    ],
    output: [
      {
        together: {
          text: "ai.response.text",
          object: { json: "ai.response.object" },
          toolCalls: { json: "ai.response.toolCalls" }
        }
      },
      { json: "ai.toolCall.result" }
    ],
    model: ["ai.response.model", "ai.model.id"],
    provider: ["ai.model.provider"],
    inputTokens: ["ai.usage.inputTokens", "ai.usage.promptTokens", "ai.usage.tokens"],
    outputTokens: ["ai.usage.outputTokens", "ai.usage.completionTokens"],
    totalTokens: ["ai.usage.totalTokens"],
    cacheReadTokens: ["ai.usage.cachedInputTokens", "ai.usage.inputTokenDetails.cacheReadTokens"],
    cacheWriteTokens: ["ai.usage.inputTokenDetails.cacheWriteTokens"],
    reasoningTokens: ["ai.usage.reasoningTokens", "ai.usage.outputTokenDetails.reasoningTokens"],
    firstToken: [
      { after: "ai.response.msToFirstChunk", unit: "milliseconds" },
      { after: "ai.stream.msToFirstChunk", unit: "milliseconds" }
    ],
    traceName: ["ai.telemetry.functionId"],
    userId: ["ai.telemetry.metadata.userId"],
    sessionId: ["ai.telemetry.metadata.sessionId"],
    tags: ["ai.telemetry.metadata.tags"],
    metadata: [{ below: "ai.telemetry.metadata" }]
  }
}
