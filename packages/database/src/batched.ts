import { type Context, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { runsInTransaction } from "./in-transaction.ts"
import { endOfTurn } from "./internal/end-of-turn.ts"
import { WorkClass } from "./shares/WorkClass.ts"

/** How `batched` groups look-ups, and how it answers a group with one statement. */
export interface Batch<K, A, E> {
  /** What tells keys apart: those with the same identity are asked for once. */
  readonly identity: (key: K) => string
  /** Keys are asked for together only within a group. By default all are in one. */
  readonly group?: (key: K) => string
  /** Answers some different keys of one group with one statement: what it found, by identity. */
  readonly ask: (keys: readonly [K, ...ReadonlyArray<K>]) => Effect.Effect<ReadonlyMap<string, A>, E>
}

/** A caller that waits for an answer. */
interface Waiting<K, A, E> {
  readonly key: K
  readonly context: Context.Context<never>
  readonly resume: (answer: Effect.Effect<A | undefined, E>) => void
}

/** Of how many callers one statement may be. */
const mostCallers = 500

/**
 * A look-up that shares a statement with those asked for in the same turn of the event loop. Nothing is remembered: the
 * statement is sent after every caller has asked, so that each sees what was committed before its call. They share its
 * failure too; a caller who leaves leaves the others their statement. A transaction looks up alone, on its own
 * connection.
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
  type Caller = Waiting<K, A, E>
  const collecting = new Map<string, Set<Caller>>()

  // Look-ups of one caller must not wait for the turn of another's search.
  const askFor = (keys: readonly [K, ...ReadonlyArray<K>]) =>
    Effect.withFiber((fiber) => {
      const asked = ask(keys)
      return fiber.getRef(WorkClass) === "short" ? asked : Effect.provideService(asked, WorkClass, "short")
    })

  const askAlone = (key: K) => Effect.map(askFor([key]), (found) => found.get(identity(key)))

  const askTogether = (callers: Set<Caller>, context: Context.Context<never>) => {
    const keys = new Map([...callers].map(({ key }) => [identity(key), key]))
    Effect.runForkWith(context)(askFor([...keys.values()] as never)).addObserver((exit) => {
      for (const { key, resume } of callers) resume(Effect.map(exit, (found) => found.get(identity(key))))
    })
  }

  const send = (callers: Set<Caller>) => {
    const [first] = callers
    if (first === undefined) return
    // One alone asks in its own fiber, which ends the statement where it is interrupted.
    if (callers.size === 1) first.resume(askAlone(first.key))
    else askTogether(callers, first.context)
  }

  const collect = (name: string) => {
    const callers = new Set<Caller>()
    collecting.set(name, callers)
    endOfTurn(() => {
      if (collecting.get(name) === callers) collecting.delete(name)
      send(callers)
    })
    return callers
  }

  return (key) =>
    Effect.withFiber((fiber) => {
      if (runsInTransaction(fiber, sql)) return askAlone(key)
      const { context } = fiber
      return Effect.callback((resume) => {
        const name = group(key)
        const found = collecting.get(name)
        const callers = found === undefined || found.size >= mostCallers ? collect(name) : found
        const caller: Caller = { key, context, resume }
        callers.add(caller)
        return Effect.sync(() => callers.delete(caller))
      })
    })
}
