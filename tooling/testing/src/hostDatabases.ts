import { Database, type DatabaseStartError, HostPool } from "@agent-operations/database"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import pg from "pg"
import { chosen } from "./chosen.ts"
import { serverDatabaseUrl } from "./serverDatabase.ts"

type Client = Layer.Layer<SqlClient.SqlClient, DatabaseStartError>

/** A pool of `pg` for the scope, as a host would have it. */
export const hostPool = (config: pg.PoolConfig) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const pool = new pg.Pool(config)
      pool.on("error", () => {})
      return pool
    }),
    (pool) => Effect.promise(() => pool.end())
  )

const overPool = (max: number, schema?: string): Client =>
  Layer.unwrap(
    Effect.gen(function* () {
      const connectionString = yield* serverDatabaseUrl
      const pool = yield* hostPool({ connectionString, max })
      return HostPool.layer({ pool, schema })
    })
  )

const overClient = (schema?: string): Client =>
  Layer.unwrap(
    Effect.map(serverDatabaseUrl, (url) =>
      Database.layer({
        client: PgClient.layer({
          url: Redacted.make(url),
          maxConnections: 3,
          transformResultNames: (name) => name.toUpperCase()
        }),
        schema
      }).pipe(Layer.orDie)
    )
  )

/** An empty PostgreSQL database by what a host has open already, for `describe.each`; two of them in another schema. */
export const hostDatabases: ReadonlyArray<{ readonly name: string; readonly layer: Client }> = chosen([
  { name: "a pool of pg", layer: overPool(5, "Order") },
  { name: "a pool of one connection", layer: overPool(1) },
  { name: "a client of effect/sql", layer: overClient() },
  { name: "a client of effect/sql, in another schema", layer: overClient("Order") }
])
