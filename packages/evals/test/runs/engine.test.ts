import { describeOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { assert } from "vitest"
import { workerLayer } from "../../src/runs/engine/Worker.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { ended, executor, freshSpace, output, runOf, storeOn, targetsOf } from "./world.ts"

describeOnBothDatabases("the engine of runs", (database) => {
  layer(storeOn(database), { timeout: 60_000, excludeTestServices: true })((it) => {
    it.effect("X2, X3: ends every target of a run once, with its output, attempt and scores", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, freshSpace()]
        const { layer: app, calls } = executor(() => Effect.succeed(output("fine")))
        const created = yield* store.create(space, ...runOf(100, { repetitions: 3 }))
        assert(created._tag === "Run" && created.isNew)
        const run = yield* ended(space, created.id).pipe(
          Effect.provide(workerLayer().pipe(Layer.provide(app)), { local: true })
        )
        assert.deepInclude(run.counts, { total: 300, succeeded: 300, queued: 0, invoking: 0, scoring: 0 })
        assert.strictEqual(run.status, "completed")
        const targets = yield* targetsOf(space, run.id)
        assert.deepStrictEqual(
          targets.map(({ ordinal, itemId, repetition }) => [ordinal, itemId, repetition]),
          Array.from({ length: 300 }, (_, n) => [n, `di_${Math.floor(n / 3)}`, (n % 3) + 1])
        )
        assert.isTrue(targets.every(({ evidenceHash }) => evidenceHash?.length === 64))
        assert.lengthOf(calls.keys, 300)
        assert.lengthOf(new Set(calls.keys), 300)
        assert.isAtMost(calls.most(), 10)
      })
    )
  })
})
