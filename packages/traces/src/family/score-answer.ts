import type { Score } from "../store/index.ts"

/** A score as reads answer it. What the store holds as JSON stays text: it may be long. Law: K3. */
export const scoreText = (score: Score): string => {
  const facts = JSON.stringify({
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
    identifier: score.identifier
  })
  return [
    facts.slice(0, -1),
    `"metadata":${score.metadata}`,
    `"createdAt":"${score.createdAt.toISOString()}"`,
    `"createdBy":${score.createdBy}`,
    `"updatedAt":"${score.updatedAt.toISOString()}"}`
  ].join(",")
}
