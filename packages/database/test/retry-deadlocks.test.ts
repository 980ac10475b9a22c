import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Ref } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { retryDeadlocks } from "../src/index.ts"
import { serverDatabase } from "./databases.ts"

const race = (reason: SqlError.SqlErrorReason) => new SqlError.SqlError({ reason })

describe("retryDeadlocks", () => {
  layer(serverDatabase, { excludeTestServices: true })((it) => {
    it.effect("lets both of two transactions that lock each other out finish", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table accounts (id integer primary key, balance integer not null)`
        yield* sql`insert into accounts values (1, 0), (2, 0)`
        const tries = yield* Ref.make(0)
        const transfer = (from: number, to: number, mine: Deferred.Deferred<void>, other: Deferred.Deferred<void>) =>
          retryDeadlocks(
            sql.withTransaction(
              Effect.gen(function* () {
                yield* Ref.update(tries, (n) => n + 1)
                yield* sql`update accounts set balance = balance - 1 where id = ${from}`
                yield* Deferred.succeed(mine, undefined)
                yield* Deferred.await(other)
                yield* sql`update accounts set balance = balance + 1 where id = ${to}`
              })
            )
          )
        const [one, two] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const there = yield* Effect.forkChild(transfer(1, 2, one, two))
        const back = yield* Effect.forkChild(transfer(2, 1, two, one))
        yield* Fiber.join(there)
        yield* Fiber.join(back)
        assert.isAbove(yield* Ref.get(tries), 2)
        assert.deepStrictEqual(yield* sql`select id, balance from accounts order by id`, [
          { id: 1, balance: 0 },
          { id: 2, balance: 0 }
        ])
      })
    )
  })

  it.live("gives up after five more tries, and leaves other failures alone", () =>
    Effect.gen(function* () {
      const triesOf = (reason: SqlError.SqlErrorReason) =>
        Effect.gen(function* () {
          let tries = 0
          const failing = Effect.suspend(() => Effect.fail((tries++, race(reason))))
          const error = yield* Effect.flip(retryDeadlocks(failing))
          assert.strictEqual(error.reason, reason)
          return tries
        })
      const cause = new Error("for the test")
      assert.strictEqual(yield* triesOf(new SqlError.DeadlockError({ cause })), 6)
      assert.strictEqual(yield* triesOf(new SqlError.SerializationError({ cause })), 6)
      assert.strictEqual(yield* triesOf(new SqlError.ConnectionError({ cause })), 1)
      assert.strictEqual(yield* triesOf(new SqlError.UniqueViolation({ cause, constraint: "one" })), 1)
    })
  )
})
