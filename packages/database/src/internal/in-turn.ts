import { type Duration, Effect, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { patienceOf } from "./deadline.ts"
import type { ConnectionTurns } from "./connection-turns.ts"

type Failure = SqlError.SqlError

const reads = /^\s*(?:select|with|values)\b/i
const changes = /\b(?:insert|update|delete|merge|nextval|into)\b/i

/**
 * Whether a statement can be sent again though nobody knows how far it came. Of what only looks like a change it says no. A
 * function that is selected has to be one that can be called again.
 */
const isRead = (text: string): boolean => reads.test(text) && !changes.test(text)

export interface SearchingOptions {
  readonly inTurn: ConnectionTurns["search"]
  readonly deadline: Duration.Duration
  /** Whether a statement that nobody waits for any more is ended. */
  readonly canEnd: boolean
  /** Lends a connection for one statement, in bounded time. */
  readonly borrow: SqlConnection.Borrower
}

/** A connection for one statement that may take long: it is there when the statement's turn has come. Law: K3. */
export const searching = ({ inTurn, deadline, canEnd, borrow }: SearchingOptions): SqlConnection.Connection => {
  const ask = <A>(
    text: string,
    statement: (connection: SqlConnection.Connection) => Effect.Effect<A, Failure>
  ): Effect.Effect<A, Failure> =>
    Effect.flatMap(patienceOf(deadline), (patience) =>
      // One that goes on though nobody waits for it any more has its turn until its end.
      inTurn(canEnd ? borrow(statement) : Effect.uninterruptible(borrow(statement)), {
        patience,
        mayBeginAgain: canEnd && isRead(text)
      })
    )
  return {
    execute: (text, values, transform) => ask(text, (session) => session.execute(text, values, transform)),
    executeUnprepared: (text, values, transform) =>
      ask(text, (session) => session.executeUnprepared(text, values, transform)),
    executeRaw: (text, values) => ask(text, (session) => session.executeRaw(text, values)),
    executeValues: (text, values) => ask(text, (session) => session.executeValues(text, values)),
    executeValuesUnprepared: (text, values) => ask(text, (session) => session.executeValuesUnprepared(text, values)),
    // Streams are never borrowed for.
    executeStream: (text, values, transform) =>
      Stream.fromIterableEffect(ask(text, (session) => session.execute(text, values, transform)))
  }
}
