import { Data, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { HostTransaction } from "./internal/host-transaction.ts"
import { PgConnection } from "./internal/pg/PgConnection.ts"
import { OtherDateStyle } from "./internal/pg/result-types.ts"
import { deadlineOf } from "./internal/sql-client.ts"
import { inTransaction } from "./in-transaction.ts"
import type { PgClient } from "./pg.ts"
import { sqlState } from "./sql-error.ts"

/**
 * A transaction of the host could not be joined; nothing was done. `reason` says why: none is open on the client, it
 * is aborted, another one is open already, the client cannot be joined, or its user or its session are not fit for it.
 */
export class TransactionNotJoined extends Data.TaggedError("TransactionNotJoined")<{
  /**
   * None is open on the client; it is aborted; another one is open here already, or cannot be joined; the client's user
   * may not use the tables; or its session writes times in another way than ISO.
   */
  readonly reason: "NoTransaction" | "Aborted" | "Nested" | "OtherClient" | "NotPermitted" | "OtherDateStyle"
  readonly message: string
  /** The way out, in one line. */
  readonly hint: string
}> {}

const notJoined = {
  NoTransaction: [
    "No transaction is open on the client.",
    "Start one first on the same client: check it out with pool.connect() and run BEGIN."
  ],
  Aborted: [
    "The transaction on the client is aborted: a statement of it failed before.",
    "Roll it back and run it again from the start, or run statements that may fail in a savepoint."
  ],
  Nested: [
    "A transaction is already open here, on another connection.",
    "Join the host's transaction first, and run what belongs to it inside."
  ],
  OtherClient: [
    "The database is the host's own client, whose transactions are joined automatically.",
    "Run the effect in withTransaction of that client."
  ],
  NotPermitted: [
    "The user of the client may not use the tables of these operations.",
    "Grant it what `agent-operations-admin sql --grants ROLE` prints, or lend a client of another user."
  ],
  OtherDateStyle: [
    "The DateStyle of the client's session is not ISO, so that times cannot be read.",
    "Run `set DateStyle to ISO` on the client before, or connect with the DateStyle ISO."
  ]
} as const

const fail = (reason: TransactionNotJoined["reason"]) => {
  const [message, hint] = notJoined[reason]
  return new TransactionNotJoined({ reason, message, hint })
}

const reasons: Readonly<Record<string, TransactionNotJoined["reason"]>> = {
  "25P01": "NoTransaction",
  "25P02": "Aborted"
}

/** What is wrong with the client, where a statement says so. */
const unfitness = (error: SqlError.SqlError): TransactionNotJoined["reason"] | undefined => {
  if (sqlState(error) === "42501") return "NotPermitted"
  return error.reason.cause instanceof OtherDateStyle ? "OtherDateStyle" : undefined
}

const savepoint = "agent_operations_part"

/** A client with a transaction open in it, of which ours is a part: what would begin and end it is a savepoint's. */
class JoinedConnection extends PgConnection {
  /** Why there can be no savepoint, or why the client is not fit for what is to run on it. */
  refused: TransactionNotJoined["reason"] | undefined

  protected override run(text: string, values: ReadonlyArray<unknown>, rowMode?: "array") {
    const statement = (own: string) => super.run(own, [])
    const release = statement(`release savepoint ${savepoint}`)
    const undo = Effect.andThen(statement(`rollback to savepoint ${savepoint}`), release)
    switch (text) {
      case "BEGIN":
        return Effect.tapError(statement(`savepoint ${savepoint}`), (error) =>
          Effect.sync(() => {
            this.refused = reasons[sqlState(error) ?? ""]
          })
        )
      // Of what failed and went on unseen nothing is left, and the host's transaction goes on.
      case "COMMIT":
        return Effect.tapError(release, () => Effect.ignore(undo))
      case "ROLLBACK":
        return undo
      default:
        return Effect.tapError(super.run(text, values, rowMode), (error) =>
          Effect.sync(() => {
            this.refused ??= unfitness(error)
          })
        )
    }
  }
}

const ignore = (): void => {}

/**
 * Runs an effect as a part of the transaction that the host has open on a client of `pg`: every statement of it runs on
 * that client, and commits or vanishes with the host's own. Nothing here commits or rolls back the host's transaction.
 *
 * The effect is a savepoint of it: if it fails, in any way, what it did is undone, and the host's transaction can go on,
 * or be rolled back. A transaction within it is a savepoint too, and nothing is remembered of what it read. Of a
 * serialization failure or a deadlock it is `Unavailable` (SQLSTATE 40001 and 40P01 beneath): roll the whole transaction
 * back and run it again from its start. Give the client to one effect at a time, and to no other statement meanwhile.
 *
 * Fails with `TransactionNotJoined` where there is no transaction that could be joined.
 *
 * @example
 * const client = await pool.connect()
 * await client.query("begin")
 * await client.query("insert into orders …")
 * await runtime.runPromise(joinTransaction(client)(operations.create_page_view(input)))
 * await client.query("commit")
 */
export const joinTransaction =
  (client: PgClient) =>
  <A, E, R>(
    self: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | TransactionNotJoined | SqlError.SqlError, R | SqlClient.SqlClient> =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.flatMap(inTransaction(sql), (nested) => {
        const deadline = deadlineOf(sql)
        if (deadline === undefined) return Effect.fail(fail("OtherClient"))
        if (nested) return Effect.fail(fail("Nested"))
        const connection = new JoinedConnection(client, deadline)
        // A lost connection must not end the process while an effect is at work on it.
        client.on?.("error", ignore)
        return sql.withTransaction(Effect.provideService(self, HostTransaction, undefined)).pipe(
          Effect.provideService(HostTransaction, connection),
          Effect.catchCause((cause): Effect.Effect<never, E | TransactionNotJoined | SqlError.SqlError> =>
            connection.refused === undefined ? Effect.failCause(cause) : Effect.fail(fail(connection.refused))
          ),
          Effect.ensuring(Effect.sync(() => client.removeListener?.("error", ignore)))
        )
      })
    )
