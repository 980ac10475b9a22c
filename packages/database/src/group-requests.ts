import { inTransaction } from "./in-transaction.ts"
import { type Context, Effect, type Exit } from "effect"
import type { SqlClient } from "effect/sql"

/** A request that waits for the transaction which it will share. */
interface Waiting<Request, A, E> {
  readonly request: Request
  readonly context: Context.Context<never>
  readonly resume: (answer: Effect.Effect<A, E>) => void
}

interface Group<Request, A, E> {
  readonly waiting: Set<Waiting<Request, A, E>>
  /** How many transactions of it are open. */
  open: number
  /** Whether one is about to be opened. */
  due: boolean
}

export interface Grouping<Request, A, E> {
  /** Requests share a transaction only within a group. */
  readonly group: (request: Request) => string
  /** What counts against `most`. */
  readonly size: (request: Request) => number
  /** How much shares a transaction, at most. */
  readonly most: number
  /** How many transactions of a group are open at a time, at most. Default: 4; 1 where each waits for the one before anyway. */
  readonly open?: number
  /** Carries some requests of one group out, and answers each in its place. */
  readonly carryOut: (requests: ReadonlyArray<Request>) => Effect.Effect<ReadonlyArray<A>, E>
}

/**
 * Some wait for the disk together while another is worked on: less is slower where the disk is. The rest of a pool's
 * connections for transactions is left to other projects.
 */
const usuallyOpen = 4

/**
 * Lets small requests share a transaction: those that came in one turn of the event loop, and those that came while others
 * of their group were being carried out. Nothing waits for a time to pass. Requests share a failure too; one who leaves
 * before its transaction begins is left out, and one who leaves later leaves the others theirs.
 */
export const groupRequests = <Request, A, E>(sql: SqlClient.SqlClient, grouping: Grouping<Request, A, E>) => {
  const groups = new Map<string, Group<Request, A, E>>()
  const mostOpen = grouping.open ?? usuallyOpen

  const take = ({ waiting }: Group<Request, A, E>): ReadonlyArray<Waiting<Request, A, E>> => {
    const taken: Array<Waiting<Request, A, E>> = []
    let size = 0
    for (const one of waiting) {
      size += grouping.size(one.request)
      if (taken.length > 0 && size > grouping.most) break
      taken.push(one)
      waiting.delete(one)
    }
    return taken
  }

  const answer = (callers: ReadonlyArray<Waiting<Request, A, E>>) => (exit: Exit.Exit<ReadonlyArray<A>, E>) => {
    for (const [n, { resume }] of callers.entries()) resume(Effect.map(exit, (answers) => answers[n]!))
  }

  const send = (name: string, group: Group<Request, A, E>) => {
    group.due = false
    while (group.open < mostOpen && group.waiting.size > 0) {
      const callers = take(group)
      group.open++
      const carried = Effect.suspend(() => grouping.carryOut(callers.map(({ request }) => request)))
      Effect.runForkWith(callers[0]!.context)(carried).addObserver((exit) => {
        group.open--
        answer(callers)(exit)
        schedule(name, group)
      })
    }
    if (group.open === 0) groups.delete(name)
  }

  const schedule = (name: string, group: Group<Request, A, E>) => {
    if (group.due || group.open >= mostOpen) return
    group.due = true
    setImmediate(() => send(name, group))
  }

  const wait = (request: Request): Effect.Effect<A, E> =>
    Effect.withFiber(({ context }) =>
      Effect.callback((resume) => {
        const name = grouping.group(request)
        const group = groups.get(name) ?? { waiting: new Set(), open: 0, due: false }
        groups.set(name, group)
        const caller = { request, context, resume }
        group.waiting.add(caller)
        schedule(name, group)
        return Effect.sync(() => group.waiting.delete(caller))
      })
    )

  return (request: Request): Effect.Effect<A, E> =>
    Effect.flatMap(inTransaction(sql), (open) =>
      // In a transaction a request is part of that one alone.
      open ? Effect.map(grouping.carryOut([request]), ([answer]) => answer!) : wait(request)
    )
}
