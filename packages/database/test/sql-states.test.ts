import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { databases, hostDatabases } from "./databases.ts"

/** One or more of each class of errors. Source: PostgreSQL documentation, appendix A. */
const states =
  `08000 08001 08003 08004 08006 08007 08P01 0A000 21000 22012 23505 25006 25P02 25P03 25P04 26000 28000 28P01 2D000
  3D000 40001 40P01 42501 42P01 53100 53300 54000 55006 55P03 57014 57P01 57P02 57P03 57P04 57P05 58030 HV00L P0001 XX000
  XX001`.split(/\s+/)

/** A COMMIT that fails with these is repeated by the driver of a host's own client, which takes it for done then. */
const repeatedByHosts = new Set(["0A000", "26000"])

/** More at once than any of the clients has connections. */
const callers = 12

const prepare = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    yield* sql`
      create function fail(state text) returns int language plpgsql as $$
      begin raise exception 'as another node would' using errcode = state; end $$`
    yield* sql`create table written (state text)`
    yield* sql`create table refused (state text)`
    yield* sql`
      create function fail_at_commit() returns trigger language plpgsql as $$
      begin raise exception 'at the end' using errcode = new.state; end $$`
    yield* sql`
      create constraint trigger refuse after insert on refused deferrable initially deferred
      for each row execute function fail_at_commit()`
  })

describe.each([...databases, ...hostDatabases])("errors of every class on $name", ({ name, layer: database }) => {
  const isTold = (state: string) => !name.startsWith("a client of effect/sql") || !repeatedByHosts.has(state)

  layer(database, { excludeTestServices: true })((it) => {
    it.effect("leave no session behind in which later transactions fail, wherever they are raised", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* prepare(sql)
        const write = (state: string) => sql`insert into written values (${state})`
        const fails = (effect: Effect.Effect<unknown, SqlError.SqlError>) => Effect.flip(Effect.sandbox(effect))
        for (const state of states) {
          const raise = sql`select fail(${state})`
          yield* fails(sql.withTransaction(Effect.andThen(write(state), raise)))
          yield* fails(raise)
          if (isTold(state)) yield* fails(sql.withTransaction(sql`insert into refused values (${state})`))
          // What a savepoint undid leaves the rest to be committed, where the server has not ended the session.
          yield* Effect.exit(sql.withTransaction(sql.withTransaction(Effect.andThen(write(state), raise))))
          const later = Array.from({ length: callers }, () => [
            sql.withTransaction(sql`select 1`),
            sql`select 1`
          ]).flat()
          yield* Effect.all(later, { concurrency: "unbounded", discard: true })
        }
        assert.deepStrictEqual(yield* sql`select state from written`, [])
        assert.deepStrictEqual(yield* sql`select state from refused`, [])
      })
    )

    it.effect("of a connection that is not this one, undo a savepoint and nothing else", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table kept (n integer)`
        yield* sql`
          create function lose() returns int language plpgsql as $$
          begin raise exception 'the node is away' using errcode = '08006'; end $$`
        const insert = (n: number) => sql`insert into kept values (${n})`
        const part = Effect.ignore(sql.withTransaction(Effect.andThen(insert(2), sql`select lose()`)))
        yield* sql.withTransaction(Effect.andThen(Effect.andThen(insert(1), part), insert(3)))
        assert.deepStrictEqual(yield* sql`select n from kept order by n`, [{ n: 1 }, { n: 3 }])
      })
    )
  })
})

const oneConnection = hostDatabases.filter(({ name }) => name === "a pool of one connection")

describe.each(oneConnection)("a COMMIT that is refused on $name", ({ layer: database }) => {
  layer(database, { excludeTestServices: true })((it) => {
    it.effect("ends the transaction, and its session serves the next one", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table taken (n integer unique deferrable initially deferred)`
        const backend = Effect.map(
          sql.withTransaction(sql<{ pid: number }>`select pg_backend_pid() as pid`),
          ([row]) => row!.pid
        )
        const before = yield* backend
        yield* Effect.flip(sql.withTransaction(sql`insert into taken values (1), (1)`))
        assert.strictEqual(yield* backend, before)
        assert.deepStrictEqual(yield* sql`select n from taken`, [])
      })
    )
  })
})
