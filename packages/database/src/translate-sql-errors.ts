import { recordCopy, Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Cause, Effect } from "effect"
import { SqlError } from "effect/sql"
import { isSilence } from "./internal/silence.ts"
import { wordsOf } from "./internal/words-of.ts"
import { sqlState } from "./sql-error.ts"

recordCopy("@agent-operations/database", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

type Failure = SqlError.SqlError

const unavailableStates = new Set([
  "25006", // read_only_sql_transaction: a standby after a failover
  "3D000", // invalid_catalog_name: the database was dropped under a running server
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P04", // database_dropped
  "57P05" // idle_session_timeout
])
const timeoutStates = new Set([
  "25P03", // idle_in_transaction_session_timeout
  "25P04" // transaction_timeout
])
const unavailableClasses: ReadonlyArray<string> = [
  "53", // insufficient_resources: connections, memory, disk
  "58" // system_error: I/O, and a file that is or is not there after an I/O error
]

/** What a failure of the database means to a caller; `undefined` for a mistake in this code or in its data. */
const verdict = (error: Failure): "Unavailable" | "Timeout" | "Overtaken" | undefined => {
  switch (error.reason._tag) {
    case "ConnectionError":
      return isSilence(error) ? "Timeout" : "Unavailable"
    case "AuthenticationError":
      return "Unavailable"
    case "DeadlockError":
    case "SerializationError":
      return "Overtaken"
    case "StatementTimeoutError":
    case "LockTimeoutError":
      return "Timeout"
    default: {
      const state = sqlState(error)
      if (state === undefined) return undefined
      if (unavailableStates.has(state) || unavailableClasses.includes(state.slice(0, 2))) return "Unavailable"
      return timeoutStates.has(state) ? "Timeout" : undefined
    }
  }
}

const retryAfterSeconds = 2

const overtaken =
  "Another transaction changed the same rows at the same time. Roll back, and run the whole transaction again."

const translate = (error: Failure): Effect.Effect<never, Unavailable | Timeout> => {
  switch (verdict(error)) {
    case "Unavailable":
      return Effect.andThen(
        Effect.logWarning(`The database is not available: ${wordsOf(error)}`),
        Effect.fail(new Unavailable({ message: "The database is not available.", retryAfter: retryAfterSeconds }))
      )
    case "Overtaken":
      return Effect.andThen(
        Effect.logWarning(`The database ended this transaction in favor of another: ${wordsOf(error)}`),
        Effect.fail(new Unavailable({ message: overtaken, retryAfter: 1 }))
      )
    case "Timeout":
      return Effect.andThen(
        Effect.logWarning(`The database did not answer in time: ${wordsOf(error)}`),
        Effect.fail(new Timeout({ message: "The database did not answer in time." }))
      )
    default:
      return Effect.die(error)
  }
}

// A transaction whose ROLLBACK fails (the connection is gone) ends in a defect, though nothing is wrong with the code.
const sqlErrorIn = (cause: Cause.Cause<unknown>): Failure | undefined => {
  for (const reason of cause.reasons) {
    if (Cause.isFailReason(reason) && SqlError.isSqlError(reason.error)) return reason.error
    if (Cause.isDieReason(reason) && SqlError.isSqlError(reason.defect)) return reason.defect
  }
  return undefined
}

/**
 * Takes `SqlError` out of an effect, at the edge of a service: a database that is away, starting, full, overloaded or
 * read-only becomes `Unavailable` (503), a statement or a lock that took too long becomes `Timeout` (504), and
 * anything else a defect, never swallowed. Catch the violations that mean something to the caller first.
 *
 * A deadlock or a serialization failure that `retryDeadlocks` could not resolve, or that came in a transaction, is
 * `Unavailable` too: nothing was written, and the caller may run the whole transaction again.
 *
 * @example
 * sql`select 1`.pipe(translateSqlErrors) // Effect<ReadonlyArray<Row>, Unavailable | Timeout>
 */
export const translateSqlErrors = <A, E, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, Failure> | Unavailable | Timeout, R> =>
  Effect.catchCause(self, (cause): Effect.Effect<never, Exclude<E, Failure> | Unavailable | Timeout> => {
    const error = sqlErrorIn(cause)
    return error === undefined ? Effect.failCause(cause as Cause.Cause<Exclude<E, Failure>>) : translate(error)
  })
