import { it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { assert, describe } from "vitest"
import { Executor, type Invocation } from "../../src/runs/engine/Executor.ts"
import { makeWork } from "../../src/runs/engine/work.ts"
import type { ScoreRecord } from "../../src/runs/model.ts"
import type { Claim } from "../../src/runs/store/claim.ts"
import type { Outcome } from "../../src/runs/store/outcome.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { failure, output } from "./world.ts"

const claim: Claim = {
  ...{ space: { tenant: "org_a", project: "prj_a" }, lane: "app", runId: "evr_1", ordinal: 0, itemId: "di_0" },
  ...{ itemFromVersion: 1, repetition: 1, work: "invoke", attempt: 1, maxAttempts: 3, retryLost: true },
  ...{ holdMicros: 10n, scoreHoldMicros: 7n, carriedOrdinal: null, claimedAt: 0 }
}

const scored = (alias: string, spentMicros: number): ScoreRecord => ({
  ...{ alias, status: "scored", value: 1, label: null, passed: null, detail: "{}", spentMicros }
})

/** What is settled of a claim whose app and scorers answer so. */
const settledOf = (
  invocation: Invocation,
  { scores = [], ...more }: Partial<Claim> & { readonly scores?: ReadonlyArray<ScoreRecord> } = {}
) =>
  Effect.gen(function* () {
    const outcomes: Array<Outcome> = []
    const work = yield* makeWork
    yield* work.run(
      { ...claim, ...more },
      (outcome) => Effect.sync(() => outcomes.push(outcome) > 0),
      () => {}
    )
    return outcomes
  }).pipe(
    Effect.provide(
      Layer.mergeAll(
        Layer.mock(RunStore, { attempts: () => Effect.succeed([]) }),
        Layer.succeed(Executor, {
          invoke: () => Effect.succeed(invocation),
          score: () => Effect.succeed(scores),
          item: () => Effect.succeed("{}")
        })
      )
    )
  )

describe("U1: what work is charged", () => {
  it.effect.each([
    [0n, 0, false],
    [9n, 9, false],
    [10n, 10, false],
    [11n, 10, true],
    [1000n, 10, true]
  ] as const)("%i of a hold of 10 are charged as %i, and beyond it: %s", ([used, spentMicros, overrun]) =>
    Effect.gen(function* () {
      const [first] = yield* settledOf(output("fine", used))
      assert(first?._tag === "Output")
      assert.deepInclude(first, { overrun })
      assert.deepInclude(first.attempt, { spentMicros, assumed: false, outcome: "succeeded" })
      const [failed] = yield* settledOf(failure({ spentMicros: used, assumed: true }))
      assert(failed?._tag === "Failed")
      assert.deepInclude(failed.attempt, { spentMicros, assumed: true, outcome: "failed" })
    })
  )

  it.effect.each([
    [
      [3, 4],
      [3, 4]
    ],
    [
      [3, 5],
      [3, 4]
    ],
    [
      [8, 1],
      [7, 0]
    ],
    [
      [0, 7, 1, 0],
      [0, 7, 0, 0]
    ],
    [[], []]
  ] as const)("scores of %j are charged %j of 7 together, in their order", ([used, charged]) =>
    Effect.gen(function* () {
      const outcomes = yield* settledOf(output("fine"), { scores: used.map((micros, n) => scored(`s${n}`, micros)) })
      const last = outcomes.at(-1)
      assert(last?._tag === "Scored")
      assert.deepStrictEqual(
        last.scores.map(({ spentMicros }) => spentMicros),
        [...charged]
      )
    })
  )
})

describe("X6: what becomes of a call that failed", () => {
  it.effect.each([
    [1, "Retry"],
    [2, "Retry"],
    [3, "Failed"]
  ] as const)("attempt %i of 3 ends as %s", ([attempt, tag]) =>
    Effect.gen(function* () {
      const again = yield* settledOf(failure({ retryable: true }), { attempt })
      assert.deepStrictEqual(
        again.map(({ _tag }) => _tag),
        [tag]
      )
      const never = yield* settledOf(failure({ retryable: false }), { attempt })
      assert.deepStrictEqual(
        never.map(({ _tag }) => _tag),
        ["Failed"]
      )
    })
  )

  it.effect.each([
    [0, 0],
    [59_999, 59_999],
    [60_000, 60_000],
    [60_001, 60_000],
    [1e9, 60_000]
  ] as const)("an app that asks for %i ms has %i", ([retryAfterMs, afterMillis]) =>
    Effect.gen(function* () {
      const [outcome] = yield* settledOf(failure({ retryable: true, retryAfterMs }))
      assert.deepInclude(outcome, { _tag: "Retry", afterMillis })
    })
  )

  it.effect("and one that asks for nothing has 2ⁿ seconds, or as much as half of them, and a minute at most", () =>
    Effect.gen(function* () {
      for (const [attempt, most] of [
        [1, 2000],
        [2, 4000],
        [5, 32_000],
        [6, 60_000],
        [20, 60_000]
      ] as const) {
        const [outcome] = yield* settledOf(failure({ retryable: true }), { attempt, maxAttempts: 100 })
        assert(outcome?._tag === "Retry")
        assert.isAtMost(outcome.afterMillis, most)
        assert.isAtLeast(outcome.afterMillis, most / 2)
      }
    })
  )
})
