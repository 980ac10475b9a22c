import { AsyncLocalStorage } from "node:async_hooks"
import { Context, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { RunStatement } from "./dialect.ts"

/** What the library is to put into what it makes. */
interface Given {
  /** The grant that a code is being made for. */
  readonly grantId?: string | undefined
  /** The refresh token that an exchange gives. */
  readonly refreshToken?: string
}

/** What surrounds one call of the library, through all of its promises. */
interface Ambient {
  /** The fiber's, with the transaction that is open in it. */
  readonly context: Context.Context<never>
  readonly given: Given
  /** The first statement that failed: the library would tell it as an error of its own. */
  failure: SqlError.SqlError | undefined
}

const storage = new AsyncLocalStorage<Ambient>()

/** The grant that the code which is being made belongs to. */
export const currentGrantId = (): string | undefined => storage.getStore()?.given.grantId

/** The refresh token that the exchange gives which is being made. */
export const currentRefreshToken = (): string | undefined => storage.getStore()?.given.refreshToken

/** Runs a statement of the library in the fiber's transaction that surrounds the call, if there is one. */
export const runStatement =
  (sql: SqlClient.SqlClient): RunStatement =>
  async (text, parameters) => {
    const ambient = storage.getStore()
    // JSON columns get objects, which the driver wants as text.
    const values = parameters.map((value) =>
      typeof value === "object" && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value
    )
    return Effect.runPromiseWith(ambient?.context ?? Context.empty())(
      Effect.tapError(sql.unsafe(text, values).raw, (error) =>
        Effect.sync(() => {
          if (ambient !== undefined) ambient.failure ??= error
        })
      )
    ) as Promise<Awaited<ReturnType<RunStatement>>>
  }

/**
 * Calls the library: its statements run in the transaction that is open here, and a failure of one of them is this
 * effect's failure.
 */
export const callLibrary = <A>(call: () => Promise<A>, given: Given = {}): Effect.Effect<A, SqlError.SqlError> =>
  Effect.contextWith((context: Context.Context<never>) => {
    const ambient: Ambient = { context, given, failure: undefined }
    // Whoever is interrupted waits: statements of a call that goes on would run in another's transaction.
    return Effect.uninterruptible(Effect.promise(() => storage.run(ambient, call))).pipe(
      Effect.catchCause((cause) =>
        ambient.failure === undefined ? Effect.failCause(cause) : Effect.fail(ambient.failure)
      ),
      Effect.flatMap((answer) =>
        ambient.failure === undefined ? Effect.succeed(answer) : Effect.fail(ambient.failure)
      )
    )
  })
