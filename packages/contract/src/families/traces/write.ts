import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { exampleTraceId, TraceId } from "./primitives.ts"
import { exampleScore, Score, ScoreId, ScoreInput } from "./score.ts"

/** Scores a trace or a span, which may come later. Law: T18. */
export const createScore = operation({
  id: "create_score",
  summary: "Score a trace or a span",
  description:
    "Writes a score of a trace or of one of its spans. A score with the same trace, span, name and identifier is " +
    "replaced and keeps its ID. One that another key or person gave is only replaced with traces:delete. A trace and a span have at most 1,000 scores each.",
  scopes: ["traces:write"],
  effect: "write",
  input: ScoreInput,
  result: Score,
  errors: ["HUMAN_REQUIRED", "TRACE_DELETED"],
  example: { input: { traceId: exampleTraceId, name: "helpfulness", value: 0.9 }, result: exampleScore }
})

export const deleteScore = operation({
  id: "delete_score",
  summary: "Delete a score",
  description: "Deletes a score. One that another key or person gave requires traces:delete too.",
  scopes: ["traces:write"],
  effect: "destructive",
  input: Schema.Struct({ id: ScoreId.annotateKey({ description: "ID of the score." }) }),
  result: Schema.Struct({
    id: ScoreId.annotateKey({ description: "ID of the score." }),
    deleted: Schema.Literal(true).annotateKey({ description: "Always true." })
  }),
  errors: ["NOT_FOUND"],
  example: { input: { id: exampleScore.id }, result: { id: exampleScore.id, deleted: true } }
})

/** Deletes a trace with all that there is of it. Law: T19. */
export const deleteTrace = operation({
  id: "delete_trace",
  summary: "Delete a trace",
  description:
    "Deletes a trace with its spans and scores at once. For 30 days, spans and scores with its ID are rejected with " +
    "TRACE_DELETED.",
  scopes: ["traces:delete"],
  effect: "destructive",
  input: Schema.Struct({ id: TraceId.annotateKey({ description: "ID of the trace." }) }),
  result: Schema.Struct({
    id: Schema.String.annotateKey({ description: "ID of the trace." }),
    deleted: Schema.Literal(true).annotateKey({ description: "Always true." }),
    spans: Schema.Natural.annotateKey({ description: "The number of spans that were deleted." })
  }),
  errors: ["NOT_FOUND"],
  example: { input: { id: exampleTraceId }, result: { id: exampleTraceId, deleted: true, spans: 1 } }
})
