import { Clock, Context, Duration, Effect, Exit, Layer, Scope } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { DatabaseStartError } from "../DatabaseStartError.ts"
import { fromBeside } from "../internal/pglite/Engine.ts"
import * as Pglite from "../Pglite.ts"
import { makeEmpty } from "./empty.ts"
import type { Image } from "./image.ts"

/** An embedded database in memory that was opened from an image, in a thread that keeps no process alive. */
export interface TestEngine {
  readonly hash: string
  readonly sql: SqlClient.SqlClient
  /** Puts it back to what the image has. */
  readonly empty: Effect.Effect<void, SqlError.SqlError>
  readonly close: Effect.Effect<void>
}

const worker: NonNullable<Pglite.PgliteConfig["worker"]> = (options) => {
  const thread = fromBeside(options)
  // Once it is listened to, by which a thread keeps the process alive again.
  queueMicrotask(() => thread.unref())
  return thread
}

/** A timer has no longer time. */
const longestMillis = 2 ** 31 - 1

/** A clock by which the pauses of a pool keep no process alive either. */
const withoutHold = (clock: Clock.Clock): Clock.Clock =>
  Object.assign(Object.create(clock) as Clock.Clock, {
    sleep: (duration: Duration.Duration) =>
      Effect.callback<void>((resume) => {
        const timer = setTimeout(
          () => resume(Effect.void),
          Math.min(Duration.toMillis(duration), longestMillis)
        ).unref()
        return Effect.sync(() => clearTimeout(timer))
      })
  })

/**
 * Opens an image, until `close`.
 *
 * @example
 * const engine = yield* openImage(yield* migratedImage([RevisionStore.migrations]))
 */
export const openImage = Effect.fnUntraced(function* ({
  hash,
  bytes
}: Image): Effect.fn.Return<TestEngine, DatabaseStartError | SqlError.SqlError> {
  const scope = yield* Scope.make()
  const close = Scope.close(scope, Exit.void)
  return yield* Effect.gen(function* () {
    const layer = Layer.fresh(
      Pglite.layer({ directory: undefined, image: bytes, worker, statementTimeout: "2 minutes" })
    )
    const sql = Context.get(
      yield* Effect.updateService(Layer.buildWithScope(layer, scope), Clock.Clock, withoutHold),
      SqlClient.SqlClient
    )
    return { hash, sql, empty: yield* makeEmpty(sql), close }
  }).pipe(Effect.onError(() => close))
})
