import type { Scorer } from "@agent-operations/contract/scorers"
import type { ScoreRecord } from "../runs/model.ts"

type Source = Scorer["source"]
export type Settings = Omit<Scorer["settings"], "extra">

/** What is scored in the pool: judges, apps and people score elsewhere. */
export type PooledSource = Extract<Source, { readonly type: "builtin" | "code" }>
export type Builtin = Extract<Source, { readonly type: "builtin" }>
export type Code = Extract<Source, { readonly type: "code" }>

/** A target, as scorers see it: JSON. What is undefined is not there. */
export interface ScorerValues {
  readonly input: unknown
  readonly output: unknown
  /** Null where the item has none. */
  readonly expected: unknown
  readonly metadata: unknown
  /** What `latency` and `usage` read: `{ durationMs?, usage?: { micros?, inputTokens?, outputTokens? } }`, and more. */
  readonly trace: unknown
}

/** What a scorer says, before it is read by the scorer's settings. */
export interface RawScore {
  /** A number, or true or false, or a label; null for no score. */
  readonly value?: unknown
  readonly label?: unknown
  readonly explanation?: unknown
  readonly metadata?: unknown
}

/** Why there is no score that counts. */
export type FailureCode =
  | "TIMEOUT"
  | "OUT_OF_MEMORY"
  | "THREW"
  | "NEVER_SETTLED"
  | "INVALID_CODE"
  | "INVALID_SCORE"
  | "RESULT_TOO_LARGE"
  | "INPUT_MISSING"
  | "INPUT_UNSUITABLE"
  | "INPUT_TOO_DEEP"

export interface Failure {
  readonly code: FailureCode
  /** What is wrong, and what to do about it, in sentences. */
  readonly message: string
}

/** A score, as a target keeps it by the alias of its scorer. */
export type Score = Omit<ScoreRecord, "alias">

/** What came of a scorer: what it says, or why it says nothing; and what it logged. */
export type Outcome = { readonly _tag: "Raw"; readonly raw: RawScore; readonly logs?: string } | Failed

export interface Failed {
  readonly _tag: "Failed"
  readonly failure: Failure
  readonly logs?: string
}

export const raw = (score: RawScore): Outcome => ({ _tag: "Raw", raw: score })

export const failed = (code: FailureCode, message: string): Failed => ({ _tag: "Failed", failure: { code, message } })
