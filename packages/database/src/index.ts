/**
 * One SQL client, two places: PostgreSQL by URL, embedded PGlite by directory.
 *
 * @packageDocumentation
 */
export * from "./abandon-after.ts"
export { BackgroundWork, inBackground, noteWork } from "./background-work.ts"
export * from "./batched.ts"
export { containing } from "./containing.ts"
export * as Database from "./Database.ts"
export * from "./DatabaseStartError.ts"
export { type Grouping, groupRequests } from "./group-requests.ts"
export * as HostClient from "./HostClient.ts"
export * as HostPool from "./HostPool.ts"
export { inTransaction } from "./in-transaction.ts"
export { conditionOf, CurrentGuard, type Guard, type Guarding } from "./guard.ts"
export * from "./join-transaction.ts"
export { makeGrantsCheck } from "./migrations/check-grants.ts"
export {
  checkMigrated,
  migrate,
  migrateAs,
  type MigrateError,
  type MigrateMode,
  pendingMigrations
} from "./migrations/migrate.ts"
export {
  type Migration,
  MigrationFailed,
  MigrationNewerThanCode,
  type MigrationSet,
  MigrationsMissing,
  MigrationsNotAllowed,
  type MigrationStep
} from "./migrations/model.ts"
export { grantsSql, InvalidRole, migrationsSql, pendingMigrationsSql } from "./migrations/print.ts"
export { type OpenCondition, OpenProjects } from "./open-projects.ts"
export { lookUp, lookUpOrNull } from "./look-up.ts"
export { monotonicMillis } from "./monotonic-millis.ts"
export * from "./parameter-rows.ts"
export type { PgClient, PgPool, PgPoolClient, PgQuery, PgResult, PgTypes } from "./pg.ts"
export * as Pglite from "./Pglite.ts"
export * as Postgres from "./Postgres.ts"
export { prismaClient, type PrismaTransaction } from "./prisma-client.ts"
export { privateDirectory, readPrivateFile } from "./private-directory.ts"
export * from "./retry-deadlocks.ts"
export { makeShares, NoTurn, type Shares, type SharesOptions, type TurnOptions } from "./shares/Shares.ts"
export { WorkClass } from "./shares/WorkClass.ts"
export { networkOf, placeOf, strangerAt } from "./shares/strangers.ts"
export { WorkFor } from "./shares/WorkFor.ts"
export { defaultSchema, schemaOf } from "./internal/schema-names.ts"
export * from "./sql-error.ts"
export * from "./translate-sql-errors.ts"
export * from "./type-id.ts"
export type { Amount } from "./upkeep/amount.ts"
export type { Removal, Removed } from "./upkeep/decide.ts"
export { allowHeldBack, heldBack, type HeldBack } from "./upkeep/held-back.ts"
export { nowNotBehind } from "./upkeep/now-not-behind.ts"
export { upkeepMigrations } from "./upkeep/record.ts"
export { removeWhenDue, type Rounds } from "./upkeep/remove-when-due.ts"
export { statisticsUpkeep } from "./upkeep/statistics.ts"
export { UpkeepClock } from "./upkeep/UpkeepClock.ts"
