import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import type { TestDatabase } from "./databases.ts"
import { eventually } from "./eventually.ts"

/** What takes a lock in the transaction of a client. */
type Lock = (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>

/** Runs an effect while a transaction of another connection, which PGlite has none of, holds what a statement locks. */
export const whileLocked = Effect.fnUntraced(function* <A, E, R>(lock: Lock, effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const [held, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const holder = yield* lock(sql).pipe(
    Effect.andThen(Deferred.succeed(held, undefined)),
    Effect.andThen(Deferred.await(done)),
    sql.withTransaction,
    Effect.forkChild
  )
  yield* Deferred.await(held)
  const result = yield* effect
  yield* Deferred.succeed(done, undefined)
  yield* Fiber.join(holder)
  return result
})

/**
 * What becomes of effects that run at once. Where connections are several, all have begun, and wait for the lock or for each
 * other, before the first can write.
 *
 * @example
 * const claims = yield* racing(database, (sql) => sql`lock table accounts in share mode`, [claim(one), claim(two)])
 */
export const racing = Effect.fnUntraced(function* <A, E, R>(
  { name }: TestDatabase,
  lock: Lock,
  effects: ReadonlyArray<Effect.Effect<A, E, R>>
) {
  const all = Effect.all(effects, { concurrency: "unbounded" })
  if (name === "PGlite") return yield* all
  const sql = yield* SqlClient.SqlClient
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const begun = Effect.tap(Effect.forkChild(all), () =>
    eventually(
      `${effects.length} to wait for a lock`,
      Effect.map(waiting, (rows) => rows.length >= effects.length)
    )
  )
  return yield* Fiber.join(yield* whileLocked(lock, begun))
})
