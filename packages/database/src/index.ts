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
export { inTransaction } from "./inTransaction.ts"
export * from "./Migrations.ts"
export * from "./parameterRows.ts"
export * as Pglite from "./Pglite.ts"
export * as Postgres from "./Postgres.ts"
export { privateDirectory, readPrivateFile } from "./privateDirectory.ts"
export * from "./retryDeadlocks.ts"
export * from "./sqlError.ts"
export * from "./translateSqlErrors.ts"
export * from "./typeId.ts"
