import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { inTurns } from "@agent-operations/operations"
import { Effect, Layer } from "effect"
import { Executor, type Invocation, RunStore } from "../../runs/index.ts"
import { PlanReader } from "../plan/PlanReader.ts"
import { inputOf, makeCallPlanned } from "./call-planned.ts"
import { callTargetOf } from "./call-target.ts"
import { itemText, makeReadItem } from "./items.ts"
import { untilThere } from "./open-connection.ts"
import { refusedCall } from "./refused-call.ts"
import { makeScorePlanned, scoredOf } from "./score-planned.ts"

/** How many scorers look at one output at a time. */
const scorersAtOnce = 4

/** What is not there yet, as the database is away, is waited for. */
const waited = <A>(read: Effect.Effect<A, Unavailable | Timeout>): Effect.Effect<A> =>
  Effect.orDie(Effect.retry(read, untilThere))

const make = Effect.gen(function* () {
  const store = yield* RunStore
  const plans = yield* PlanReader
  const readItem = yield* makeReadItem
  const callPlanned = yield* makeCallPlanned
  const scorePlanned = yield* makeScorePlanned(callPlanned)

  return Executor.of({
    invoke: Effect.fnUntraced(function* (claim) {
      const plan = yield* plans.plan(claim.space, claim.runId)
      const { app, basis } = plan
      const { carriedOrdinal } = claim
      if (basis !== null && carriedOrdinal !== null) {
        const kept = yield* store.output(claim.space, basis.runId, carriedOrdinal)
        if (kept === undefined)
          return refusedCall(
            "OUTCOME_UNKNOWN",
            "The run that it is carried over from was deleted, or its outputs were."
          )
        return { _tag: "Output", ...kept, httpStatus: null, spentMicros: 0n } satisfies Invocation
      }
      const item = yield* readItem(claim)
      if (item.purged) return refusedCall("OUTPUT_INVALID", "The item was purged: there is nothing to ask.")
      return yield* callPlanned(claim.space, plan, app!, callTargetOf(claim), inputOf(item.input))
    }, waited),

    score: Effect.fnUntraced(function* (claim, answered) {
      const plan = yield* plans.plan(claim.space, claim.runId)
      const { carriedOrdinal } = claim
      if (plan.basis?.carry === "succeeded" && carriedOrdinal !== null) {
        const aliases = Object.keys(plan.scorers)
        const scores = yield* store.scores(claim.space, plan.basis.runId, { ordinals: [carriedOrdinal], aliases })
        return scores.map(({ ordinal: _, ...score }) => ({ ...score, spentMicros: 0 }))
      }
      const scored = yield* inTurns(scoredOf(yield* readItem(claim), answered, callTargetOf(claim)))
      return yield* Effect.forEach(
        Object.entries(plan.scorers),
        (scorer) => scorePlanned(claim, plan, scorer, scored),
        { concurrency: scorersAtOnce }
      )
    }, waited),

    item: (claim) => waited(Effect.map(readItem(claim), itemText))
  })
})

/** Works on targets by the definitions that their run pinned. Laws: X6, X10, F3, G3. */
export const executorLayer = Layer.effect(Executor, make)
