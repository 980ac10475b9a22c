import type { SqlClient, Statement } from "effect/sql"
import type { Space } from "./keys.ts"

/** The time, in nanoseconds, before which a trace is older than the retention. */
export const oldestStart = (sql: SqlClient.SqlClient, retentionNanos: bigint): Statement.Fragment =>
  sql`((extract(epoch from now()) * 1000000000)::bigint - ${retentionNanos}::bigint)`

const largest = 2n ** 62n

/**
 * Whether a trace `h` is older than the retention, counted from when it came, or from its start where that is later: a span
 * that another recorder adds may start as early as is taken. Nothing is taken that started before the retention, so what is
 * kept started within twice as long: by this, reads in the order of starts end. Law: T20.
 */
export const makeAge = (sql: SqlClient.SqlClient, retentionNanos: bigint) => {
  const oldest = oldestStart(sql, retentionNanos)
  const earliest = oldestStart(sql, 2n * retentionNanos < largest ? 2n * retentionNanos : largest)
  const came = sql`to_timestamp(${oldest} / 1e9)`
  return {
    within: sql`h.started_ns >= ${earliest} and (h.started_ns >= ${oldest} or h.arrived_at >= ${came})`,
    beyond: sql`h.started_ns < ${oldest} and (h.started_ns < ${earliest} or (h.arrived_at >= ${came}) is not true)`
  }
}

/** The traces `h` of a project that are read: not those that were deleted, nor those older than the retention. Law: T20. */
export const makeVisible =
  (sql: SqlClient.SqlClient, retentionNanos: bigint | undefined) =>
  ({ tenant, project }: Space): Statement.Fragment => {
    const own = sql`h.tenant_id = ${tenant} and h.project_id = ${project} and h.deleted_at is null`
    return retentionNanos === undefined ? own : sql`${own} and ${makeAge(sql, retentionNanos).within}`
  }
