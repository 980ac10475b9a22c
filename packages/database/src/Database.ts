import { Effect, type Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { DatabaseStartError } from "./DatabaseStartError.ts"
import { addressOf, describeAddress } from "./internal/postgres/address.ts"
import * as Pglite from "./Pglite.ts"
import * as Postgres from "./Postgres.ts"

/** A server by `url` if there is one, else PGlite in `directory`, else PGlite in memory. */
export interface DatabaseConfig extends Omit<Postgres.PostgresConfig, "url">, Partial<Pglite.PgliteConfig> {
  readonly url?: Postgres.PostgresConfig["url"] | undefined
}

/**
 * The database that the configuration names.
 *
 * @example
 * Database.layer({ url: undefined, directory: ".data" })
 */
export const layer = ({
  url,
  directory,
  ...config
}: DatabaseConfig): Layer.Layer<SqlClient.SqlClient, DatabaseStartError> =>
  url === undefined ? Pglite.layer({ ...config, directory }) : Postgres.layer({ ...config, url })

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
