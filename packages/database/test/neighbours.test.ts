import { assert, describe, it } from "@effect/vitest"
import { serverDatabaseUrl } from "../../../tooling/testing/src/serverDatabase.ts"
import { Duration, Effect, Fiber, Redacted } from "effect"
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
      yield* Effect.sleep(1000)
      assert.equal(yield* mine(atWork(sql, "pg_sleep(60)")), 4)
      for (const [sort, work] of sorts(sql)) {
        const millis = yield* mine(millisOf(work))
        assert.isBelow(millis, 1500, sort)
      }
      yield* Fiber.interrupt(others)
      assert.equal(yield* atWork(sql, "pg_sleep(60)"), 0)
    })
  )
})
