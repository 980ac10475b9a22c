import { Duration, Effect, Layer, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { DatabaseStartError } from "./DatabaseStartError.ts"
import { makeClient } from "./internal/client.ts"
import { Engine } from "./internal/pglite/Engine.ts"
import { EngineSocket } from "./internal/pglite/EngineSocket.ts"

/** Where and how to open the embedded database. */
export interface PgliteConfig {
  /** The directory to keep the data in, made if missing; `undefined` keeps it in memory. */
  readonly directory: string | undefined
  /** How long a statement may take, its wait for the one connection included. Default: 10 seconds. */
  readonly statementTimeout?: Duration.Input | undefined
  /** A tar archive of a data directory, to start from when there is none yet. */
  readonly image?: Uint8Array<ArrayBuffer> | undefined
}

const make = Effect.fnUntraced(function* (
  config: PgliteConfig
): Effect.fn.Return<SqlClient.SqlClient, DatabaseStartError, Scope.Scope | Reactivity.Reactivity> {
  const directory = config.directory === undefined ? undefined : resolve(config.directory)
  if (directory !== undefined) mkdirSync(directory, { recursive: true })
  const settings = { directory: directory === undefined ? undefined : join(directory, "pglite"), image: config.image }
  const engine = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () => Engine.start(settings),
      catch: (cause) =>
        new DatabaseStartError({
          reason: "EngineFailed",
          message: `The embedded database did not start: ${cause instanceof Error ? cause.message : String(cause)}`,
          hint: "Check the disk and the data directory.",
          cause
        })
    }),
    (engine) => Effect.promise(() => engine.close())
  )
  return yield* makeClient({
    pool: {
      stream: () => new EngineSocket(Promise.resolve(engine)),
      ssl: false,
      username: "postgres",
      database: "postgres",
      minConnections: 1,
      maxConnections: 1,
      multiplex: true
    },
    deadline: Duration.fromInputUnsafe(config.statementTimeout ?? "10 seconds"),
    onSilence: Effect.promise(() => engine.kill()),
    attributes: []
  }).pipe(Effect.orDie)
})

/**
 * An embedded PostgreSQL (PGlite) behind the same client as a real one.
 *
 * @example
 * Pglite.layer({ directory: ".data" })
 */
export const layer = (config: PgliteConfig): Layer.Layer<SqlClient.SqlClient, DatabaseStartError> =>
  Layer.effect(SqlClient.SqlClient, make(config)).pipe(Layer.provide(Reactivity.layer))
