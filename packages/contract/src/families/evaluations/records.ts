import type { Records } from "../../core/record.ts"
import { content, open, stamps, timing, usage } from "../record-fields.ts"

/** Evaluations, their runs, and the cases of a run. */
export const evaluationRecords = {
  evaluation: {
    id: "string",
    name: "string",
    description: "string",
    datasetId: "string",
    runCount: "number",
    lastRunAt: "timestamp",
    ...stamps,
    ...open
  },
  run: {
    id: "string",
    evaluationId: "string",
    name: "string",
    status: "string",
    caseCount: "number",
    completedCount: "number",
    failedCount: "number",
    scores: { each: "number" },
    ...timing,
    ...usage,
    ...content,
    ...open
  },
  case: {
    id: "string",
    runId: "string",
    traceId: "string",
    name: "string",
    status: "string",
    expected: "json",
    scores: { each: "number" },
    ...timing,
    ...usage,
    ...content,
    ...open
  }
} as const satisfies Records
