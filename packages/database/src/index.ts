/**
 * One SQL client, two places: PostgreSQL by URL, embedded PGlite by directory.
 *
 * @packageDocumentation
 */
export * from "./abandonAfter.ts"
export * from "./batched.ts"
export { copies } from "./copies.ts"
export * as Database from "./Database.ts"
export * from "./DatabaseStartError.ts"
export * as HostClient from "./HostClient.ts"
export * as HostPool from "./HostPool.ts"
export { inTransaction } from "./inTransaction.ts"
export * from "./joinTransaction.ts"
export { checkMigrated, migrate, migrateAs, type MigrateMode, pendingMigrations } from "./migrations/migrate.ts"
export {
  type Migration,
  MigrationFailed,
  MigrationNewerThanCode,
  type MigrationSet,
  MigrationsMissing,
  type MigrationStep
} from "./migrations/model.ts"
export { grantsSql, migrationsSql, pendingMigrationsSql } from "./migrations/print.ts"
export * from "./parameterRows.ts"
export type { PgClient, PgPool, PgPoolClient, PgQuery, PgResult, PgTypes } from "./pg.ts"
export * as Pglite from "./Pglite.ts"
export * as Postgres from "./Postgres.ts"
export { prismaClient, type PrismaTransaction } from "./prismaClient.ts"
export { privateDirectory, readPrivateFile } from "./privateDirectory.ts"
export * from "./retryDeadlocks.ts"
export { defaultSchema, schemaOf } from "./internal/schemaNames.ts"
export * from "./sqlError.ts"
export * from "./translateSqlErrors.ts"
export * from "./typeId.ts"
