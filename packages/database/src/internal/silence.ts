import { SqlError } from "effect/sql"

/** Why a connection was given up: the database left a statement unanswered. */
export class Silence extends Error {
  override readonly name = "Silence"
}

const message = "The database did not answer a statement in time"

/** The failure of a statement that was left unanswered, so that nobody knows whether it happened. */
export const silence = (): SqlError.SqlError =>
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({ cause: new Silence(message), message, operation: "query" })
  })

export const isSilence = ({ reason }: SqlError.SqlError): boolean =>
  reason.cause instanceof Silence && reason.operation !== "connect"
