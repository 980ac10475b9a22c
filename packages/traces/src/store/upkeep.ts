import { type Amount, type Removal, translateSqlErrors } from "@agent-operations/database"
import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Duration, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { SpanStorage } from "./SpanStorage.ts"

/** For how long a deleted trace is remembered, and refused. Law: T19. */
const tombstones = "30 days"

/** How many heads a statement deletes: a request that meets one waits no longer than that takes. */
const batch = 1000

/** How many scores a statement looks at: so few that going through an index in its order is cheapest, whatever is known of them. */
const batchOfScores = 250

/** The score that a batch ended with: when it was changed, in microseconds since 1970, and its ID. */
interface LookedAt {
  readonly micros: bigint
  readonly id: string
}

/** How long after the retention a bucket is dropped: longer than a request takes that was let in before it. */
const slack = Duration.toMillis("1 hour")

/** What is removed of traces in time. */
export type TraceRemoval = Removal<Timeout | Unavailable>

/** Makes the partitions of the weeks to come, by the database's clock. */
export const makePrepareWeeks = (sql: SqlClient.SqlClient, storage: SpanStorage) => {
  const week = sql`date_trunc('week', now() at time zone 'utc')`
  return Effect.gen(function* () {
    const weeks = yield* sql<{ bucket: string; start: bigint }>`
      select (${week} + n * interval '7 days')::date as bucket,
        (extract(epoch from ${week} + n * interval '7 days') * 1000000000)::bigint as start
      from generate_series(0, 2) as n`
    yield* storage.prepare(weeks.map(({ bucket, start }) => ({ bucket, startNano: start })))
  })
}

/**
 * Weeks that are wholly older than the retention, and tombstones of what was deleted long ago, of all tenants. Heads go
 * before their partitions, so that no request finds a head and nowhere to put its spans. Laws: T19, T20.
 */
export const makeRemovals = (
  sql: SqlClient.SqlClient,
  storage: SpanStorage,
  retention: Duration.Duration | undefined
): { readonly traces: TraceRemoval; readonly scores: TraceRemoval; readonly tombstones: TraceRemoval } => {
  const deleteBatch = Effect.fnUntraced(function* (condition: Statement.Fragment) {
    const gone = yield* sql<{ tenant_id: string; project_id: string; trace_id: string }>`
      delete from agent_operations.trace_heads as h using (
        select o.tenant_id, o.project_id, o.trace_id from agent_operations.trace_heads as o
        where ${condition} order by o.tenant_id, o.project_id, o.trace_id limit ${batch} for update
      ) as o
      where h.tenant_id = o.tenant_id and h.project_id = o.project_id and h.trace_id = o.trace_id
      returning h.tenant_id, h.project_id, h.trace_id`
    // By a statement that sees the scores of whoever held a head while it was waited for.
    if (gone.length > 0) {
      yield* sql`
        delete from agent_operations.trace_scores as s using unnest(
          ${gone.map((head) => head.tenant_id)}::text[], ${gone.map((head) => head.project_id)}::text[],
          ${gone.map((head) => head.trace_id)}::text[]
        ) as gone(tenant_id, project_id, trace_id)
        where s.tenant_id = gone.tenant_id and s.project_id = gone.project_id and s.trace_id = gone.trace_id::uuid`
    }
    return gone.length
  }, sql.withTransaction)

  /** Deletes in batches until nothing is left. */
  const deleteHeads = Effect.fnUntraced(function* (condition: Statement.Fragment) {
    for (let sum = 0; ;) {
      const removed = yield* deleteBatch(condition)
      sum += removed
      if (removed < batch) return sum
    }
  })

  // Of a trace that is there, and of one that was deleted, they go with its head.
  const isStray = sql`not exists (
    select from agent_operations.trace_heads as h
    where h.tenant_id = s.tenant_id and h.project_id = s.project_id and h.trace_id = s.trace_id)`
  /**
   * Looks at the scores that nobody changed for longest, behind the last that was looked at, and deletes those that are stray.
   * A sum keeps the planner from finding those again by their age: where its statistics say that few are old, each round would
   * go through all that are.
   */
  const deleteStrays = (until: number, last: LookedAt | undefined) =>
    sql<LookedAt & { readonly looked: number; readonly removed: number }>`
      with looked as materialized (
        select s.ctid as place, s.updated_at, s.id from agent_operations.trace_scores as s
        where s.updated_at < to_timestamp(${until / 1000}::float8) and ${
          last === undefined
            ? sql`true`
            : sql`(s.updated_at, s.id) > ('epoch'::timestamptz + ${last.micros}::bigint * interval '1 microsecond', ${last.id})`
        }
        order by s.updated_at, s.id limit ${batchOfScores}
      ), gone as (
        delete from agent_operations.trace_scores as s
        where s.ctid = any(array(select looked.place from looked))
          and s.updated_at + interval '0' < to_timestamp(${until / 1000}::float8) and ${isStray}
        returning 1
      )
      select (extract(epoch from looked.updated_at) * 1000000)::bigint as micros, looked.id,
        count(*) over ()::int as looked, (select count(*)::int from gone) as removed
      from looked order by looked.updated_at desc, looked.id desc limit 1`

  /** Deletes strays in batches, of which each goes on where the one before ended: most that are old are of traces that are kept. */
  const deleteAllStrays = Effect.fnUntraced(function* (until: number) {
    let sum = 0
    for (let last: LookedAt | undefined; ;) {
      const [found] = yield* deleteStrays(until, last)
      sum += found?.removed ?? 0
      if (found === undefined || found.looked < batchOfScores) return sum
      last = found
    }
  })

  const countHeads = (condition: Statement.Fragment, of: Statement.Fragment) =>
    Effect.map(
      sql<Amount>`
        select count(*) filter (where ${condition})::float8 as due, count(*)::float8 as kept
        from agent_operations.trace_heads as o where ${of}`,
      ([amount]) => amount!
    )

  // A bucket is a Monday: all that is before this one ended before it.
  const weekOf = (until: number) =>
    Effect.map(
      sql<{ before: string }>`
        select date_trunc('week', to_timestamp(${(until - slack) / 1000}::float8) at time zone 'utc')::date as before`,
      ([row]) => row!.before
    )
  const beforeWeek = (before: string) => sql`o.bucket < ${before}::date`
  const deletedBefore = (until: number) => sql`o.deleted_at < to_timestamp(${until / 1000}::float8)`

  return {
    traces: {
      of: "traces",
      age: retention,
      isSetting: true,
      count: (until) =>
        translateSqlErrors(Effect.flatMap(weekOf(until), (before) => countHeads(beforeWeek(before), sql`true`))),
      remove: (until) =>
        translateSqlErrors(
          Effect.gen(function* () {
            const before = yield* weekOf(until)
            const count = yield* deleteHeads(beforeWeek(before))
            return { count, partitions: yield* storage.drop(before) }
          })
        )
    },
    scores: {
      of: "scores of traces that never came",
      age: retention,
      isSetting: true,
      count: (until) =>
        translateSqlErrors(
          Effect.map(
            sql<Amount>`
              select (
                  select count(*) from agent_operations.trace_scores as s
                  where s.updated_at < to_timestamp(${until / 1000}::float8) and ${isStray}
                )::float8 as due,
                (select count(*) from agent_operations.trace_scores)::float8 as kept`,
            ([amount]) => amount!
          )
        ),
      remove: (until) => translateSqlErrors(Effect.map(deleteAllStrays(until), (count) => ({ count })))
    },
    tombstones: {
      of: "tombstones of deleted traces",
      age: tombstones,
      count: (until) => translateSqlErrors(countHeads(deletedBefore(until), sql`o.deleted_at is not null`)),
      remove: (until) => translateSqlErrors(Effect.map(deleteHeads(deletedBefore(until)), (count) => ({ count })))
    }
  }
}
