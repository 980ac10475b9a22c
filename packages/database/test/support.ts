import { type OwnPostgres, startPostgres } from "@agent-operations/postgres-for-tests"
import { Context, Duration, Effect, Layer, Redacted, References } from "effect"
import { SqlClient } from "effect/sql"
import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { eventually } from "../../../tooling/testing/src/eventually.ts"
import { type DatabaseStartError, HostPool, Postgres, translateSqlErrors } from "../src/index.ts"
import { hostPool } from "./databases.ts"

/** A client for the scope. */
export const open = (layer: Layer.Layer<SqlClient.SqlClient, DatabaseStartError>) =>
  Layer.build(Layer.fresh(layer)).pipe(Effect.map(Context.get(SqlClient.SqlClient)))

/** A server of one's own, to freeze and to kill. */
export const ownServer = Effect.acquireRelease(
  Effect.promise(() => startPostgres()),
  (server) => Effect.promise(server.stop)
)

export const connect = (server: OwnPostgres, config: Partial<Postgres.PostgresConfig> = {}) =>
  open(
    Postgres.layer({
      url: Redacted.make(server.url),
      statementTimeout: "1 second",
      connectTimeout: "1 second",
      ...config
    })
  )

/** The same by a pool of the host's, with the settings that its README gives. */
export const connectPool = Effect.fnUntraced(function* (
  server: OwnPostgres,
  config: Partial<Postgres.PostgresConfig> = {}
) {
  const statementMillis = Duration.toMillis(config.statementTimeout ?? "1 second")
  const pool = yield* hostPool({
    connectionString: server.url,
    max: config.maxConnections ?? 10,
    connectionTimeoutMillis: Duration.toMillis(config.connectTimeout ?? "1 second"),
    statement_timeout: statementMillis,
    lock_timeout: statementMillis / 2,
    idle_in_transaction_session_timeout: statementMillis * 3
  })
  return yield* open(HostPool.layer({ pool, statementTimeout: statementMillis + 500 }))
})

const childrenOf = (pid: number): ReadonlyArray<number> =>
  execFileSync("ps", ["-e", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child!)

/** Sends a signal to the server and to each process of it that serves a connection. */
export const signal = (server: OwnPostgres, name: "SIGSTOP" | "SIGCONT") =>
  Effect.sync(() => {
    for (const pid of [server.serverPid, ...childrenOf(server.serverPid)]) process.kill(pid, name)
  })

/** The code that an effect ends with at the edge of a service, and after how many milliseconds. */
export const outcome = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  translateSqlErrors(effect).pipe(
    Effect.match({ onFailure: (error) => (error as { readonly _tag: string })._tag, onSuccess: () => "OK" }),
    Effect.provideService(References.MinimumLogLevel, "None"),
    Effect.timed,
    Effect.map(([took, code]) => ({ code, millis: Duration.toMillis(took) }))
  )

/** The code alone. */
export const codeOf = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.map(outcome(effect), ({ code }) => code)

/**
 * What bounds a statement where the timeouts are 1 to 3 s, with what a slow and busy machine adds. Without a bound it
 * would take for ever, and a hundred one behind the other two minutes.
 */
export const boundMillis = 60_000

/** Ends once the database answers again: one more attempt may fail first, and starting takes its time. */
export const usable = (sql: SqlClient.SqlClient) =>
  eventually(
    "the database to answer again",
    Effect.map(codeOf(sql`select 1`), (code) => code === "OK")
  )

/** A directory for the scope. */
export const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "database-test-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }))
)

/** Another process that runs a module of `test/processes`, for the scope. */
export const startProcess = (name: string, ...parameters: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [join(import.meta.dirname, "processes", `${name}.ts`), ...parameters], {
        stdio: ["pipe", "pipe", "inherit"]
      })
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
      return {
        pid: child.pid!,
        /** The next line that it writes; `undefined` when it has ended. */
        line: Effect.promise(async () => ((await lines.next()).value as string | undefined) ?? undefined),
        write: (text: string) => Effect.sync(() => void child.stdin.write(`${text}\n`)),
        kill: Effect.promise(() => {
          child.kill("SIGKILL")
          return exited
        })
      }
    }),
    (other) => other.kill
  )
