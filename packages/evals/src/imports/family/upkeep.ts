import { removeWhenDue, UpkeepClock } from "@agent-operations/database"
import { Effect, Layer } from "effect"
import { ImportStore } from "../store/ImportStore.ts"

const rounds = { first: "1 minute", every: "10 minutes" } as const

/** Removes parts and reports that are old, every 10 minutes while the server runs. Laws: I2, K1. */
export const upkeepLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { removals } = yield* ImportStore
    yield* removeWhenDue(removals.parts, rounds)
    yield* removeWhenDue(removals.reports, rounds)
  })
).pipe(Layer.provide(UpkeepClock.layer))
