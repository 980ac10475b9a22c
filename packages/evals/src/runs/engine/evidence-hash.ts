import { hash } from "node:crypto"
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

/** The SHA-256 of what is frozen, in hexadecimal digits: of the texts as they are kept, whatever reads them. Law: F1. */
export const evidenceHash = ({ item, output, exchange, attempts, scores }: Frozen): string =>
  hash(
    "sha256",
    JSON.stringify([item, output, exchange, attempts.map(attemptText), scores.map(scoreText).toSorted()]),
    "hex"
  )
