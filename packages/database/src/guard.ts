import { Context, DateTime, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** A condition on which a statement reads and writes, or does neither: that a credential still stands, for example. */
export interface Guard {
  /** What tells guards apart: those with the same name have the same condition, and may share a statement. */
  readonly name: string
  /** The condition as an expression, at a time of this process's clock. */
  readonly condition: (now: Date) => Statement.Fragment
}

/** A guard at work: whether a statement has found that it holds. */
export interface Guarding {
  readonly guard: Guard
  held: boolean
}

/**
 * The guard of the statements that are run here. Whoever provides it runs nothing but what keeps it: a statement that
 * does not ask for it knows nothing of it.
 *
 * @example
 * const guarding = { guard, held: false }
 * yield* Effect.provideService(store.read(space, kind, id, undefined), CurrentGuard, guarding)
 * guarding.held // whether what came back may be told
 */
export const CurrentGuard = Context.Reference<Guarding | undefined>("@agent-operations/database/CurrentGuard", {
  defaultValue: () => undefined
})

/** What a statement has to find true, now: the condition of its guard, and `true` where it has none. */
export const conditionOf = (sql: SqlClient.SqlClient, guard: Guard | undefined): Effect.Effect<Statement.Fragment> =>
  guard === undefined ? Effect.succeed(sql.literal("true")) : Effect.map(DateTime.nowAsDate, guard.condition)
