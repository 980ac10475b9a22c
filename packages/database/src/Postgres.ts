import { Duration, Effect, Layer, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { DatabaseStartError } from "./DatabaseStartError.ts"
import { makeClient } from "./internal/client.ts"

export interface PostgresConfig {
  readonly url: Redacted.Redacted
  readonly maxConnections?: number | undefined
  readonly statementTimeout?: Duration.Input | undefined
  readonly connectTimeout?: Duration.Input | undefined
  readonly multiplex?: boolean | undefined
  readonly prepare?: boolean | undefined
  readonly applicationName?: string | undefined
}

const millis = (duration: Duration.Duration): string => String(Math.ceil(Duration.toMillis(duration)))

const make = Effect.fnUntraced(function* (config: PostgresConfig) {
  const statementTimeout = Duration.fromInputUnsafe(config.statementTimeout ?? "10 seconds")
  const client = yield* makeClient({
    pool: {
      url: config.url,
      maxConnections: config.maxConnections ?? 10,
      multiplex: config.multiplex ?? true,
      prepare: config.prepare ?? true,
      connectTimeout: config.connectTimeout ?? "5 seconds",
      applicationName: config.applicationName ?? "agent-operations",
      startupParameters: {
        statement_timeout: millis(statementTimeout),
        lock_timeout: millis(Duration.times(statementTimeout, 0.5)),
        idle_in_transaction_session_timeout: millis(Duration.times(statementTimeout, 3))
      }
    },
    deadline: Duration.sum(statementTimeout, Duration.seconds(1)),
    attributes: []
  }).pipe(Effect.orDie)
  yield* client`select 1`.pipe(
    Effect.mapError(
      (error) =>
        new DatabaseStartError({
          reason: "Unreachable",
          message: `The database cannot be reached: ${error.message}`,
          hint: "Check that it runs and that DATABASE_URL is right.",
          cause: error
        })
    )
  )
  return client
})

export const layer = (config: PostgresConfig): Layer.Layer<SqlClient.SqlClient, DatabaseStartError> =>
  Layer.effect(SqlClient.SqlClient, make(config)).pipe(Layer.provide(Reactivity.layer))
