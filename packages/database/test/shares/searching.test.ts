import { assert, describe, it } from "@effect/vitest"
import { Pglite, WorkClass, WorkFor } from "@agent-operations/database"
import { Deferred, Duration, Effect, Fiber, Stream } from "effect"
import type { SqlConnection } from "effect/sql"
import { makeConnectionTurns } from "../../src/internal/connection-turns.ts"
import { searching } from "../../src/internal/in-turn.ts"
import { emptyImage } from "../databases.ts"
import { open } from "../support.ts"

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

describe("K3: one search after the other, where none can be ended", () => {
  it.live("leaves others as much time as each took", () =>
    Effect.gen(function* () {
      const sql = yield* open(Pglite.layer({ directory: undefined, image: yield* Effect.promise(emptyImage) }))
      const search = Effect.provideService(sql`select pg_sleep(0.3)`, WorkClass, "search")
      const searches = yield* Effect.forkChild(
        Effect.provideService(
          Effect.forEach([1, 2, 3, 4, 5], () => search),
          WorkFor,
          "a"
        )
      )
      const short = Effect.provideService(sql`select 1`, WorkFor, "b")
      let done = 0
      while (searches.pollUnsafe() === undefined) {
        yield* short
        done++
      }
      yield* Fiber.join(searches)
      // Two for each search come between two that follow at once.
      assert.isAbove(done, 15)
    })
  )
})
