import { spanTypes } from "@agent-operations/contract/traces"
import type { Convention } from "../convention.ts"

/** What the keys of what `record_traces` is told begin with: they come before what attributes say. */
export const recordedPrefix = "agent_operations."

/** The name of the scope of what `record_traces` records. */
export const recordedScope = "record_traces"

/** What `record_traces` is told beside attributes. */
export const recorded: Convention = {
  name: "agent_operations",
  roots: ["agent_operations"],
  type: {
    key: "agent_operations.type",
    values: Object.fromEntries(spanTypes.map((type) => [type, type]))
  },
  fields: {
    input: [{ json: "agent_operations.input" }],
    output: [{ json: "agent_operations.output" }],
    error: [{ json: "agent_operations.error" }],
    model: ["agent_operations.model"],
    provider: ["agent_operations.provider"],
    inputTokens: ["agent_operations.input_tokens"],
    outputTokens: ["agent_operations.output_tokens"],
    totalTokens: ["agent_operations.total_tokens"],
    cacheReadTokens: ["agent_operations.cache_read_tokens"],
    cacheWriteTokens: ["agent_operations.cache_write_tokens"],
    reasoningTokens: ["agent_operations.reasoning_tokens"],
    cost: ["agent_operations.cost"],
    traceName: ["agent_operations.trace_name"],
    userId: ["agent_operations.user_id"],
    sessionId: ["agent_operations.session_id"],
    environment: ["agent_operations.environment"],
    release: ["agent_operations.release"],
    tags: ["agent_operations.tags"],
    metadata: [{ json: "agent_operations.metadata" }]
  }
}
