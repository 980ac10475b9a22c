import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { serverFields } from "../sql-error.ts"

/** Those with which the server ends a session: the shutdowns of class 57, and timeouts between statements. */
const lastWords = /^(?:57P0.|25P0[34])$/
const fatal = /^(?:FATAL|PANIC)$/

/**
 * Whether a session is gone after a failure, and with it whatever was open in it. An error of class 08 that the server
 * told is by itself no sign of that: it may speak of another connection, such as that of a coordinator to a node that is
 * away, and the session waits for a ROLLBACK as after any other.
 */
const endsSession = (error: SqlError.SqlError): boolean => {
  const fields = serverFields(error)
  if (fields === undefined) return error.reason._tag === "ConnectionError"
  // `pg` tells the severity in the server's language only.
  return (
    fatal.test(String(fields["severityUnlocalized"] ?? fields["severity"])) || lastWords.test(String(fields["code"]))
  )
}

const begins = /^(?:begin|start transaction)\b/i
const ends = /^(?:commit|rollback)$/i

/** What a client knows of a session from the answers in it, so that none goes to another caller as it must not. */
export class SessionState {
  /** Gone, with whatever was open in it: no ROLLBACK need be sent. */
  lost = false
  /** A BEGIN was answered, and since then neither a COMMIT nor a ROLLBACK. */
  open = false

  /** A statement, watched for what its answer says of the session. */
  watch<A>(text: string, statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> {
    const watched = Effect.tapError(statement, (error) =>
      Effect.sync(() => {
        if (endsSession(error)) this.lost = true
      })
    )
    if (!begins.test(text) && !ends.test(text)) return watched
    return Effect.tap(watched, () =>
      Effect.sync(() => {
        this.open = begins.test(text)
      })
    )
  }
}
