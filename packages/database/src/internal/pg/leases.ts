import { Duration, Effect, Scope } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import type { PgPool, PgPoolClient } from "../../pg.ts"
import { boundBy } from "../deadline.ts"
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

/** Gives a client back when its last statement is answered; one that is lost, or stays silent, for the pool to end. */
const release = (client: PgPoolClient, connection: PgConnection, patience: Duration.Duration): void => {
  if (connection.state.lost) return giveBack(client, new Error("The connection is lost"))
  if (connection.state.open) return giveBack(client, new Error("A transaction was left open"))
  if (connection.isIdle) return giveBack(client)
  let late: NodeJS.Timeout | undefined
  const silent = new Promise<Error>((resolve) => {
    late = setTimeout(() => resolve(silence()), Duration.toMillis(patience))
  })
  void Promise.race([connection.idle(), silent]).then((error) => {
    clearTimeout(late)
    giveBack(client, error ?? undefined)
  })
}

/** Takes a client from the host's pool for the scope. One that comes when nobody waits any more goes back at once. */
const take = (
  pool: PgPool,
  patience: Duration.Duration,
  deadline?: Duration.Duration
): Effect.Effect<PgConnection, Failure, Scope.Scope> =>
  Effect.flatMap(Effect.scope, (scope) => {
    let closed = false
    let give: (() => void) | undefined
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
    const close = Effect.sync(() => {
      closed = true
      give?.()
    })
    return Effect.andThen(Scope.addFinalizer(scope, close), lent)
  })

/** How connections of the host's pool are leased to transactions, and lent to single statements, in bounded time. */
export const leasesOf = (pool: PgPool, deadline: Duration.Duration) => {
  const within = boundBy(deadline)
  const borrow: SqlConnection.Borrower = (use) =>
    Effect.suspend(() => {
      let borrowed: PgConnection | undefined
      const statement = Effect.scoped(
        Effect.flatMap(take(pool, deadline), (connection) => {
          borrowed = connection
          return use(connection)
        })
      )
      return within(statement, () => {
        if (borrowed === undefined) return Effect.fail(noneFree())
        borrowed.state.lost = true
        return Effect.fail(silence())
      })
    })
  return { lease: within(take(pool, deadline, deadline), () => Effect.fail(noneFree())), borrow }
}
