import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { exampleTraceId, TraceId } from "./primitives.ts"
import { exampleScore, Score, ScoreId, ScoreInput } from "./score.ts"

/** Scores a trace or a span, which may come later. Law: T18. */
export const createScore = operation({
  id: "create_score",
  summary: "Score a trace or a span",
  description:
    "Writes a score of a trace, or of one of its spans. One with the same trace, span, name and identifier is replaced, and " +
    "keeps its ID. A trace, like a span, has at most 1,000.",
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
  description: "Deletes a score.",
  scopes: ["traces:write"],
  effect: "destructive",
  input: Schema.Struct({ id: ScoreId }),
  result: Schema.Struct({ id: ScoreId, deleted: Schema.Literal(true) }),
  errors: ["NOT_FOUND"],
  example: { input: { id: exampleScore.id }, result: { id: exampleScore.id, deleted: true } }
})

/** Deletes a trace with all that there is of it. Law: T19. */
export const deleteTrace = operation({
  id: "delete_trace",
  summary: "Delete a trace",
  description:
    "Deletes a trace with its spans and scores, at once. For 30 days spans and scores of its ID are refused: TRACE_DELETED.",
  scopes: ["traces:write"],
  effect: "destructive",
  input: Schema.Struct({ id: TraceId }),
  result: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true), spans: Schema.Natural }),
  errors: ["NOT_FOUND"],
  example: { input: { id: exampleTraceId }, result: { id: exampleTraceId, deleted: true, spans: 1 } }
})
