import type { PgConnection, PgPool } from "@effect/sql-pg"
import { type Duration, Effect, type Scope } from "effect"
import type * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlClient, SqlConnection, SqlError } from "effect/sql"
import { WorkClass } from "../shares/WorkClass.ts"
import { BoundedConnection, type Bound } from "./connection.ts"
import { boundBy } from "./deadline.ts"
import { searching } from "./in-turn.ts"
import { type Lend, makeSessions } from "./sessions.ts"
import { silence } from "./silence.ts"
import { makeSqlClient, noneFree } from "./sql-client.ts"

type Failure = SqlError.SqlError

export interface ClientOptions {
  readonly pool: PgPool.Config
  /** Which schema the statements name. */
  readonly schema: string
  /** How long a statement, with its wait for a connection, may go unanswered. */
  readonly deadline: Duration.Duration
  /** What else to do when a statement went unanswered. */
  readonly onSilence?: Effect.Effect<void>
  /** What else to do when a statement failed. */
  readonly onFailure?: (failure: Failure) => Effect.Effect<void>
  readonly attributes: ReadonlyArray<readonly [string, unknown]>
}

/**
 * The SQL client over the driver's pool. The driver's own client is built the same way; this one adds what it has no
 * setting for: a bound on every statement and on every wait for a connection, kept by the client's clock, so that a
 * frozen or unreachable server cannot hold a caller; and transactions that survive the loss of their connection as the
 * failure that it was, where a failing ROLLBACK would turn it into a defect.
 */
export const makeClient = Effect.fnUntraced(function* (
  options: ClientOptions
): Effect.fn.Return<SqlClient.SqlClient, Failure, Scope.Scope | Reactivity.Reactivity> {
  const sessions = yield* makeSessions(options.pool)
  const within = boundBy(options.deadline)

  const giveUp = (session: PgConnection.PgConnection): Effect.Effect<never, Failure> =>
    (options.onSilence ?? Effect.void).pipe(
      Effect.andThen(sessions.drop(session)),
      Effect.andThen(Effect.fail(silence()))
    )

  const { onFailure } = options
  const bound: Bound = (session, statement) => {
    const answered = within(statement, () => giveUp(session))
    return onFailure === undefined ? answered : Effect.tapError(answered, onFailure)
  }
  const unbound: Bound = (_, statement) => statement

  const lease = Effect.flatMap(
    within(sessions.own, () => Effect.fail(noneFree())),
    (session) =>
      Effect.acquireRelease(
        Effect.sync(() => new BoundedConnection(session, bound, sessions.drop)),
        (connection) => connection.close()
      )
  )

  // One bound over both the wait and the statement: a timer a statement is enough.
  const borrowFrom =
    (lend: Lend): SqlConnection.Borrower =>
    (use) =>
      Effect.suspend(() => {
        let borrowed: PgConnection.PgConnection | undefined
        const statement = lend((session) => {
          borrowed = session
          return use(new BoundedConnection(session, unbound, sessions.drop))
        })
        return within(statement, () => (borrowed === undefined ? Effect.fail(noneFree()) : giveUp(borrowed)))
      })

  const { inTurn, canEnd, overstayed } = sessions
  const long = searching({ inTurn, canEnd, deadline: options.deadline, borrow: borrowFrom(sessions.search) })
  const borrowShort = borrowFrom(sessions.use)
  const firstShort: SqlConnection.Borrower = (use) => {
    let since = Number.POSITIVE_INFINITY
    const statement: typeof use = (connection) => {
      since = performance.now()
      return use(connection)
    }
    return Effect.catchIf(
      borrowShort(statement),
      (error) => overstayed(error, performance.now() - since),
      () => use(long)
    )
  }
  const borrow: SqlConnection.Borrower = (use) =>
    Effect.withFiber((fiber) => (fiber.getRef(WorkClass) === "search" ? use(long) : firstShort(use)))

  const { schema, deadline, attributes } = options
  return yield* makeSqlClient({ schema, deadline, lease, borrow, attributes })
})
