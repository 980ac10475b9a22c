import { Context, Effect } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Whether statements run in a transaction here. What they see of it nobody else may, and it may never have been.
 *
 * @example
 * yield* sql.withTransaction(inTransaction(sql)) // true
 */
export const inTransaction = (sql: SqlClient.SqlClient): Effect.Effect<boolean> =>
  Effect.withFiber(({ context }) =>
    Effect.succeed(Context.getOrUndefined(context, sql.transactionService) !== undefined)
  )
