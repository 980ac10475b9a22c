import { inTransaction, retryDeadlocks } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { brokenRule, untilSettled } from "./failures.ts"

/** What to answer when the schema refuses a write. */
export interface Refusals<EName, EReference> {
  /** The name is taken. Law: R6. */
  readonly name: () => Effect.Effect<never, EName>
  /** A reference would point at nothing. Law: R7. */
  readonly reference: () => Effect.Effect<never, EReference>
}

/**
 * Runs one statement that writes. The database decides; what it refuses becomes the answer's reason, and a write that
 * others overtook is made anew. In a transaction it has a savepoint, so that what it is refused does not abort the rest,
 * and a deadlock is for whoever began the transaction to run again.
 */
export const write = <A, E, R, EName, EReference>(
  sql: SqlClient,
  statement: Effect.Effect<A, E | SqlError, R>,
  refusals: Refusals<EName, EReference>
) =>
  Effect.flatMap(inTransaction(sql), (inside) =>
    inside ? sql.withTransaction(statement) : retryDeadlocks(statement)
  ).pipe(
    Effect.catchIf(
      (error): error is SqlError => isSqlError(error) && brokenRule(error) !== undefined,
      (error): Effect.Effect<never, EName | EReference> =>
        brokenRule(error) === "name" ? refusals.name() : refusals.reference()
    ),
    untilSettled
  )
