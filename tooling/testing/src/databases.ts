import type { DatabaseStartError, MigrateError, MigrationSet } from "@agent-operations/database"
import { describe } from "@effect/vitest"
import type { Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { SuiteOptions } from "vitest"
import { chosen } from "./chosen.ts"
import { embeddedDatabase, embeddedWith } from "./embeddedDatabase.ts"
import { isLong } from "./long.ts"
import { serverDatabase, serverDatabaseWith } from "./serverDatabase.ts"

/** One of the two sorts of database. */
export interface TestDatabase {
  readonly name: "PGlite" | "PostgreSQL"
  /** A client of an empty database, another one each time the layer is built. */
  readonly layer: Layer.Layer<SqlClient.SqlClient, DatabaseStartError>
  /** The same of a database that has the tables of some sets. */
  readonly migrated: (
    sets: ReadonlyArray<MigrationSet>
  ) => Layer.Layer<SqlClient.SqlClient, DatabaseStartError | MigrateError>
}

/** Both sorts, for `describe.each` and loops. */
export const databases: ReadonlyArray<TestDatabase> = chosen([
  { name: "PGlite", layer: embeddedDatabase, migrated: embeddedWith },
  { name: "PostgreSQL", layer: serverDatabase, migrated: serverDatabaseWith }
])

const onBothDatabases =
  (options: SuiteOptions) =>
  (name: string, suite: (database: TestDatabase) => void): void => {
    for (const database of databases) describe(`${name} (${database.name})`, options, () => suite(database))
  }

/**
 * A suite that runs on both databases, an empty one each.
 *
 * @example
 * describeOnBothDatabases("R6: names are unique", (database) => {
 *   layer(RevisionStore.layer.pipe(Layer.provideMerge(database.layer)))((it) => {
 *     it.effect("whatever their case", () => …)
 *   })
 * })
 */
export const describeOnBothDatabases = onBothDatabases({})

/** The same with tests that build on each other, which stay in their order. */
export const describeStepsOnBothDatabases = onBothDatabases({ shuffle: false })

/**
 * The same on PostgreSQL alone, for what another suite of the family holds on both: on both in the long run.
 */
export const describeOnPostgres = (name: string, suite: (database: TestDatabase) => void): void => {
  for (const database of isLong ? databases : databases.filter((one) => one.name === "PostgreSQL"))
    describe(`${name} (${database.name})`, () => suite(database))
}
