/** Fields that the records of several families have. */
export const timing = { startedAt: "timestamp", endedAt: "timestamp", durationMs: "number" } as const
export const usage = { inputTokens: "number", outputTokens: "number", totalTokens: "number", cost: "number" } as const
export const content = { input: "json", output: "json", error: "json" } as const
export const open = { tags: "strings", attributes: { each: "json" }, metadata: { each: "json" } } as const
export const stamps = { createdAt: "timestamp", updatedAt: "timestamp" } as const
