import { assert, describe, layer } from "@effect/vitest"
import { Data, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { sqlState } from "../src/index.ts"
import { databases, hostDatabases } from "./databases.ts"

class Refused extends Data.TaggedError("Refused") {}

describe.each([...databases, ...hostDatabases])("transactions on $name", ({ layer: database }) => {
  layer(database, { excludeTestServices: true })((it) => {
    it.effect("keep all or nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table kept (n integer primary key)`
        const insert = (n: number) => sql`insert into kept values (${n})`
        yield* sql.withTransaction(Effect.andThen(insert(1), insert(2)))
        const refused = yield* Effect.flip(sql.withTransaction(Effect.andThen(insert(3), Effect.fail(new Refused()))))
        assert.strictEqual(refused._tag, "Refused")
        const violated = yield* Effect.flip(sql.withTransaction(Effect.andThen(insert(4), insert(1))))
        assert.strictEqual(sqlState(violated), "23505")
        assert.deepStrictEqual(yield* sql`select n from kept order by n`, [{ n: 1 }, { n: 2 }])
      })
    )

    it.effect("that an error aborted cannot be committed by looking away", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table aborted (n integer primary key)`
        const work = Effect.andThen(sql`insert into aborted values (1)`, Effect.ignore(sql`select 1 / 0`))
        const error = yield* Effect.flip(sql.withTransaction(work))
        assert.match(error.message, /rolled back/)
        assert.deepStrictEqual(yield* sql`select n from aborted`, [])
      })
    )

    it.effect("keep a savepoint's failure to themselves when nested", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table nested (n integer primary key)`
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`insert into nested values (1)`
            yield* Effect.ignore(
              sql.withTransaction(Effect.andThen(sql`insert into nested values (2)`, sql`select 1 / 0`))
            )
            yield* sql`insert into nested values (3)`
          })
        )
        assert.deepStrictEqual(yield* sql`select n from nested order by n`, [{ n: 1 }, { n: 3 }])
      })
    )

    it.effect("do not mix with what runs at the same time", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table counters (id integer primary key, n integer not null)`
        yield* sql`insert into counters values (1, 0)`
        const increment = sql.withTransaction(
          Effect.gen(function* () {
            const [row] = yield* sql<{ n: number }>`select n from counters where id = 1 for update`
            yield* Effect.yieldNow
            yield* sql`update counters set n = ${row!.n + 1} where id = 1`
          })
        )
        const peek = Effect.andThen(sql`select n from counters`, Effect.ignore(sql`select 1 / 0`))
        yield* Effect.all([...Array.from({ length: 40 }, () => increment), ...Array.from({ length: 40 }, () => peek)], {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(yield* sql`select n from counters`, [{ n: 40 }])
      })
    )

    it.effect("that are interrupted leave nothing, and their connection is used again", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table interrupted (n integer)`
        for (let round = 0; round < 20; round++) {
          const fiber = yield* Effect.forkChild(
            sql.withTransaction(Effect.andThen(sql`insert into interrupted values (1)`, Effect.never))
          )
          // clock: a moment later each time, whichever it is
          yield* Effect.sleep(round)
          yield* Fiber.interrupt(fiber)
        }
        assert.deepStrictEqual(yield* sql`select n from interrupted`, [])
      })
    )
  })
})
