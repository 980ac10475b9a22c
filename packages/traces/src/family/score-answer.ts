import type { Score } from "../store/index.ts"

/** A score as reads answer it. */
export const scoreAnswer = (score: Score) => ({
  id: score.id,
  traceId: score.traceId,
  spanId: score.spanId,
  name: score.name,
  dataType: score.dataType,
  value: score.value,
  label: score.label,
  explanation: score.explanation,
  source: score.source,
  annotatorKind: score.annotatorKind,
  identifier: score.identifier,
  metadata: JSON.parse(score.metadata),
  createdAt: score.createdAt.toISOString(),
  createdBy: JSON.parse(score.createdBy),
  updatedAt: score.updatedAt.toISOString()
})
