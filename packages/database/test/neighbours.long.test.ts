import { assert, describe, it } from "@effect/vitest"
import { eventually } from "../../../tooling/testing/src/eventually.ts"
import { serverDatabaseUrl } from "../../../tooling/testing/src/serverDatabase.ts"
import { type Context, Deferred, Duration, Effect, Fiber, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { Pglite, Postgres, WorkClass, WorkFor } from "../src/index.ts"
import { codeOf, open } from "./support.ts"

const workOf =
  (organization: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.provideService(work, WorkFor, organization)
const [mine, theirs] = [workOf("a"), workOf("b")]

const search = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(work, WorkClass, "search")

const many = <A, E, R>(count: number, work: Effect.Effect<A, E, R>) =>
  Effect.all(
    Array.from({ length: count }, () => work),
    { concurrency: "unbounded" }
  )

const millisOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.timed(work), ([took]) => Duration.toMillis(took))

const server = Effect.flatMap(serverDatabaseUrl, (url) => open(Postgres.layer({ url: Redacted.make(url) })))

/** Each sort of work of one who has few. */
const sorts = (sql: SqlClient.SqlClient) =>
  [
    ["statement", sql`select 1`],
    ["transaction", sql.withTransaction(sql`select 1`)],
    ["search", search(sql`select 1`)]
  ] as const

const atWork = (sql: SqlClient.SqlClient, text: string) =>
  Effect.map(
    sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where state = 'active' and query like ${`%${text}%`} and pid <> pg_backend_pid()`,
    ([row]) => row!.count
  )

describe("K3: beside 40 searches of another organization", () => {
  it.live("each sort of work is answered within a second, and what they end is ended in the server", () =>
    Effect.gen(function* () {
      const sql = yield* server
      const others = yield* Effect.forkChild(theirs(many(40, Effect.exit(search(sql`select pg_sleep(60)`)))))
      yield* eventually(
        "half of the connections for transactions to be at work",
        Effect.map(mine(atWork(sql, "pg_sleep(60)")), (count) => count === 3)
      )
      for (const [sort, work] of sorts(sql)) {
        const millis = yield* mine(millisOf(work))
        assert.isBelow(millis, 1500, sort)
      }
      yield* Fiber.interrupt(others)
      assert.equal(yield* atWork(sql, "pg_sleep(60)"), 0)
    })
  )

  it.live("those that were not expected to take long give the lanes back too, and come to their end", () =>
    Effect.gen(function* () {
      const sql = yield* server
      // The first statements open the connections, which takes longer than they do.
      yield* many(40, sql`select 1`)
      const others = yield* Effect.forkChild(theirs(many(8, sql`select pg_sleep(2)`)))
      yield* Effect.yieldNow
      assert.isBelow(yield* mine(millisOf(sql`select 1`)), 1900)
      assert.lengthOf(yield* Fiber.join(others), 8)
    })
  )

  it.live("short ones that come faster than they are answered keep nobody's waiting", () =>
    Effect.gen(function* () {
      const sql = yield* server
      yield* many(40, sql`select 1`)
      // Ten seconds of work for all lanes.
      const others = yield* Effect.forkChild(theirs(many(400, sql`select pg_sleep(0.1)`)))
      yield* Effect.yieldNow
      for (const [sort, work] of sorts(sql)) assert.isBelow(yield* mine(millisOf(work)), 2500, sort)
      yield* Fiber.interrupt(others)
    })
  )

  it.live("ten times as many calls as connections all come to their end, whatever they hold and ask for", () =>
    Effect.gen(function* () {
      const sql = yield* server
      const slow = search(sql`select pg_sleep(0.02)`)
      const within = sql.withTransaction(Effect.andThen(slow, sql.withTransaction(slow)))
      // What a transaction asks for on other connections: its context is not that of the transaction.
      const beside = Effect.contextWith((outside: Context.Context<never>) =>
        sql.withTransaction(Effect.andThen(slow, Effect.provide(sql`select 1`, outside)))
      )
      const calls = Array.from({ length: 25 }, (_, at) =>
        [slow, within, sql`select 1`, sql`select pg_sleep(0.3)`].map((call) => workOf(String(at % 3))(call))
      ).flat()
      const besides = Array.from({ length: 5 }, () => theirs(beside))
      yield* Effect.all([...calls, ...besides], { concurrency: "unbounded" })
    })
  )

  it.live("a write that took long is done once", () =>
    Effect.gen(function* () {
      const sql = yield* server
      yield* sql`create table written (at int)`
      yield* many(8, theirs(sql`insert into written select 1 from pg_sleep(0.4)`))
      yield* many(4, theirs(search(sql`insert into written select 2 from pg_sleep(1.2)`)))
      yield* mine(search(sql`select 1`))
      const rows = yield* sql<{ at: number; count: number }>`
        select at, count(*)::int as count from written group by at order by at`
      assert.deepEqual(rows, [
        { at: 1, count: 8 },
        { at: 2, count: 4 }
      ])
    })
  )

  it.live("who gets no turn in time is told that none is free", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabaseUrl
      const sql = yield* open(
        Postgres.layer({ url: Redacted.make(url), maxConnections: 2, statementTimeout: "3 seconds" })
      )
      const begun = yield* Deferred.make<void>()
      const holding = Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
      const held = yield* Effect.forkChild(theirs(sql.withTransaction(holding)))
      yield* Deferred.await(begun)
      assert.equal(yield* mine(codeOf(search(sql`select 1`))), "UNAVAILABLE")
      yield* Fiber.interrupt(held)
      assert.equal(yield* mine(codeOf(search(sql`select 1`))), "OK")
    })
  )

  it.live("on PGlite, each sort of work waits for one of their statements at most", () =>
    Effect.gen(function* () {
      const sql = yield* open(Pglite.layer({ directory: undefined }))
      const slow = search(sql`select sum(n) from generate_series(1, 1000000) as n`)
      const one = yield* theirs(millisOf(slow))
      const all = theirs(many(20, Effect.all([slow, sql.withTransaction(slow)], { concurrency: "unbounded" })))
      const others = yield* Effect.forkChild(all)
      yield* Effect.yieldNow
      for (const [sort, work] of sorts(sql)) {
        const millis = yield* mine(millisOf(work))
        assert.isBelow(millis, 4 * one + 500, sort)
      }
      yield* Fiber.interrupt(others)
    })
  )
})
