import type { MigrateMode, MigrationSet } from "@agent-operations/database"
import { serverDatabase } from "@agent-operations/database/testing"
import { Effect, Exit, Layer, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { DatabaseOptions, UrlDatabase } from "../database.ts"
import { keepEngine, takeEngine } from "./embedded.ts"

/** A migrated database for one kit, and what gives it back. */
export interface OpenDatabase {
  readonly database: DatabaseOptions
  readonly migrate: MigrateMode
  readonly close: () => Promise<void>
}

const embedded = async (sets: ReadonlyArray<MigrationSet>): Promise<OpenDatabase> => {
  const engine = await takeEngine(sets)
  // It keeps the process alive as long as a kit is open, which its thread does not.
  const hold = setInterval(() => {}, 2 ** 31 - 1)
  return {
    database: { client: Layer.succeed(SqlClient.SqlClient, engine.sql) },
    migrate: false,
    close: async () => {
      clearInterval(hold)
      await keepEngine(engine)
    }
  }
}

const onServer = async (server: UrlDatabase, sets: ReadonlyArray<MigrationSet>): Promise<OpenDatabase> => {
  const scope = Scope.makeUnsafe()
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  const made = serverDatabase(Redacted.make(server.url, { label: "database url" }), sets)
  const { url, schema } = await Effect.runPromise(Scope.provide(made, scope))
  return {
    // Many tests at once keep a machine busy: what is slow there is not away.
    database: { connectTimeout: "30 seconds", ...server, url: Redacted.value(url), schema },
    migrate: schema === undefined ? false : "auto",
    close
  }
}

/** A database of one's own that has the tables of the migrations and none of anybody's rows. */
export const openDatabase = (
  server: UrlDatabase | undefined,
  sets: ReadonlyArray<MigrationSet>
): Promise<OpenDatabase> => (server === undefined ? embedded(sets) : onServer(server, sets))
