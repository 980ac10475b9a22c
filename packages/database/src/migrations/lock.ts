import { createHash } from "node:crypto"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { defaultSchema, schemaOf } from "../internal/schema-names.ts"

// Any number will do, as long as every version takes the same.
const defaultKey = "4712837654402101363"

/** The key of the advisory lock under which a schema is migrated. */
const lockKey = (schema: string): string =>
  schema === defaultSchema
    ? defaultKey
    : createHash("sha256").update(`${defaultKey} ${schema}`).digest().readBigInt64BE().toString()

/** Waits until no one else migrates the schema, and keeps others from it until the transaction ends. */
export const lock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select pg_advisory_xact_lock(${lockKey(schemaOf(sql))}::bigint)::text`
})

/** The same, and says so where it has to wait. */
export const lockAloud = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = lockKey(schemaOf(sql))
  const [row] = yield* sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${key}::bigint) as free`
  if (row?.free === true) return
  yield* Effect.logInfo("Another process is migrating the database: waiting for it")
  yield* lock
})
