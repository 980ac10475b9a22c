import { SqlError } from "effect/sql"

/** Why a connection was given up: it did not answer a statement in time. */
class Silence extends Error {
  override readonly name = "Silence"
}

/** The failure of a statement that the database left unanswered, so that nobody knows whether it happened. */
export const silence = (): SqlError.SqlError =>
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({
      cause: new Silence("No answer"),
      message: "The database did not answer a statement in time",
      operation: "query"
    })
  })

export const isSilence = (error: SqlError.SqlError): boolean => error.reason.cause instanceof Silence
