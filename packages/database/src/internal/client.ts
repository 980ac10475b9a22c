import { PgClient, type PgConnection, type PgPool } from "@effect/sql-pg"
import { Context, type Duration, Effect, type Scope } from "effect"
import type * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"
import { BoundedConnection, type Bound } from "./connection.ts"
import { abandonAfter } from "../abandonAfter.ts"
import { makeSessions } from "./sessions.ts"
import { silence } from "./silence.ts"

type Failure = SqlError.SqlError

/** How long a statement may go unanswered, where that differs from the client's own bound. */
export const StatementDeadline = Context.Reference<Duration.Duration | undefined>(
  "@agent-operations/database/StatementDeadline",
  { defaultValue: () => undefined }
)

export interface ClientOptions {
  readonly pool: PgPool.Config
  /** How long a statement, with its wait for a connection, may go unanswered. */
  readonly deadline: Duration.Duration
  /** What else to do when a statement went unanswered. */
  readonly onSilence?: Effect.Effect<void>
  readonly attributes: ReadonlyArray<readonly [string, unknown]>
}

const failure = (message: string): Failure =>
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({ cause: new Error(message), message, operation: "acquire" })
  })

const noneFree = failure("No connection to the database became free in time")

const rolledBack = new SqlError.SqlError({
  reason: new SqlError.UnknownError({
    cause: undefined,
    message: "COMMIT rolled back a transaction that an earlier statement had aborted",
    operation: "commit"
  })
})

// PostgreSQL answers the COMMIT of an aborted transaction with success and the word ROLLBACK.
const commit = (connection: SqlConnection.Connection): Effect.Effect<void, Failure> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    (result as PgConnection.Result).command === "ROLLBACK" ? Effect.fail(rolledBack) : Effect.void
  )

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

  const within = <A, E, R>(
    self: Effect.Effect<A, E, R>,
    orElse: () => Effect.Effect<never, Failure>
  ): Effect.Effect<A, E | Failure, R> =>
    Effect.withFiber((fiber) => abandonAfter(self, fiber.getRef(StatementDeadline) ?? options.deadline, orElse))

  const giveUp = (session: PgConnection.PgConnection): Effect.Effect<never, Failure> =>
    (options.onSilence ?? Effect.void).pipe(
      Effect.andThen(sessions.drop(session)),
      Effect.andThen(Effect.fail(silence()))
    )

  const bound: Bound = (session, statement) => within(statement, () => giveUp(session))
  const unbound: Bound = (_, statement) => statement

  const lease = Effect.map(
    within(sessions.own, () => Effect.fail(noneFree)),
    (session) => new BoundedConnection(session, bound)
  )

  // One bound over both the wait and the statement: a timer a statement is enough.
  const borrow: SqlConnection.Borrower = (use) =>
    Effect.suspend(() => {
      let borrowed: PgConnection.PgConnection | undefined
      const statement = sessions.use((session) => {
        borrowed = session
        return use(new BoundedConnection(session, unbound))
      })
      return within(statement, () => (borrowed === undefined ? Effect.fail(noneFree) : giveUp(borrowed)))
    })

  return yield* SqlClient.make({
    acquirer: lease,
    borrower: borrow,
    transactionAcquirer: lease,
    compiler: PgClient.makeCompiler(),
    driver: "pg",
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    isTransaction: (connection) => !(connection as BoundedConnection).lost,
    spanAttributes: [["db.system.name", "postgresql"], ...options.attributes]
  })
})
