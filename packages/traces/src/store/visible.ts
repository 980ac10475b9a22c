import type { SqlClient, Statement } from "effect/sql"
import type { Space } from "./keys.ts"

/** The time, in nanoseconds, before which a trace is older than the retention. */
export const oldestStart = (sql: SqlClient.SqlClient, retentionNanos: bigint): Statement.Fragment =>
  sql`((extract(epoch from now()) * 1000000000)::bigint - ${retentionNanos}::bigint)`

/** The traces `h` of a project that are read: not those that were deleted, nor those older than the retention. Law: T20. */
export const makeVisible =
  (sql: SqlClient.SqlClient, retentionNanos: bigint | undefined) =>
  ({ tenant, project }: Space): Statement.Fragment => {
    const own = sql`h.tenant_id = ${tenant} and h.project_id = ${project} and h.deleted_at is null`
    return retentionNanos === undefined ? own : sql`${own} and h.started_ns >= ${oldestStart(sql, retentionNanos)}`
  }
