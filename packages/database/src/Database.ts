import { Effect, type Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { DatabaseStartError } from "./DatabaseStartError.ts"
import { addressOf, describeAddress } from "./internal/postgres/address.ts"
import * as HostClient from "./HostClient.ts"
import * as HostPool from "./HostPool.ts"
import * as Pglite from "./Pglite.ts"
import * as Postgres from "./Postgres.ts"

/** A server by `url` if there is one, else PGlite in `directory`, else PGlite in memory; or what the host has open. */
export interface DatabaseConfig extends Omit<Postgres.PostgresConfig, "url">, Partial<Pglite.PgliteConfig> {
  readonly url?: Postgres.PostgresConfig["url"] | undefined
}

/**
 * The database that the configuration names: a server, PGlite, a pool of `pg`, or a client of `effect/sql`.
 *
 * @example
 * Database.layer({ url: undefined, directory: ".data" })
 * Database.layer({ url: Redacted.make("postgres://…"), maxConnections: 20, schema: "views" })
 * Database.layer({ pool: new pg.Pool() })
 * Database.layer({ client: PgClient.layer({ url }) })
 */
export const layer = <E = never>(
  config: DatabaseConfig | HostPool.HostPoolConfig | HostClient.HostClientConfig<E>
): Layer.Layer<SqlClient.SqlClient, DatabaseStartError | E> => {
  if ("pool" in config) return HostPool.layer(config)
  if ("client" in config) return HostClient.layer(config)
  const { url, directory, ...rest } = config
  return url === undefined ? Pglite.layer({ ...rest, directory }) : Postgres.layer({ ...rest, url })
}

/**
 * The database in a few words for a log, never with the password.
 *
 * @example
 * describe({ directory: ".data" }) // "PGlite at .data"
 * describe({ url: Redacted.make("postgres://me:secret@db/app") }) // "PostgreSQL at db:5432/app"
 */
export const describe = ({ url, directory }: DatabaseConfig): string => {
  if (url === undefined) return `PGlite ${directory === undefined ? "in memory" : `at ${directory}`}`
  const address = addressOf(url).pipe(
    Effect.map(describeAddress),
    Effect.orElseSucceed(() => "an invalid URL")
  )
  return `PostgreSQL at ${Effect.runSync(address)}`
}
