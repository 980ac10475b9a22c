import { Duration, Effect, Layer, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { DatabaseStartError } from "./DatabaseStartError.ts"
import { makeClient } from "./internal/client.ts"
import { lockDirectory, type Locked } from "./internal/pglite/directoryLock.ts"
import { Supervisor } from "./internal/pglite/Supervisor.ts"
import { upkeep } from "./internal/pglite/upkeep.ts"

/** Where to open the embedded database, and how long its statements may take. */
export interface PgliteConfig {
  /** The directory to keep the data in, made if missing; `undefined` keeps it in memory. */
  readonly directory: string | undefined
  /** How long a statement may take, its wait for the one connection included. Default: 10 seconds. */
  readonly statementTimeout?: Duration.Input | undefined
  /** How often tables are vacuumed and analyzed that need it, as a server does by itself. Default: 1 minute. */
  readonly upkeepInterval?: Duration.Input | undefined
  /** A tar archive of a data directory (PGlite's `dumpDataDir("none")`) to start from, when there is none yet. */
  readonly image?: Uint8Array<ArrayBuffer> | undefined
}

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const lockedBy = (directory: string, { owner, file }: Locked): DatabaseStartError =>
  new DatabaseStartError({
    reason: "DirectoryLocked",
    message: `The data directory ${directory} is in use by process ${owner.pid} on ${owner.host}.`,
    hint: `Stop that process, or use another directory. If it is certain that it no longer runs, delete ${file}.`
  })

/** Makes the directory and takes its lock for the scope. */
const takeDirectory = (directory: string): Effect.Effect<string, DatabaseStartError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        mkdirSync(directory, { recursive: true, mode: 0o700 })
        return lockDirectory(join(directory, "pglite.lock"))
      },
      catch: (cause) =>
        new DatabaseStartError({
          reason: "DirectoryNotWritable",
          message: `The data directory ${directory} cannot be written: ${textOf(cause)}`,
          hint: "Give this user the right to write there, free some space, or use another directory.",
          cause
        })
    }).pipe(
      Effect.flatMap((lock) =>
        typeof lock === "function" ? Effect.succeed(lock) : Effect.fail(lockedBy(directory, lock))
      )
    ),
    (release) => Effect.sync(release)
  ).pipe(Effect.as(join(directory, "pglite")))

const startEngine = (directory: string | undefined, image: PgliteConfig["image"]) =>
  Effect.acquireRelease(
    Effect.sync(() => new Supervisor({ directory, image })),
    (supervisor) => Effect.promise(supervisor.close)
  ).pipe(
    Effect.tap((supervisor) =>
      Effect.tryPromise({
        try: supervisor.ready,
        catch: (cause) =>
          new DatabaseStartError({
            reason: "EngineFailed",
            message: `The embedded database${directory === undefined ? "" : ` at ${directory}`} did not start: ${textOf(cause)}`,
            hint: "Check that the disk has space. If the directory is damaged, move it away to start afresh.",
            cause
          })
      }).pipe(Effect.onInterrupt(() => Effect.sync(supervisor.kill)))
    )
  )

const make = Effect.fnUntraced(function* (
  config: PgliteConfig
): Effect.fn.Return<SqlClient.SqlClient, DatabaseStartError, Scope.Scope | Reactivity.Reactivity> {
  const directory = config.directory === undefined ? undefined : yield* takeDirectory(resolve(config.directory))
  const engine = yield* startEngine(directory, config.image)
  const deadline = Duration.fromInputUnsafe(config.statementTimeout ?? "10 seconds")
  const sql = yield* makeClient({
    pool: {
      stream: engine.connect,
      ssl: false,
      username: "postgres",
      database: "postgres",
      // While the engine is started again, callers are told within this time.
      connectTimeout: "2 seconds",
      maxConnections: 1,
      multiplex: true
    },
    deadline,
    // Half: a statement that waited behind others for a while, and then found the engine stuck, is enough of a sign.
    onSilence: Effect.sync(() => engine.stopIfSilent(Duration.toMillis(deadline) / 2)),
    attributes: [["db.namespace", directory ?? "memory"]]
  }).pipe(Effect.orDie)
  yield* Effect.orDie(sql`select 1`)
  yield* upkeep(sql, Duration.fromInputUnsafe(config.upkeepInterval ?? "1 minute"))
  return sql
})

/**
 * PGlite, a whole PostgreSQL in this process, behind the same client as a server.
 *
 * - One process a directory: a second one fails with `DirectoryLocked`, at once.
 * - It survives the end of the process at any moment, SIGKILL included; it does not survive a loss of power, since
 *   PGlite runs with `fsync` off.
 * - It has one session: transactions run one after the other. A statement that exceeds `statementTimeout` stops the
 *   engine, which starts again on the same data in less than a second; a database in memory is then lost.
 * - `LISTEN` is not there, and no autovacuum: this client vacuums and analyzes by itself, between other statements.
 *
 * @example
 * Effect.provide(program, Pglite.layer({ directory: ".data" }))
 */
export const layer = (config: PgliteConfig): Layer.Layer<SqlClient.SqlClient, DatabaseStartError> =>
  Layer.effect(SqlClient.SqlClient, make(config)).pipe(Layer.provide(Reactivity.layer))
