import type { Records } from "../../core/record.ts"
import { open, stamps } from "../record-fields.ts"

/** Reviews by people. */
export const reviewRecords = {
  review: {
    id: "string",
    status: "string",
    traceId: "string",
    spanId: "string",
    reviewerId: "string",
    reviewerName: "string",
    verdict: "string",
    comment: "string",
    scores: { each: "number" },
    completedAt: "timestamp",
    ...stamps,
    ...open
  }
} as const satisfies Records
