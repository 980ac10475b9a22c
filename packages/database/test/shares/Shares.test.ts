import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Result, Scope } from "effect"
import { makeShares, NoTurn, type Shares, type TurnOptions, WorkFor } from "@agent-operations/database"

const workFor = <A, E, R>(shares: Shares, party: string, work: Effect.Effect<A, E, R>, options?: TurnOptions) =>
  Effect.provideService(shares.run(work, options), WorkFor, party)

describe("K3: shares", () => {
  it.live("makes room for who has none within a second, and ends what made it", () =>
    Effect.gen(function* () {
      const shares = makeShares({ size: 2, quantum: Duration.millis(40) })
      let begun = 0
      const long = Effect.suspend(() => {
        begun++
        // clock: work is longer than its quantum, by any load
        return Effect.delay(Effect.succeed("long"), 200)
      })
      const longs = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 4 }, () => workFor(shares, "a", long, { mayBeginAgain: true })),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.yieldNow
      assert.equal(yield* workFor(shares, "b", Effect.succeed("short")), "short")
      assert.deepEqual(yield* Fiber.join(longs), ["long", "long", "long", "long"])
      assert.isAbove(begun, 4)
    })
  )

  it.live("refuses the last of who has the most in a full queue, and who has no patience", () =>
    Effect.gen(function* () {
      const shares = makeShares({ size: 1, queueLimit: 2 })
      const never = yield* Effect.forkChild(workFor(shares, "a", Effect.never))
      yield* Effect.yieldNow
      const first = yield* Effect.forkChild(workFor(shares, "a", Effect.succeed("first")))
      yield* Effect.yieldNow
      const second = yield* Effect.forkChild(Effect.result(workFor(shares, "a", Effect.succeed("second"))))
      yield* Effect.yieldNow
      assert.isTrue(Result.isFailure(yield* Effect.result(workFor(shares, "a", Effect.succeed("third")))))
      const other = yield* Effect.forkChild(workFor(shares, "b", Effect.succeed("other")))
      assert.deepEqual(yield* Fiber.join(second), Result.fail(new NoTurn()))
      const patience = Duration.millis(1)
      const impatient = yield* Effect.result(workFor(shares, "c", Effect.void, { patience }))
      assert.isTrue(Result.isFailure(impatient))
      yield* Fiber.interrupt(never)
      assert.equal(yield* Fiber.join(other), "other")
      assert.equal(yield* Fiber.join(first), "first")
    })
  )

  it.live("waits no longer in all than its patience, however often it gave way", () =>
    Effect.gen(function* () {
      const shares = makeShares({ size: 1, quantum: Duration.millis(20) })
      const patience = Duration.millis(250)
      // clock: work is longer than its quantum, by any load
      const short = workFor(shares, "b", Effect.sleep(200))
      const long = yield* Effect.forkChild(
        Effect.result(workFor(shares, "a", Effect.never, { patience, mayBeginAgain: true }))
      )
      yield* Effect.yieldNow
      yield* short
      // clock: work is longer than its quantum, by any load
      yield* Effect.sleep(5)
      const second = yield* Effect.forkChild(short)
      assert.deepEqual(yield* Fiber.join(long), Result.fail(new NoTurn()))
      yield* Fiber.join(second)
    })
  )

  it.live("looks again who may have the last turn once it is free, also where no work can make room", () =>
    Effect.gen(function* () {
      const shares = makeShares({ size: 2 })
      const taken = (party: string, scope: Scope.Scope) =>
        Effect.provideService(Scope.provide(shares.take, scope), WorkFor, party)
      const [first, second, other] = [yield* Scope.make(), yield* Scope.make(), yield* Scope.make()]
      yield* taken("a", first)
      yield* taken("b", other)
      const waiting = yield* Effect.forkChild(taken("a", second))
      yield* Effect.yieldNow
      // It is kept from "a" for a while after that, and nobody comes meanwhile.
      yield* Scope.close(other, Exit.void)
      yield* Fiber.join(waiting)
      for (const scope of [first, second]) yield* Scope.close(scope, Exit.void)
    })
  )

  it.live("gives back the turn of who is interrupted as it comes, and of who interrupts its work", () =>
    Effect.gen(function* () {
      const shares = makeShares({ size: 1 })
      const first = yield* Effect.forkChild(workFor(shares, "a", Effect.never))
      yield* Effect.yieldNow
      const waiting = yield* Effect.forkChild(workFor(shares, "b", Effect.never))
      yield* Effect.yieldNow
      // In one task: the turn is granted, and whom it is granted to has not begun.
      first.interruptUnsafe()
      waiting.interruptUnsafe()
      assert.equal(yield* workFor(shares, "c", Effect.succeed("done")), "done")
      assert.isTrue(Result.isFailure(yield* Effect.result(workFor(shares, "a", Effect.fail("wrong")))))
      assert.equal(yield* shares.run(Effect.succeed("of the server")), "of the server")
    })
  )
})
