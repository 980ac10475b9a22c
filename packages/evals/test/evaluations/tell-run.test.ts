import { it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { makeTellRun } from "../../src/evaluations/handlers/tell-run.ts"
import type { Run } from "../../src/runs/store/reads.ts"
import { RunStore } from "../../src/runs/index.ts"

const counts = { total: 0, carried: 0, queued: 0, invoking: 0, scoring: 0, succeeded: 0, failed: 0, cancelled: 0 }
const run: Run = {
  ...{ id: "run_1", requestKey: "key", name: "Nightly", series: null, status: "running", reason: null },
  pins: JSON.stringify({ scales: {}, basis: null, baseRunId: null }),
  ...{ metadata: "{}", repetitions: 1, counts, heldMicros: 0n, spentMicros: 0n, assumedMicros: 0n },
  createdBy: JSON.stringify({ type: "user", id: "usr_1", name: "Ada" }),
  ...{ createdAt: new Date(0), startedAt: null, endedAt: null, outputsRemovedAt: null, statistics: null }
}

it.effect("K3: figures of a run that goes on are computed again after many times as long as they took", () => {
  let took = 0
  let computed = 0
  const durations = () =>
    Effect.sleep(took).pipe(
      Effect.andThen(Effect.sync(() => computed++)),
      Effect.as({ p50: null, p95: null, max: null })
    )
  return Effect.gen(function* () {
    const tell = yield* makeTellRun
    const told = tell({ tenant: "org_a", project: "prj_a" }, run)
    const computedOver = Effect.fnUntraced(function* (seconds: number) {
      const before = computed
      for (let n = 0; n < seconds; n++) {
        const asked = yield* Effect.forkChild(told)
        yield* TestClock.adjust("1 second")
        yield* Fiber.join(asked)
      }
      return computed - before
    })
    assert.strictEqual(yield* computedOver(20), 10)
    took = 500
    yield* computedOver(2)
    assert.strictEqual(yield* computedOver(40), 3)
  }).pipe(Effect.provide(Layer.mock(RunStore, { removals: () => assert.fail("Nothing is removed."), durations })))
})

it.effect("K3: figures of a run that has just ended are computed once, whoever asks at once", () => {
  let [computed, kept] = [0, 0]
  const durations = () =>
    Effect.sleep(1000).pipe(
      Effect.andThen(Effect.sync(() => computed++)),
      Effect.as({ p50: null, p95: null, max: null })
    )
  const keepStatistics = () => Effect.sync(() => void kept++)
  return Effect.gen(function* () {
    const tell = yield* makeTellRun
    const space = { tenant: "org_a", project: "prj_a" }
    yield* Effect.forkChild(tell(space, run))
    const ended = { ...run, endedAt: new Date(1), status: "completed" as const }
    const asked = yield* Effect.forkChild(
      Effect.all(
        [1, 2, 3].map(() => tell(space, ended)),
        { concurrency: 3 }
      )
    )
    yield* TestClock.adjust("1 second")
    assert.lengthOf(yield* Fiber.join(asked), 3)
    assert.deepStrictEqual([computed, kept], [2, 1])
  }).pipe(
    Effect.provide(
      Layer.mock(RunStore, { removals: () => assert.fail("Nothing is removed."), durations, keepStatistics })
    )
  )
})
