import { Context, Effect, type Fiber } from "effect"
import type { SqlClient } from "effect/sql"

/** The same of a fiber, for whoever has it at hand. */
export const runsInTransaction = ({ context }: Fiber.Fiber<unknown, unknown>, sql: SqlClient.SqlClient): boolean =>
  Context.getOrUndefined(context, sql.transactionService) !== undefined

/**
 * Whether statements run in a transaction here. What they see of it nobody else may, and it may never have been.
 *
 * @example
 * yield* sql.withTransaction(inTransaction(sql)) // true
 */
export const inTransaction = (sql: SqlClient.SqlClient): Effect.Effect<boolean> =>
  Effect.withFiber((fiber) => Effect.succeed(runsInTransaction(fiber, sql)))
