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

const ofProject = (sql: SqlClient.SqlClient, { tenant, project }: Space) =>
  sql`h.tenant_id = ${tenant} and h.project_id = ${project}`

const kept = (sql: SqlClient.SqlClient, space: Space) => sql`${ofProject(sql, space)} and h.deleted_at is null`

/**
 * The trace `h` with an ID, unless it was deleted, which is said so that no index of the others serves: those that have the
 * ID behind the time look as good as the key without statistics, and would be read from end to end.
 */
export const keptById = (sql: SqlClient.SqlClient, space: Space, id: Statement.Fragment) =>
  sql`${ofProject(sql, space)} and coalesce(h.deleted_at, 'infinity') = 'infinity' and h.trace_id = ${id}`

/** The traces `h` of a project that are read: not those that were deleted, nor those older than the retention. Law: T20. */
export const makeVisible =
  (sql: SqlClient.SqlClient, retentionNanos: bigint | undefined) =>
  (space: Space): Statement.Fragment => {
    const own = kept(sql, space)
    return retentionNanos === undefined ? own : sql`${own} and ${makeAge(sql, retentionNanos).within}`
  }

/** The one with an ID of them. */
export const makeVisibleById =
  (sql: SqlClient.SqlClient, retentionNanos: bigint | undefined) =>
  (space: Space, id: Statement.Fragment): Statement.Fragment => {
    const own = keptById(sql, space, id)
    return retentionNanos === undefined ? own : sql`${own} and ${makeAge(sql, retentionNanos).within}`
  }

/** All of them in parts that have nothing in common, to be counted: most of them are in the first, for which no row is read. */
export const makeVisibleParts =
  (sql: SqlClient.SqlClient, retentionNanos: bigint | undefined) =>
  (space: Space): ReadonlyArray<Statement.Fragment> => {
    const own = kept(sql, space)
    if (retentionNanos === undefined) return [own]
    const { fresh, late } = makeAge(sql, retentionNanos)
    return [sql`${own} and ${fresh}`, sql`${own} and ${late}`]
  }
