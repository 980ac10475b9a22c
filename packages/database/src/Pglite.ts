import { Duration, Effect, Layer, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { DatabaseStartError } from "./DatabaseStartError.ts"
import { makeClient } from "./internal/client.ts"
import { checkSchema, defaultSchema } from "./internal/schema-names.ts"
import { lockDirectory, type Locked } from "./internal/pglite/directory-lock.ts"
import type { StartWorker } from "./internal/pglite/Engine.ts"
import type { EngineSettings } from "./internal/pglite/messages.ts"
import { Supervisor } from "./internal/pglite/Supervisor.ts"
import { followLink, restrict, restrictTree } from "./internal/restrict.ts"
import { Silence } from "./internal/silence.ts"
import { directoryError, privateDirectory } from "./private-directory.ts"
import { sqlState } from "./sql-error.ts"

/** Where embedded PGlite keeps its data, and how long its statements may take. */
export interface PgliteConfig {
  /** The directory to keep the data in, made if missing; `undefined` keeps it in memory. */
  readonly directory: string | undefined
  /** The schema of all tables: a plain identifier of at most 54 characters. Default: `agent_operations`. */
  readonly schema?: string | undefined
  /** How long a statement may take, its wait for the one connection included. Default: 10 seconds. */
  readonly statementTimeout?: Duration.Input | undefined
  /**
   * How often tables are vacuumed and analyzed that need it, and what was written is checkpointed, as a server does by
   * itself. Default: 1 minute. Whatever it is, there is a checkpoint after every 32 MB of the write-ahead log.
   */
  readonly upkeepInterval?: Duration.Input | undefined
  /**
   * Whether a directory survives a loss of power: each write then waits until the disk has it, once for all statements
   * that are sent together. Without, a loss of power may take writes that were acknowledged, or the database. Memory has
   * nothing to sync. Default: true.
   */
  readonly fsync?: boolean | undefined
  /** A tar archive of a data directory (PGlite's `dumpDataDir("none")`) to start from, when there is none yet. */
  readonly image?: Uint8Array<ArrayBuffer> | undefined
  /**
   * Starts the worker, for a host whose bundler moves it away from `pglite-worker.js` beside the code.
   *
   * @example
   * worker: (options) => new Worker(new URL("./my-worker.js", import.meta.url), options)
   */
  readonly worker?: StartWorker | undefined
}

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const lockedBy = (directory: string, { owner, file }: Locked): DatabaseStartError =>
  new DatabaseStartError({
    reason: "DirectoryLocked",
    message: `The data directory ${directory} is in use by process ${owner.pid} on ${owner.host}.`,
    hint: `Stop that process, or use another directory. If you are certain that it no longer runs, delete ${file}.`
  })

/** Takes the lock of the directory for the scope. */
const takeLock = (directory: string): Effect.Effect<void, DatabaseStartError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => lockDirectory(join(directory, "pglite.lock")),
      catch: (cause) => directoryError(directory, cause)
    }).pipe(
      Effect.flatMap((lock) =>
        typeof lock === "function" ? Effect.succeed(lock) : Effect.fail(lockedBy(directory, lock))
      )
    ),
    (release) => Effect.sync(release)
  )

/** Takes the rights of other users from data that an earlier version left open. */
const closeToOthers = (data: string): Effect.Effect<void, DatabaseStartError> =>
  Effect.try({
    try: () => {
      if (!existsSync(data)) return
      const path = followLink(data)
      if (restrict(path)) restrictTree(path)
    },
    catch: (cause) => directoryError(data, cause)
  })

/** Creates the directory, takes it for the scope, and tells where in it the data is. */
const takeDirectory = Effect.fnUntraced(function* (
  configured: string
): Effect.fn.Return<string, DatabaseStartError, Scope.Scope> {
  const directory = yield* privateDirectory(configured)
  yield* takeLock(directory)
  const data = join(directory, "pglite")
  yield* closeToOthers(data)
  return data
})

const engineFailed = (directory: string | undefined, cause: unknown): DatabaseStartError =>
  new DatabaseStartError({
    reason: "EngineFailed",
    message: `The embedded database${directory === undefined ? "" : ` at ${directory}`} did not start: ${textOf(cause)}`,
    hint:
      (cause instanceof Silence ? "A busy machine may only need more time: start it again first. " : "") +
      (directory === undefined
        ? ""
        : "Check that the disk has free space. If the directory is damaged, move it away to start with an empty one. ") +
      "In a bundle, the worker pglite-worker.js must be next to it, and @electric-sql/pglite in node_modules; a bundle in " +
      'CommonJS must start the worker itself: see "In a bundle" in the README of @agent-operations/kit.',
    cause
  })

const startEngine = (settings: Omit<EngineSettings, "create">, worker: PgliteConfig["worker"]) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => new Supervisor(settings, worker),
      catch: (cause) => engineFailed(settings.directory, cause)
    }),
    (supervisor) => Effect.promise(supervisor.close)
  ).pipe(
    Effect.tap((supervisor) =>
      Effect.tryPromise({ try: supervisor.ready, catch: (cause) => engineFailed(settings.directory, cause) }).pipe(
        Effect.onInterrupt(() => Effect.sync(supervisor.kill))
      )
    )
  )

const make = Effect.fnUntraced(function* (
  config: PgliteConfig
): Effect.fn.Return<SqlClient.SqlClient, DatabaseStartError, Scope.Scope | Reactivity.Reactivity> {
  const schema = yield* checkSchema(config.schema ?? defaultSchema)
  const directory = config.directory === undefined ? undefined : yield* takeDirectory(config.directory)
  const upkeepMillis = Duration.toMillis(Duration.fromInputUnsafe(config.upkeepInterval ?? "1 minute"))
  const engine = yield* startEngine(
    { directory, image: config.image, fsync: config.fsync ?? true, upkeepMillis },
    config.worker
  )
  const deadline = Duration.fromInputUnsafe(config.statementTimeout ?? "10 seconds")
  const sql = yield* makeClient({
    schema,
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
    // After an I/O error the engine may go on with a wrong picture of its files: opening them again rights it.
    onFailure: (failure) =>
      Effect.sync(() => {
        if (directory !== undefined && sqlState(failure)?.startsWith("58") === true) engine.kill()
      }),
    attributes: [["db.namespace", directory ?? "memory"]]
  }).pipe(Effect.orDie)
  // The first connection of a busy machine may take longer than callers wait for one: a minute, as the engine has.
  yield* Effect.orDie(Effect.retry(sql`select 1`, { times: 30 }))
  return sql
})

/**
 * PGlite, a whole PostgreSQL in this process, behind the same client as a server.
 *
 * - One process a directory: a second one fails with `DirectoryLocked`, at once.
 * - It survives the end of the process at any moment, SIGKILL included, and a loss of power unless `fsync` is off.
 * - It has one session: transactions run one after the other. A statement that exceeds `statementTimeout` stops the
 *   engine, which starts again on the same data in less than a second; a database in memory is then lost.
 * - `LISTEN` is not there, and no other processes: between transactions the engine's thread vacuums, analyzes and
 *   checkpoints by itself, so that the write-ahead log stays within 128 MB and what one transaction writes.
 *
 * @example
 * Effect.provide(program, Pglite.layer({ directory: ".data" }))
 */
export const layer = (config: PgliteConfig): Layer.Layer<SqlClient.SqlClient, DatabaseStartError> =>
  Layer.effect(SqlClient.SqlClient, make(config)).pipe(Layer.provide(Reactivity.layer))
