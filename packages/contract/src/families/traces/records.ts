import type { Records } from "../../core/record.ts"
import { content, open, timing, usage } from "../record-fields.ts"

/** Traces, and the spans that they are made of. */
export const traceRecords = {
  trace: {
    id: "string",
    name: "string",
    status: "string",
    userId: "string",
    sessionId: "string",
    environment: "string",
    release: "string",
    spanCount: "number",
    errorCount: "number",
    updatedAt: "timestamp",
    scores: { each: "number" },
    ...timing,
    ...usage,
    ...content,
    ...open
  },
  span: {
    id: "string",
    traceId: "string",
    parentId: "string",
    name: "string",
    kind: "string",
    type: "string",
    status: "string",
    model: "string",
    provider: "string",
    firstTokenAt: "timestamp",
    cacheReadTokens: "number",
    cacheWriteTokens: "number",
    reasoningTokens: "number",
    scores: { each: "number" },
    ...timing,
    ...usage,
    ...content,
    ...open
  }
} as const satisfies Records
