/**
 * Traces of agents: what they did, span by span, and how it was scored.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import { getTrace, listTraces, listTraceScores, listTraceSpans } from "./read.ts"
import { recordTraces } from "./record.ts"
import { traceRecords } from "./records.ts"
import { traceScopes } from "./scopes.ts"
import { createScore, deleteScore, deleteTrace } from "./write.ts"

export { dataTypeOf, scoreDataTypes } from "./score.ts"
export { spanKinds, spanTypes } from "./span.ts"
export { traceStatuses } from "./trace.ts"

/** The operations over traces. They are served by who mounts them: `viewFamilies` does not have them. */
export const traces = family("traces", {
  title: "Traces",
  scopes: traceScopes,
  records: traceRecords,
  operations: {
    record: recordTraces,
    list: listTraces,
    get: getTrace,
    spans: listTraceSpans,
    scores: listTraceScores,
    createScore,
    deleteScore,
    delete: deleteTrace
  }
})
