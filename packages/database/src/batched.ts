import { Effect, Exit, Request, RequestResolver } from "effect"
import type { SqlClient } from "effect/sql"
import { inTransaction } from "./inTransaction.ts"

export interface Batch<K, A, E> {
  /** What tells keys apart: those with the same identity are asked for once. */
  readonly identity: (key: K) => string
  /** Keys are asked for together only within a group. By default all are in one. */
  readonly group?: (key: K) => string
  /** Answers some different keys of one group with one statement: what it found, by identity. */
  readonly ask: (keys: readonly [K, ...ReadonlyArray<K>]) => Effect.Effect<ReadonlyMap<string, A>, E>
}

interface LookUp<K, A, E> extends Request.Request<A | undefined, E> {
  readonly key: K
}

/**
 * A look-up that shares a statement with those asked for in the same turn of the event loop. Nothing is remembered: the
 * statement is sent after every caller has asked, so that each sees what was committed before its call. They share its
 * failure too. A transaction looks up alone, on its own connection.
 *
 * @example
 * const nameOf = batched(sql, {
 *   identity: (id: string) => id,
 *   ask: (ids) =>
 *     Effect.map(sql`select id, name from users where id = any(${ids})`, (rows) => new Map(rows.map((r) => [r.id, r.name])))
 * })
 * yield* nameOf("u_1") // string | undefined
 */
export const batched = <K, A, E>(
  sql: SqlClient.SqlClient,
  { identity, group = () => "", ask }: Batch<K, A, E>
): ((key: K) => Effect.Effect<A | undefined, E>) => {
  const lookUp = Request.of<LookUp<K, A, E>>()
  const resolver = RequestResolver.makeWith<LookUp<K, A, E>>({
    batchKey: ({ request }) => group(request.key),
    delay: Effect.yieldNow,
    collectWhile: ({ size }) => size < 500,
    runAll: (entries) => {
      const keys = new Map(entries.map(({ request }) => [identity(request.key), request.key]))
      return Effect.map(ask([...keys.values()] as never), (found) => {
        for (const entry of entries) entry.completeUnsafe(Exit.succeed(found.get(identity(entry.request.key))))
      })
    }
  })
  return (key) =>
    Effect.flatMap(inTransaction(sql), (alone) =>
      alone ? Effect.map(ask([key]), (found) => found.get(identity(key))) : Effect.request(lookUp({ key }), resolver)
    )
}
