import { Duration, Effect, Scope } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import type { PgPool, PgPoolClient } from "../../pg.ts"
import { WorkClass } from "../../shares/WorkClass.ts"
import { type ConnectionTurns, makeConnectionTurns } from "../connection-turns.ts"
import { boundBy } from "../deadline.ts"
import { searching } from "../in-turn.ts"
import { silence } from "../silence.ts"
import { noneFree } from "../sql-client.ts"
import { sqlErrorOf } from "./failures.ts"
import { PgConnection } from "./PgConnection.ts"

type Failure = SqlError.SqlError

const ignore = (): void => {}

const giveBack = (client: PgPoolClient, error?: Error): void => {
  client.removeListener?.("error", ignore)
  client.release(error)
}

/**
 * Gives a client back when its last statement is answered; one that is lost, or stays silent, for the pool to end. Until then
 * whoever had it has its turn.
 */
const release = (client: PgPoolClient, connection: PgConnection, patience: Duration.Duration): Effect.Effect<void> => {
  const back = (error?: Error) => Effect.sync(() => giveBack(client, error))
  if (connection.state.lost) return back(new Error("The connection is lost"))
  if (connection.state.open) return back(new Error("A transaction was left open"))
  if (connection.isIdle) return back()
  const idle = async () => {
    let late: NodeJS.Timeout | undefined
    const silent = new Promise<Error>((resolve) => {
      late = setTimeout(() => resolve(silence()), Duration.toMillis(patience))
    })
    const error = await Promise.race([connection.idle(), silent])
    clearTimeout(late)
    return error ?? undefined
  }
  return Effect.flatMap(Effect.promise(idle), back)
}

/** Takes a client from the host's pool for the scope. One that comes when nobody waits any more goes back at once. */
const take = (
  pool: PgPool,
  patience: Duration.Duration,
  deadline?: Duration.Duration
): Effect.Effect<PgConnection, Failure, Scope.Scope> =>
  Effect.flatMap(Effect.scope, (scope) => {
    let closed = false
    let give: (() => Effect.Effect<void>) | undefined
    const lent = Effect.callback<PgConnection, Failure>((resume) => {
      const connect = async () => await pool.connect()
      connect().then(
        (client) => {
          if (closed) return client.release()
          // A lost connection would end the process: of a client that is lent, the pool does not listen for it.
          client.on?.("error", ignore)
          const connection = new PgConnection(client, deadline)
          give = () => release(client, connection, patience)
          resume(Effect.succeed(connection))
        },
        (cause: unknown) => resume(Effect.fail(sqlErrorOf(cause, "acquire")))
      )
    })
    const close = Effect.suspend(() => {
      closed = true
      return give?.() ?? Effect.void
    })
    return Effect.andThen(Scope.addFinalizer(scope, close), lent)
  })

/**
 * How connections of the host's pool are leased to transactions, and lent to single statements, in bounded time and in
 * turns of organizations, where the pool says how many it has. Law: K3.
 */
export const leasesOf = (pool: PgPool, deadline: Duration.Duration) => {
  const within = boundBy(deadline)
  const turns = makeConnectionTurns(pool.options?.max ?? Number.POSITIVE_INFINITY)
  const borrowIn =
    (inTurn: ConnectionTurns["run"]): SqlConnection.Borrower =>
    (use) =>
      Effect.suspend(() => {
        let borrowed: PgConnection | undefined
        const statement = Effect.scoped(
          Effect.flatMap(take(pool, deadline), (connection) => {
            borrowed = connection
            return use(connection)
          })
        )
        return within(inTurn(statement), () => {
          if (borrowed === undefined) return Effect.fail(noneFree())
          borrowed.state.lost = true
          return Effect.fail(silence())
        })
      })
  const borrowShort = borrowIn(turns.run)
  // The driver has nothing to end a statement with.
  const long = searching({ inTurn: turns.search, deadline, canEnd: false, borrow: borrowIn((work) => work) })
  const borrow: SqlConnection.Borrower = (use) =>
    Effect.withFiber((fiber) => (fiber.getRef(WorkClass) === "search" ? use(long) : borrowShort(use)))
  const lease = Effect.andThen(turns.take, take(pool, deadline, deadline))
  return { lease: within(lease, () => Effect.fail(noneFree())), borrow }
}
