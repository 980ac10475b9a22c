import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

type Listener = () => void

const listeners = new WeakMap<SqlClient, Set<Listener>>()

const listenersOf = (sql: SqlClient): Set<Listener> => {
  const known = listeners.get(sql) ?? new Set()
  listeners.set(sql, known)
  return known
}

/** Calls back after each write of this process that is committed, until the scope closes. */
export const onWrite = (sql: SqlClient, listener: Listener) =>
  Effect.acquireRelease(
    Effect.sync(() => listenersOf(sql).add(listener)),
    (all) => Effect.sync(() => all.delete(listener))
  )

/** A verb that calls those who listen once what it wrote is committed. */
export const announce = (sql: SqlClient) => {
  const all = listenersOf(sql)
  const call = sql.afterCommit(
    Effect.sync(() => {
      for (const listener of all) listener()
    })
  )
  return <Args extends ReadonlyArray<unknown>, A, E, R>(verb: (...args: Args) => Effect.Effect<A, E, R>) =>
    (...args: Args) =>
      Effect.tap(verb(...args), call)
}
