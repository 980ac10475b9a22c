import { Context, type Effect } from "effect"
import type { ErrorCode, ScoreRecord } from "../model.ts"
import type { Claim } from "../store/claim.ts"

/** What a call of an app came to. */
export type Invocation =
  | {
      readonly _tag: "Output"
      /** JSON text, within its bound. */
      readonly output: string
      /** What was sent and answered beside it, with secrets taken out, as JSON text. */
      readonly exchange: string
      readonly httpStatus: number | null
      /** What it used, in micro-units, as far as it is known; else what the app costs by itself. */
      readonly spentMicros: bigint
    }
  | {
      readonly _tag: "Failed"
      readonly errorCode: ErrorCode
      readonly message: string
      readonly exchange: string
      readonly httpStatus: number | null
      /** Whether another attempt may go better, and how long the app asks to wait before it. */
      readonly retryable: boolean
      readonly retryAfterMs: number | null
      readonly spentMicros: bigint
      /** Whether nobody knows if the app did, and charged for, the work. */
      readonly assumed: boolean
    }

/** What an app answered, and in how long. */
export interface Answered {
  /** JSON texts. */
  readonly output: string
  readonly exchange: string
  readonly durationMs: number
}

/**
 * What is done for a target: the engine decides when, how often and what counts. Neither fails; both may be interrupted
 * at any moment.
 */
export class Executor extends Context.Service<
  Executor,
  {
    /** Calls the app once, with the same idempotency key and trace for all attempts of a target. Law: G3. */
    readonly invoke: (claim: Claim) => Effect.Effect<Invocation>
    /** Scores an output by each scorer of the run. A scorer that fails makes its own score `failed`. */
    readonly score: (claim: Claim, answered: Answered) => Effect.Effect<ReadonlyArray<ScoreRecord>>
    /** The item of a target as it was pinned, as JSON text: what its evidence freezes. */
    readonly item: (claim: Claim) => Effect.Effect<string>
  }
>()("@agent-operations/evals/Executor") {}
