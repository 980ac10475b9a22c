import { type DatabaseStartError, type MigrateError, type MigrationSet, Postgres } from "@agent-operations/database"
import { serverDatabase as copied } from "@agent-operations/database/testing"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { Effect, Layer, Redacted, type Scope } from "effect"
import type { SqlClient } from "effect/sql"
import { inject } from "vitest"

/** The URL of an empty database on the real server, dropped when the scope closes: for tests that start processes. */
export const serverDatabaseUrl: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(() => createDatabase(inject("postgresUrl"))),
  (database) => Effect.promise(database.drop)
).pipe(Effect.map(({ url }) => url))

/** A client of an empty database on the real server, its own each time the layer is built. */
export const serverDatabase: Layer.Layer<SqlClient.SqlClient, DatabaseStartError> = Layer.unwrap(
  Effect.map(serverDatabaseUrl, (url) => Postgres.layer({ url: Redacted.make(url), maxConnections: 5 }))
)

/** A client of a database that has the tables of some sets, copied from a template each time the layer is built. */
export const serverDatabaseWith = (
  sets: ReadonlyArray<MigrationSet>,
  config: Omit<Postgres.PostgresConfig, "url"> = { maxConnections: 5 }
): Layer.Layer<SqlClient.SqlClient, DatabaseStartError | MigrateError> =>
  Layer.unwrap(
    Effect.map(
      Effect.suspend(() => copied(Redacted.make(inject("postgresUrl")), sets)),
      ({ url }) => Postgres.layer({ ...config, url })
    )
  )
