import { Duration, Effect, Layer, Redacted, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import type { DatabaseStartError } from "./DatabaseStartError.ts"
import { makeClient } from "./internal/client.ts"
import { checkSchema, defaultSchema } from "./internal/schema-names.ts"
import { addressOf, describeAddress } from "./internal/postgres/address.ts"
import { invalidUrl, startFailure, tlsOfUrl } from "./internal/postgres/start-failure.ts"
import { tlsOf } from "./internal/postgres/tls.ts"
import { untilReachable } from "./internal/postgres/until-reachable.ts"

/** A PostgreSQL server, and the settings of the pool. */
export interface PostgresConfig {
  /**
   * A libpq URI: `postgres://user:password@host:5432/database`, with any of `sslmode`, `sslrootcert`, `sslcert`,
   * `sslkey`, `connect_timeout`, `application_name`, `options`, `host`, `port`, `user`, `password`, `dbname`.
   */
  readonly url: Redacted.Redacted
  /** The schema of all tables: a plain identifier of at most 54 characters. Default: `agent_operations`. */
  readonly schema?: string | undefined
  /** How many connections this process may hold. Default: 10. */
  readonly maxConnections?: number | undefined
  /** How long the server works on a statement; half of it waiting for a lock. Default: 10 seconds. */
  readonly statementTimeout?: Duration.Input | undefined
  /** How long one attempt to connect may take. Default: what the URL says, else 5 seconds. */
  readonly connectTimeout?: Duration.Input | undefined
  /** How long to go on trying when the server is away at the start. Default: 30 seconds. */
  readonly startTimeout?: Duration.Input | undefined
  /** Whether statements of several fibers share connections, pipelined. Default: true. */
  readonly multiplex?: boolean | undefined
  /** Whether statements are prepared by name. Default: true; false for poolers that keep no session. */
  readonly prepare?: boolean | undefined
  /** What the server's `pg_stat_activity` shows. Default: what the URL says, else `agent-operations`. */
  readonly applicationName?: string | undefined
}

// The driver refuses the modes that it does not know, and for the others it has `ssl`.
const withoutMode = (url: Redacted.Redacted): Redacted.Redacted => {
  const copy = new URL(Redacted.value(url))
  copy.searchParams.delete("sslmode")
  return Redacted.make(copy.href)
}

const millis = (duration: Duration.Duration): string => String(Math.ceil(Duration.toMillis(duration)))

const make = Effect.fnUntraced(function* (
  config: PostgresConfig
): Effect.fn.Return<SqlClient.SqlClient, DatabaseStartError, Scope.Scope | Reactivity.Reactivity> {
  const schema = yield* checkSchema(config.schema ?? defaultSchema)
  const address = yield* Effect.mapError(addressOf(config.url), invalidUrl)
  const ssl = yield* Effect.mapError(tlsOf(address.parameters), invalidUrl)
  const statementTimeout = Duration.fromInputUnsafe(config.statementTimeout ?? "10 seconds")
  const place = { name: describeAddress(address), settings: "the URL", tls: tlsOfUrl }
  const reach = Effect.gen(function* () {
    const sql = yield* makeClient({
      schema,
      pool: {
        url: ssl === undefined ? config.url : withoutMode(config.url),
        ssl,
        maxConnections: config.maxConnections,
        multiplex: config.multiplex ?? true,
        prepare: config.prepare,
        connectTimeout: config.connectTimeout,
        applicationName: config.applicationName ?? address.parameters.get("application_name") ?? "agent-operations",
        keepAlive: "30 seconds",
        startupParameters: {
          statement_timeout: millis(statementTimeout),
          lock_timeout: millis(Duration.times(statementTimeout, 0.5)),
          // A client that stops in the middle of a transaction does not keep its locks.
          idle_in_transaction_session_timeout: millis(Duration.times(statementTimeout, 3))
        }
      },
      // The server's own timeout comes first, unless the server is frozen or cut off.
      deadline: Duration.sum(statementTimeout, Duration.millis(500)),
      attributes: [
        ["db.namespace", address.database],
        ["server.address", address.host],
        ["server.port", address.port]
      ]
    })
    yield* untilReachable(sql, place, Duration.fromInputUnsafe(config.startTimeout ?? "30 seconds"))
    return sql
  })
  return yield* Effect.mapError(reach, (failure) => startFailure(failure, place))
})

/**
 * A pool of connections to a PostgreSQL server, 14 or newer. Fails at once where waiting does not help (password,
 * database name, certificate), and otherwise keeps trying for `startTimeout`, with a line in the log each time.
 *
 * @example
 * Effect.provide(program, Postgres.layer({ url: Redacted.make("postgres://…") }))
 */
export const layer = (config: PostgresConfig): Layer.Layer<SqlClient.SqlClient, DatabaseStartError> =>
  Layer.effect(SqlClient.SqlClient, make(config)).pipe(Layer.provide(Reactivity.layer))
