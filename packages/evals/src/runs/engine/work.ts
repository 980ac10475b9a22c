import { inTurns } from "@agent-operations/operations"
import { Clock, Effect, Random } from "effect"
import type { Attempt, ScoreRecord } from "../model.ts"
import type { Claim } from "../store/claim.ts"
import type { Outcome } from "../store/outcome.ts"
import { RunStore } from "../store/RunStore.ts"
import { evidenceHash } from "./evidence-hash.ts"
import { Executor, type Invocation } from "./Executor.ts"

/** Writes an outcome down and tells whether it counted: it does not where another worker took the target over. */
export type Settle = (outcome: Outcome) => Effect.Effect<boolean>

const longestWait = 60_000

/** How long to wait before the attempt after this one: what the app asks for, else 2ⁿ s with jitter. */
const waitAfter = (attempt: number, asked: number | null): Effect.Effect<number> =>
  asked === null
    ? Effect.map(Random.next, (jitter) => Math.min(longestWait, 2 ** attempt * 1000 * (0.5 + jitter / 2)))
    : Effect.succeed(Math.min(longestWait, asked))

const keyOf = ({ space, runId, ordinal }: Claim) => ({ space, runId, ordinal })

/** What is charged of what was used: the hold at most, of which the accounts were asked. Law: U1. */
const charged = (used: bigint, { holdMicros }: Claim) => Number(used > holdMicros ? holdMicros : used)

/** Scores, which together cost no more than was held for them. Law: U1. */
const withinHold = (scores: ReadonlyArray<ScoreRecord>, { scoreHoldMicros }: Claim): ReadonlyArray<ScoreRecord> => {
  let left = Number(scoreHoldMicros)
  return scores.map((score) => {
    const spentMicros = Math.min(score.spentMicros, left)
    left -= spentMicros
    return { ...score, spentMicros }
  })
}

/** Works on what is claimed. Laws: X3, X6, F1. */
export const makeWork = Effect.gen(function* () {
  const [store, executor] = [yield* RunStore, yield* Executor]

  /** All attempts at a target, of which the last may not be written down yet. */
  const attemptsOf = (claim: Claim, last: ReadonlyArray<Attempt>) =>
    claim.attempt === last.length
      ? Effect.succeed(last)
      : Effect.map(store.attempts(claim.space, claim.runId, claim.ordinal), (earlier) => [...earlier, ...last])

  /** An attempt that began when the target was claimed, and ends now. By the database's clock, as far as it was told. */
  const attemptOf = (claim: Claim, startedMillis: number, ended: Omit<Attempt, "number" | "startedAt" | "endedAt">) =>
    Effect.map(Clock.currentTimeMillis, (now) => ({
      number: claim.attempt,
      startedAt: claim.claimedAt,
      endedAt: claim.claimedAt + Math.max(0, now - startedMillis),
      ...ended
    }))

  const failed = Effect.fnUntraced(function* (
    claim: Claim,
    invocation: Extract<Invocation, { readonly _tag: "Failed" }>,
    attempt: Attempt
  ) {
    if (invocation.retryable && claim.attempt < claim.maxAttempts) {
      const afterMillis = yield* waitAfter(claim.attempt, invocation.retryAfterMs)
      return { _tag: "Retry", ...keyOf(claim), attempt, afterMillis } satisfies Outcome
    }
    const { exchange, errorCode } = invocation
    const attempts = yield* attemptsOf(claim, [attempt])
    const hash = yield* inTurns(
      evidenceHash({ item: yield* executor.item(claim), output: "null", exchange, attempts, scores: [] })
    )
    return { _tag: "Failed", ...keyOf(claim), attempt, errorCode, exchange, evidenceHash: hash } satisfies Outcome
  })

  const score = Effect.fnUntraced(function* (
    claim: Claim,
    kept: { readonly output: string; readonly exchange: string; readonly last: ReadonlyArray<Attempt> },
    settle: Settle
  ) {
    const attempts = yield* attemptsOf(claim, kept.last)
    const last = attempts.at(-1)
    const durationMs = last === undefined ? 0 : last.endedAt - last.startedAt
    const { output, exchange } = kept
    const scores = withinHold(yield* executor.score(claim, { output, exchange, durationMs }), claim)
    const hash = yield* inTurns(evidenceHash({ item: yield* executor.item(claim), ...kept, attempts, scores }))
    const attempt = { number: claim.attempt }
    yield* settle({ _tag: "Scored", ...keyOf(claim), attempt, scores, evidenceHash: hash })
  })

  const invoke = Effect.fnUntraced(function* (claim: Claim, settle: Settle, onOutput: () => void) {
    const started = yield* Clock.currentTimeMillis
    const invocation = yield* executor.invoke(claim)
    const isOutput = invocation._tag === "Output"
    const attempt = yield* attemptOf(claim, started, {
      outcome: isOutput ? "succeeded" : "failed",
      errorCode: isOutput ? null : invocation.errorCode,
      message: isOutput ? null : invocation.message,
      httpStatus: invocation.httpStatus,
      retryAfterMs: isOutput ? null : invocation.retryAfterMs,
      spentMicros: charged(invocation.spentMicros, claim),
      assumed: isOutput ? false : invocation.assumed
    })
    if (!isOutput) return yield* settle(yield* failed(claim, invocation, attempt))
    const { output, exchange } = invocation
    const overrun = invocation.spentMicros > claim.holdMicros
    // Kept before it is scored, so that a crash while scoring never calls the app again. Law: X6.
    const counts = yield* settle({ _tag: "Output", ...keyOf(claim), attempt, output, exchange, overrun })
    onOutput()
    if (counts) yield* score(claim, { output, exchange, last: [attempt] }, settle)
    return counts
  })

  const giveUp = Effect.fnUntraced(function* (claim: Claim, settle: Settle) {
    const attempts = yield* store.attempts(claim.space, claim.runId, claim.ordinal)
    const [exchange, attempt] = ["null", { number: claim.attempt }]
    const hash = yield* inTurns(
      evidenceHash({ item: yield* executor.item(claim), output: "null", exchange, attempts, scores: [] })
    )
    const errorCode = "OUTCOME_UNKNOWN"
    yield* settle({ _tag: "Failed", ...keyOf(claim), attempt, errorCode, exchange, evidenceHash: hash })
  })

  /** The item of a target, as far as it can be read. */
  const itemOf = (claim: Claim) => Effect.catchDefect(executor.item(claim), () => Effect.succeed("null"))

  return {
    /** Does what is claimed, and settles it. `onOutput` is told once the app is no longer in flight. */
    run: Effect.fnUntraced(function* (claim: Claim, settle: Settle, onOutput: () => void) {
      switch (claim.work) {
        case "invoke":
          return yield* invoke(claim, settle, onOutput)
        case "give_up":
          return yield* giveUp(claim, settle)
        case "score": {
          const kept = yield* store.output(claim.space, claim.runId, claim.ordinal)
          return yield* score(claim, { ...kept!, last: [] }, settle)
        }
      }
    }),

    /** The attempt that an end from outside makes of a call in flight: nobody learns what it used. */
    broken: (claim: Claim, outcome: "cancelled" | "released", startedMillis: number) =>
      attemptOf(claim, startedMillis, {
        outcome,
        errorCode: null,
        message: null,
        httpStatus: null,
        retryAfterMs: null,
        spentMicros: Number(claim.holdMicros),
        assumed: true
      }),

    /**
     * What ends a target whose work broke off by a fault of this program: an output that is kept stays, without scores;
     * what became of a call is unknown. Law: X3.
     */
    faulty: Effect.fnUntraced(function* (
      claim: Claim,
      { startedMillis, hasOutput }: { readonly startedMillis: number; readonly hasOutput: boolean }
    ) {
      const key = keyOf(claim)
      const [item, earlier] = [yield* itemOf(claim), yield* store.attempts(claim.space, claim.runId, claim.ordinal)]
      if (hasOutput) {
        const { output, exchange } = (yield* store.output(claim.space, claim.runId, claim.ordinal))!
        const hash = yield* inTurns(evidenceHash({ item, output, exchange, attempts: earlier, scores: [] }))
        return { _tag: "Scored", ...key, attempt: { number: claim.attempt }, scores: [], evidenceHash: hash } as const
      }
      const isLost = claim.work === "give_up"
      const attempt = yield* attemptOf(claim, startedMillis, {
        outcome: "failed",
        errorCode: "OUTCOME_UNKNOWN",
        message: "The work broke off by a fault of this server, which its log tells.",
        httpStatus: null,
        retryAfterMs: null,
        spentMicros: Number(claim.holdMicros),
        assumed: true
      })
      const attempts = isLost ? earlier : [...earlier, attempt]
      const [exchange, errorCode] = ["null", "OUTCOME_UNKNOWN" as const]
      const hash = yield* inTurns(evidenceHash({ item, output: "null", exchange, attempts, scores: [] }))
      const own = isLost ? { number: claim.attempt } : attempt
      return { _tag: "Failed", ...key, attempt: own, errorCode, exchange, evidenceHash: hash } as const
    })
  }
})
