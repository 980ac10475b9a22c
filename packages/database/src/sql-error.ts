import { Predicate } from "effect"
import type { SqlError } from "effect/sql"

type Failure = SqlError.SqlError

/**
 * The fields of the server's ErrorResponse, which the driver keeps on the cause; undefined of what the server did not
 * tell. `severity` tells them from Node's system errors, whose codes (EPIPE) can look like an SQLSTATE.
 */
export const serverFields = (error: Failure): Readonly<Record<string, unknown>> | undefined => {
  const { cause } = error.reason
  return Predicate.hasProperty(cause, "severity") ? (cause as Readonly<Record<string, unknown>>) : undefined
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

/**
 * The SQLSTATE that the server gave, five characters, or `undefined` when the failure did not come from the server
 * (a lost connection, a value that could not be encoded). Source: PostgreSQL documentation, appendix A.
 *
 * @example
 * Effect.catchIf((error) => sqlState(error) === "42P01", () => Effect.succeed([]))
 */
export const sqlState = (error: Failure): string | undefined => text(serverFields(error)?.["code"])

/**
 * Whether a row with the same key was there already: SQLSTATE 23505.
 *
 * @example
 * Effect.catchIf(isUniqueViolation, () => new AlreadyExists({ … }))
 */
export const isUniqueViolation = (error: Failure): boolean => sqlState(error) === "23505"

/**
 * The name of the constraint that a statement violated: unique (23505), foreign key (23503), check (23514),
 * exclusion (23P01). `undefined` for not-null violations (23502), which the server reports by column, and for
 * everything else.
 *
 * @example
 * constraintName(error) === "definitions_name"
 */
export const constraintName = (error: Failure): string | undefined => text(serverFields(error)?.["constraint"])
