import { hash } from "node:crypto"
import { runSteps } from "@agent-operations/operations"
import { it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { assert, describe } from "vitest"
import { evidenceHash, type Frozen } from "../../src/runs/engine/evidence-hash.ts"
import { Executor, type Invocation } from "../../src/runs/engine/Executor.ts"
import { makeWork } from "../../src/runs/engine/work.ts"
import type { Attempt, ScoreRecord } from "../../src/runs/model.ts"
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

/** What works on claims, whose app and scorers answer so, after attempts that were made before. */
const worker = (
  invocation: Effect.Effect<Invocation>,
  scores: ReadonlyArray<ScoreRecord> = [],
  before: ReadonlyArray<Attempt> = []
) =>
  Layer.mergeAll(
    Layer.mock(RunStore, { attempts: () => Effect.succeed(before), removals: () => assert.fail() }),
    Layer.succeed(Executor, {
      invoke: () => invocation,
      score: () => Effect.succeed(scores),
      item: () => Effect.succeed("{}")
    })
  )

/** What is settled of a claim whose app and scorers answer so. */
const settledOf = (
  invocation: Invocation | Effect.Effect<Invocation>,
  { scores = [], ...more }: Partial<Claim> & { readonly scores?: ReadonlyArray<ScoreRecord> } = {},
  before: ReadonlyArray<Attempt> = []
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
  }).pipe(Effect.provide(worker("_tag" in invocation ? Effect.succeed(invocation) : invocation, scores, before)))

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

const ended: Attempt = {
  ...{ number: 1, startedAt: 5, endedAt: 9, outcome: "failed", errorCode: "APP_ERROR", message: "no", httpStatus: 500 },
  ...{ retryAfterMs: 7, spentMicros: 3, assumed: false }
}
const frozen: Frozen = {
  ...{ item: '{"input":1}', output: '"a"', exchange: "{}", attempts: [ended] },
  scores: [scored("one", 1), { ...scored("two", 0), label: "good", value: null }]
}

const hashOf = (of: Frozen) => runSteps(evidenceHash(of))

describe("F1: what the evidence of a target freezes", () => {
  it("is every part of it, and the same whatever the order of its scores", () => {
    const changed = <T extends object>(of: T, more: { readonly [K in keyof T]: T[K] }) =>
      Object.entries(more).map(([name, value]) => ({ ...of, [name]: value as unknown }))
    const attempts = changed(ended, {
      ...{ number: 2, startedAt: 6, endedAt: 10, outcome: "lost", errorCode: "APP_TIMEOUT", message: "" },
      ...{ httpStatus: 501, retryAfterMs: null, spentMicros: 4, assumed: true }
    })
    const scores = changed(scored("one", 1), {
      ...{ alias: "three", status: "unscored", value: 0, label: "x", passed: true },
      ...{ detail: '{"logs":"x"}', spentMicros: 2 }
    })
    const others = [
      ...[{ item: "{}" }, { output: '"b"' }, { exchange: "null" }, { attempts: [] }, { scores: [] }],
      ...attempts.map((attempt) => ({ attempts: [attempt as Attempt] })),
      ...scores.map((score) => ({ scores: [score as ScoreRecord, frozen.scores[1]!] }))
    ]
    const hashes = others.map((more) => hashOf({ ...frozen, ...more }))
    assert.strictEqual(new Set([hashOf(frozen), ...hashes]).size, 1 + 5 + 10 + 7)
    assert.strictEqual(hashOf({ ...frozen, scores: frozen.scores.toReversed() }), hashOf(frozen))
    assert.match(hashOf(frozen), /^[0-9a-f]{64}$/)
  })

  it("is that of the parts as one JSON text, by steps where they are long", () => {
    const output = JSON.stringify(`${"x".repeat(64 * 1024 - 2)}${"😀\n".repeat(200_000)}`)
    const [first, second] = frozen.scores.map((s) =>
      JSON.stringify([s.alias, s.status, s.value, s.label, s.passed, s.detail, s.spentMicros])
    )
    for (const scores of [[], frozen.scores]) {
      const steps = evidenceHash({ ...frozen, output, attempts: [], scores })
      let count = 0
      let step = steps.next()
      for (; step.done !== true; step = steps.next()) count++
      const texts = scores.length === 0 ? [] : [first, second].toSorted()
      const whole = JSON.stringify([frozen.item, output, frozen.exchange, [], texts])
      assert.strictEqual(step.value, hash("sha256", whole, "hex"))
      assert.isAbove(count, 10)
    }
  })

  it.effect("is all attempts at it with the last one, and its scores as they are charged", () =>
    Effect.gen(function* () {
      const [out, done] = yield* settledOf(output("fine", 9n), { scores: [scored("one", 9)] })
      assert(out?._tag === "Output" && done?._tag === "Scored")
      const exchange = "{}"
      assert.strictEqual(
        done.evidenceHash,
        hashOf({ item: "{}", output: '"fine"', exchange, attempts: [out.attempt], scores: [scored("one", 7)] })
      )
      const [failed] = yield* settledOf(failure(), { attempt: 3 }, [{ ...ended }, { ...ended, number: 2 }])
      assert(failed?._tag === "Failed" && "outcome" in failed.attempt)
      const attempts = [ended, { ...ended, number: 2 }, failed.attempt]
      assert.strictEqual(failed.evidenceHash, hashOf({ item: "{}", output: "null", exchange, attempts, scores: [] }))
      const lost: Attempt = { ...ended, outcome: "lost" }
      const givenUp = yield* settledOf(failure(), { work: "give_up" }, [lost])
      assert.deepStrictEqual(givenUp, [
        {
          ...{ _tag: "Failed", space: claim.space, runId: claim.runId, ordinal: 0, attempt: { number: 1 } },
          ...{ errorCode: "OUTCOME_UNKNOWN", exchange: "null" },
          evidenceHash: hashOf({ item: "{}", output: "null", exchange: "null", attempts: [lost], scores: [] })
        }
      ])
    })
  )
})

describe("an attempt", () => {
  it.effect("begins when its target was claimed, and takes as long as its call did", () =>
    Effect.gen(function* () {
      const slow = Effect.as(TestClock.adjust("250 millis"), failure({ message: "It fails.", httpStatus: 502 }))
      const [outcome] = yield* settledOf(slow, { claimedAt: 1000, attempt: 3 })
      assert(outcome?._tag === "Failed")
      assert.deepStrictEqual(outcome.attempt, {
        ...{ number: 3, startedAt: 1000, endedAt: 1250, outcome: "failed", errorCode: "APP_ERROR" },
        ...{ message: "It fails.", httpStatus: 502, retryAfterMs: null, spentMicros: 0, assumed: false }
      })
    })
  )

  it.effect("U2: that an end from outside broke off is charged its whole hold, as nobody knows what it used", () =>
    Effect.gen(function* () {
      const work = yield* makeWork
      for (const outcome of ["cancelled", "released"] as const) {
        const { startedAt: _, endedAt: __, ...attempt } = yield* work.broken({ ...claim, attempt: 2 }, outcome, 0)
        assert.deepStrictEqual(attempt, {
          ...{ number: 2, outcome, errorCode: null, message: null, httpStatus: null, retryAfterMs: null },
          ...{ spentMicros: 10, assumed: true }
        })
      }
    }).pipe(Effect.provide(worker(Effect.succeed(failure()))))
  )
})
