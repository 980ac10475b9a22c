import { createHash, type Hash } from "node:crypto"
import { textPieces } from "@agent-operations/operations"
import type { Attempt, ScoreRecord } from "../model.ts"

/** What is frozen of a target once it has ended; texts are JSON, as they are kept. */
export interface Frozen {
  readonly item: string
  readonly output: string
  readonly exchange: string
  readonly attempts: ReadonlyArray<Attempt>
  readonly scores: ReadonlyArray<ScoreRecord>
}

const attemptText = (a: Attempt) =>
  JSON.stringify([
    a.number,
    a.startedAt,
    a.endedAt,
    a.outcome,
    a.errorCode,
    a.message,
    a.httpStatus,
    a.retryAfterMs,
    a.spentMicros,
    a.assumed
  ])

const scoreText = (s: ScoreRecord) =>
  JSON.stringify([s.alias, s.status, s.value, s.label, s.passed, s.detail, s.spentMicros])

/** Adds a text as JSON has it. */
function* addText(hash: Hash, text: string): Generator<void> {
  for (const piece of textPieces(text)) {
    hash.update(piece)
    if (piece.length > 1) yield
  }
}

function* addTexts(hash: Hash, texts: ReadonlyArray<string>): Generator<void> {
  for (const [n, text] of texts.entries()) {
    hash.update(n === 0 ? "[" : ",")
    yield* addText(hash, text)
  }
  hash.update(texts.length === 0 ? "[]" : "]")
}

/**
 * The SHA-256 of what is frozen, in hexadecimal digits: of the texts as they are kept, whatever reads them. They may be of
 * megabytes: by steps. Laws: F1, K3.
 */
export function* evidenceHash({ item, output, exchange, attempts, scores }: Frozen): Generator<void, string> {
  const hash = createHash("sha256").update("[")
  for (const text of [item, output, exchange]) {
    yield* addText(hash, text)
    hash.update(",")
  }
  yield* addTexts(hash, attempts.map(attemptText))
  hash.update(",")
  yield* addTexts(hash, scores.map(scoreText).toSorted())
  return hash.update("]").digest("hex")
}
