import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { upkeepLayer } from "../src/family/upkeep.ts"
import { TraceStore } from "../src/store/TraceStore.ts"

describe("T19, T20: the upkeep of traces", () => {
  it.effect("prepares weeks a minute after the start, and again every hour, also after it failed", () =>
    Effect.gen(function* () {
      let done = 0
      const prepareWeeks = Effect.suspend(() => {
        done++
        return done === 2 ? Effect.fail(new Error("away")) : Effect.void
      })
      const removals = { traces: { of: "traces" }, scores: { of: "scores" }, tombstones: { of: "tombstones" } }
      // What is removed has rounds of its own, which look at a database first: here there is none.
      const services = Layer.mergeAll(
        Layer.succeed(TraceStore, { prepareWeeks, removals } as never),
        Layer.succeed(SqlClient.SqlClient, {} as never)
      )
      yield* Effect.gen(function* () {
        const after = (time: "59 seconds" | "1 second" | "59 minutes" | "1 minute" | "1 hour") =>
          Effect.map(TestClock.adjust(time), () => done)
        assert.strictEqual(yield* after("59 seconds"), 0)
        assert.strictEqual(yield* after("1 second"), 1)
        assert.strictEqual(yield* after("59 minutes"), 1)
        assert.strictEqual(yield* after("1 minute"), 2)
        assert.strictEqual(yield* after("1 hour"), 3)
      }).pipe(Effect.provide(Layer.provide(upkeepLayer, services)), Effect.provide(Logger.layer([])))
    })
  )
})
