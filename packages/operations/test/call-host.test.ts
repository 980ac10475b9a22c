import { NotFound } from "@agent-operations/error-envelope"
import { callHost } from "@agent-operations/operations"
import { it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber } from "effect"
import { assert, describe } from "vitest"

describe("a function of the host's", () => {
  it.effect("answers at once or by a promise", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* callHost(() => 1), 1)
      assert.strictEqual(yield* callHost(() => Promise.resolve(1)), 1)
    })
  )

  it.effect("E2: fails with an error of the catalogue, of whichever copy of it, and dies of anything else", () =>
    Effect.gen(function* () {
      const own = new NotFound({ message: "There is no such file.", hint: "List them." })
      const others = { _tag: "NOT_FOUND", message: own.message, hint: own.hint }
      for (const thrown of [own, others]) {
        const throws = () => {
          throw thrown
        }
        for (const call of [throws, () => Promise.reject(thrown)]) {
          assert.deepStrictEqual(yield* Effect.flip(callHost(call)), own)
        }
      }
      const broken = new Error("broken")
      const exit = yield* Effect.exit(callHost(() => Promise.reject(broken)))
      assert.strictEqual(Exit.isFailure(exit) && exit.cause.reasons.find(Cause.isDieReason)?.defect, broken)
    })
  )

  it.effect("is told by its signal when nobody waits any more", () =>
    Effect.gen(function* () {
      let seen: AbortSignal | undefined
      const running = yield* Effect.forkChild(
        callHost((signal) => {
          seen = signal
          return new Promise<never>(() => {})
        }),
        { startImmediately: true }
      )
      assert.isFalse(seen?.aborted)
      yield* Fiber.interrupt(running)
      assert.isTrue(seen?.aborted)
    })
  )
})
