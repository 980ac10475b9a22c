import { PgClient } from "@effect/sql-pg"
import { type Duration, Effect, type Scope } from "effect"
import type * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"
import { HostTransaction } from "./host-transaction.ts"
import { compilerFor, withSchema } from "./schema-names.ts"
import type { SessionState } from "./session-state.ts"
import { textOnce } from "./text-once.ts"

type Failure = SqlError.SqlError

/** A connection that knows what its session's answers say of it. */
interface WatchedConnection extends SqlConnection.Connection {
  readonly state: SessionState
}

export interface SqlClientOptions {
  /** Which schema the statements name. */
  readonly schema: string
  /** How long a statement, with its wait for a connection, may go unanswered. */
  readonly deadline: Duration.Duration
  /** Leases a connection for a transaction. */
  readonly lease: Effect.Effect<WatchedConnection, Failure, Scope.Scope>
  /** Lends a connection for one statement. */
  readonly borrow: SqlConnection.Borrower
  readonly attributes: ReadonlyArray<readonly [string, unknown]>
}

const rolledBack = new SqlError.SqlError({
  reason: new SqlError.UnknownError({
    cause: undefined,
    message: "COMMIT rolled back a transaction that an earlier statement had aborted",
    operation: "commit"
  })
})

// PostgreSQL answers the COMMIT of an aborted transaction with success and the word ROLLBACK. One that it refuses has ended
// the transaction, too: the ROLLBACK says so.
const commit = (connection: SqlConnection.Connection): Effect.Effect<void, Failure> =>
  connection.executeRaw("COMMIT", []).pipe(
    Effect.tapError(() => {
      const { lost, open } = (connection as WatchedConnection).state
      return open && !lost ? Effect.ignore(connection.executeRaw("ROLLBACK", [])) : Effect.void
    }),
    Effect.flatMap((result) =>
      (result as { readonly command: string }).command === "ROLLBACK" ? Effect.fail(rolledBack) : Effect.void
    )
  )

/** What is known of clients that this package made. */
const made = new WeakMap<SqlClient.SqlClient, { readonly deadline: Duration.Duration; work: number }>()

/** How long a statement of a client may go unanswered; undefined of one that this package did not make. */
export const deadlineOf = (sql: SqlClient.SqlClient): Duration.Duration | undefined => made.get(sql)?.deadline

/** How many statements and transactions a client has carried out; undefined of one that this package did not make. */
export const workOf = (sql: SqlClient.SqlClient): number | undefined => made.get(sql)?.work

/** The client of `effect/sql` over connections of either driver. A transaction may be a part of one of the host's. */
export const makeSqlClient = Effect.fnUntraced(function* (
  options: SqlClientOptions
): Effect.fn.Return<SqlClient.SqlClient, never, Reactivity.Reactivity> {
  const known = { deadline: options.deadline, work: 0 }
  const lease = Effect.suspend(() => {
    known.work++
    return options.lease
  })
  const borrow: SqlConnection.Borrower = (use) => {
    known.work++
    return options.borrow(use)
  }
  const client = yield* SqlClient.make({
    acquirer: lease,
    borrower: borrow,
    transactionAcquirer: Effect.flatMap(HostTransaction, (host) => (host === undefined ? lease : Effect.succeed(host))),
    compiler: textOnce(compilerFor(options.schema, PgClient.makeCompiler())),
    driver: "pg",
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    isTransaction: (connection) => !(connection as WatchedConnection).state.lost,
    spanAttributes: [["db.system.name", "postgresql"], ...options.attributes]
  })
  made.set(client, known)
  return withSchema(client, options.schema)
})

/** No connection became free within the deadline. */
export const noneFree = (): Failure => {
  const message = "No connection to the database became free in time"
  return new SqlError.SqlError({
    reason: new SqlError.ConnectionError({ cause: new Error(message), message, operation: "acquire" })
  })
}
