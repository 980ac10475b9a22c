import { Duration, Effect, Layer, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import type { DatabaseStartError } from "./DatabaseStartError.ts"
import { leasesOf } from "./internal/pg/leases.ts"
import { startFailure } from "./internal/postgres/start-failure.ts"
import { untilReachable } from "./internal/postgres/until-reachable.ts"
import { checkSchema, defaultSchema } from "./internal/schema-names.ts"
import { makeSqlClient } from "./internal/sql-client.ts"
import { sameValues } from "./internal/same-values.ts"
import type { PgPool } from "./pg.ts"

/** A `pg` pool that the host already has, and how long statements on it may take. */
export interface HostPoolConfig {
  /** A `Pool` of `pg` 8, or another of its shape. It stays the host's: it is never ended, and all it lends comes back. */
  readonly pool: PgPool
  /** The schema of all tables: a plain identifier of at most 54 characters. Default: `agent_operations`. */
  readonly schema?: string | undefined
  /**
   * How long a statement may go unanswered, its wait for a connection included. Default: 10 seconds. The server's own
   * timeouts are the pool's: set `statement_timeout` and `lock_timeout` there, a little shorter than this.
   */
  readonly statementTimeout?: Duration.Input | undefined
  /** How long to go on trying when the server is away at the start. Default: 30 seconds. */
  readonly startTimeout?: Duration.Input | undefined
}

const place = { name: "the other end of the pool", settings: "the settings of the pool" }

const make = Effect.fnUntraced(function* (
  config: HostPoolConfig
): Effect.fn.Return<SqlClient.SqlClient, DatabaseStartError, Scope.Scope | Reactivity.Reactivity> {
  const schema = yield* checkSchema(config.schema ?? defaultSchema)
  const deadline = Duration.fromInputUnsafe(config.statementTimeout ?? "10 seconds")
  const sql = yield* makeSqlClient({ schema, deadline, ...leasesOf(config.pool, deadline), attributes: [] })
  yield* untilReachable(sql, place, Duration.fromInputUnsafe(config.startTimeout ?? "30 seconds")).pipe(
    Effect.mapError((failure) => startFailure(failure, place))
  )
  yield* sameValues(sql, "the pool")
  return sql
})

/**
 * PostgreSQL by a pool of `pg` that the host has already: one set of connections for the host's statements and these.
 *
 * - A pool of one connection is enough.
 * - Statements are not prepared by name, so that a pooler in transaction mode may be between.
 * - What the host set in `pg.types` or `pg.defaults` makes no difference.
 * - Nothing is pipelined: with a URL, the same connections carry several times as many statements.
 *
 * @example
 * const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 5000, statement_timeout: 9500 })
 * Effect.provide(program, HostPool.layer({ pool }))
 */
export const layer = (config: HostPoolConfig): Layer.Layer<SqlClient.SqlClient, DatabaseStartError> =>
  Layer.effect(SqlClient.SqlClient, make(config)).pipe(Layer.provide(Reactivity.layer))
