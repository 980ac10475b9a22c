import type { Attempt, ErrorCode, ScoreRecord, Space, TargetStatus } from "../model.ts"

/** The target that a worker settles, and the attempt that it worked on: nobody else's counts. Law: X5. */
interface Settled {
  readonly space: Space
  readonly runId: string
  readonly ordinal: number
}

/** How a piece of work ended. */
export type Outcome = Settled &
  (
    | {
        readonly _tag: "Output"
        readonly attempt: Attempt
        /** JSON text. */
        readonly output: string
        /** What was sent and answered beside it, as JSON text. */
        readonly exchange: string
        /** What the app says to have used beyond the hold. */
        readonly overrun: boolean
      }
    | { readonly _tag: "Retry"; readonly attempt: Attempt; readonly afterMillis: number }
    | {
        readonly _tag: "Failed"
        /** Its number alone where it is written down already: it was lost. */
        readonly attempt: Attempt | Pick<Attempt, "number">
        readonly errorCode: ErrorCode
        readonly evidenceHash: string
        readonly exchange: string
      }
    | {
        readonly _tag: "Scored"
        /** The attempt whose output was scored. */
        readonly attempt: Pick<Attempt, "number">
        readonly scores: ReadonlyArray<ScoreRecord>
        readonly evidenceHash: string
      }
    | { readonly _tag: "Cancelled"; readonly attempt: Attempt | Pick<Attempt, "number"> }
    | { readonly _tag: "Released"; readonly attempt: Attempt }
  )

/** Whether it is to be written down, as every attempt is once. */
export const isAttempt = (attempt: Attempt | Pick<Attempt, "number">): attempt is Attempt => "outcome" in attempt

interface Settle {
  readonly from: "invoking" | "scoring"
  readonly to: TargetStatus
}

/** What becomes of a target, whose run may be on its way to its end. */
export const transition = (outcome: Outcome, isCancelling: boolean): Settle => {
  switch (outcome._tag) {
    case "Output":
      return { from: "invoking", to: "scoring" }
    case "Retry":
    case "Released":
      return { from: "invoking", to: isCancelling ? "cancelled" : "queued" }
    case "Failed":
      return { from: "invoking", to: "failed" }
    case "Scored":
      return { from: "scoring", to: "succeeded" }
    case "Cancelled":
      return { from: isAttempt(outcome.attempt) ? "invoking" : "scoring", to: "cancelled" }
  }
}
