import { assert, describe, it } from "@effect/vitest"
import { WorkFor } from "@agent-operations/database"
import { Deferred, Duration, Effect, Fiber, Stream } from "effect"
import type { SqlConnection } from "effect/sql"
import { makeConnectionTurns } from "../../src/internal/connection-turns.ts"
import { searching } from "../../src/internal/in-turn.ts"

const notAsked = () => Effect.die("not asked")
const unused: Omit<SqlConnection.Connection, "execute"> = {
  executeRaw: notAsked,
  executeUnprepared: notAsked,
  executeValues: notAsked,
  executeValuesUnprepared: notAsked,
  executeStream: () => Stream.die("not asked")
}

describe("K3: a statement that nobody waits for any more", () => {
  it.live.each([
    { canEnd: false, what: "has its turn until it ends, where it can't be ended" },
    { canEnd: true, what: "is ended, and its turn with it" }
  ])("$what", ({ canEnd }) =>
    Effect.gen(function* () {
      const answered = yield* Deferred.make<ReadonlyArray<never>>()
      const begun = yield* Deferred.make<void>()
      const execute = (text: string) =>
        text === "select 1"
          ? Effect.succeed([])
          : Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(answered))
      const { search } = makeConnectionTurns(2)
      const connection = searching({
        inTurn: search,
        deadline: Duration.minutes(1),
        canEnd,
        borrow: (use) => use({ ...unused, execute })
      })
      const ask = (text: string, tenant: string) =>
        Effect.provideService(connection.execute(text, [], undefined), WorkFor, tenant)

      const long = yield* Effect.forkChild(ask("select long()", "a"))
      yield* Deferred.await(begun)
      long.interruptUnsafe()
      const short = yield* Effect.forkChild(ask("select 1", "a"))
      yield* Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow)
      assert.strictEqual(short.pollUnsafe() === undefined, !canEnd)
      yield* Deferred.succeed(answered, [])
      assert.deepStrictEqual(yield* Fiber.join(short), [])
    })
  )
})
