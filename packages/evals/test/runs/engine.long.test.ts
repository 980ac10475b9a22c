import { describeOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { assert } from "vitest"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { freshSpace, runOf, storeOn } from "./world.ts"

describeOnBothDatabases("the engine of runs", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    it.effect("X8: a run of 10,000 targets is cancelled at once", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, freshSpace()]
        const created = yield* store.create(space, ...runOf(10_000))
        assert(created._tag === "Run")
        const [took] = yield* Effect.timed(store.cancel(space, created.id))
        assert.isBelow(Duration.toMillis(took), 5000)
      })
    )
  })
})
