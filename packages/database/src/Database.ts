import type { Duration, Layer, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import type { DatabaseStartError } from "./DatabaseStartError.ts"
import * as Pglite from "./Pglite.ts"
import * as Postgres from "./Postgres.ts"

export interface DatabaseConfig {
  /** A PostgreSQL server; absent: PGlite. */
  readonly url?: Redacted.Redacted | undefined
  /** The directory of PGlite; absent: memory. */
  readonly directory?: string | undefined
  readonly statementTimeout?: Duration.Input | undefined
  readonly maxConnections?: number | undefined
  readonly connectTimeout?: Duration.Input | undefined
  readonly applicationName?: string | undefined
}

export const layer = (config: DatabaseConfig): Layer.Layer<SqlClient.SqlClient, DatabaseStartError> =>
  config.url === undefined
    ? Pglite.layer({ directory: config.directory, statementTimeout: config.statementTimeout })
    : Postgres.layer({ ...config, url: config.url })
