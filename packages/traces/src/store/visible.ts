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
    fresh: sql`h.started_ns >= ${oldest}`,
    late: sql`h.started_ns >= ${earliest} and h.started_ns < ${oldest} and h.arrived_at >= ${came}`,
    within: sql`h.started_ns >= ${earliest} and (h.started_ns >= ${oldest} or h.arrived_at >= ${came})`,
    beyond: sql`h.started_ns < ${oldest} and (h.started_ns < ${earliest} or (h.arrived_at >= ${came}) is not true)`
  }
}

const kept = (sql: SqlClient.SqlClient, { tenant, project }: Space) =>
  sql`h.tenant_id = ${tenant} and h.project_id = ${project} and h.deleted_at is null`

/** The traces `h` of a project that are read: not those that were deleted, nor those older than the retention. Law: T20. */
export const makeVisible =
  (sql: SqlClient.SqlClient, retentionNanos: bigint | undefined) =>
  (space: Space): Statement.Fragment => {
    const own = kept(sql, space)
    return retentionNanos === undefined ? own : sql`${own} and ${makeAge(sql, retentionNanos).within}`
  }

/** The same in parts that have nothing in common, to be counted: most of them are in the first, for which no row is read. */
export const makeVisibleParts =
  (sql: SqlClient.SqlClient, retentionNanos: bigint | undefined) =>
  (space: Space): ReadonlyArray<Statement.Fragment> => {
    const own = kept(sql, space)
    if (retentionNanos === undefined) return [own]
    const { fresh, late } = makeAge(sql, retentionNanos)
    return [sql`${own} and ${fresh}`, sql`${own} and ${late}`]
  }
