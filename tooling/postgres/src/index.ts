/**
 * A real PostgreSQL for tests, benchmarks and trials of failure.
 *
 * - `obtainPostgres` for tests that only need some server: the one of `DATABASE_URL`, or one of its own.
 * - `startPostgres` for those that freeze it, kill it or measure it, and so must own it.
 * - `startPgBouncer` for a pooler in front of either, where one is installed.
 * - `createDatabase` for a database of one's own on either.
 * - `query` for a statement on the way.
 * - `freePort` for whatever else listens.
 *
 * @module
 */
export { createDatabase, type Database, query } from "./createDatabase.ts"
export { freePort } from "./freePort.ts"
export { obtainPostgres, type Postgres } from "./obtainPostgres.ts"
export { findPgBouncer, type PgBouncer, startPgBouncer } from "./startPgBouncer.ts"
export { type OwnPostgres, startPostgres } from "./startPostgres.ts"
