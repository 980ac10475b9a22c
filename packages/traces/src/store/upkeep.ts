import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { SpanStorage } from "./SpanStorage.ts"

/** For how long a deleted trace is remembered, and refused. Law: T19. */
const tombstones = "30 days"

/** How many heads a statement deletes: a request that meets one waits no longer than that takes. */
const batch = 1000

/** How long after the retention a bucket is dropped: longer than a request takes that was let in before it. */
const slackHours = 1

/** What an upkeep did. */
export interface UpkeepDone {
  /** Partitions of facts and of bodies. */
  readonly dropped: number
  readonly heads: number
  readonly tombstones: number
}

/**
 * Makes the partitions of the weeks to come, drops those that are wholly older than the retention, and forgets what was
 * deleted long ago: by the database's clock, for all tenants. Heads go before their partitions, so that no request finds
 * a head and nowhere to put its spans. Laws: T19, T20.
 */
export const makeUpkeep = (sql: SqlClient.SqlClient, storage: SpanStorage, retentionNanos: bigint | undefined) => {
  const week = sql`date_trunc('week', now() at time zone 'utc')`

  const prepareWeeks = Effect.gen(function* () {
    const weeks = yield* sql<{ bucket: string; start: bigint }>`
      select (${week} + n * interval '7 days')::date as bucket,
        (extract(epoch from ${week} + n * interval '7 days') * 1000000000)::bigint as start
      from generate_series(0, 2) as n`
    yield* storage.prepare(weeks.map(({ bucket, start }) => ({ bucket, startNano: start })))
  })

  /** Deletes in batches until nothing is left. */
  const inBatches = (remove: Effect.Effect<number, SqlError.SqlError>) =>
    Effect.gen(function* () {
      let sum = 0
      for (;;) {
        const removed = yield* remove
        sum += removed
        if (removed < batch) return sum
      }
    })

  const deleteHeads = (condition: ReturnType<typeof sql.literal>) =>
    Effect.map(
      // moments: a score is written by whoever holds the head, and goes with it
      sql<{ count: number }>`
        with gone as (
          delete from agent_operations.trace_heads as h using (
            select o.tenant_id, o.project_id, o.trace_id from agent_operations.trace_heads as o
            where ${condition} order by o.tenant_id, o.project_id, o.trace_id limit ${batch} for update
          ) as o
          where h.tenant_id = o.tenant_id and h.project_id = o.project_id and h.trace_id = o.trace_id
          returning h.tenant_id, h.project_id, h.trace_id
        ), scores as (
          delete from agent_operations.trace_scores as s using gone
          where s.tenant_id = gone.tenant_id and s.project_id = gone.project_id and s.trace_id = gone.trace_id
        )
        select count(*)::int as count from gone`,
      ([row]) => row!.count
    )

  const expire = Effect.fnUntraced(function* (nanos: bigint) {
    const [row] = yield* sql<{ before: string }>`
      select date_trunc('week', (now() - make_interval(hours => ${slackHours}) -
        make_interval(secs => ${Number(nanos) / 1e9})) at time zone 'utc')::date as before`
    const { before } = row!
    // A bucket is a Monday: all that is before this one ended before it.
    const heads = yield* inBatches(deleteHeads(sql`o.bucket < ${before}::date`))
    return { heads, dropped: yield* storage.drop(before) }
  })

  return Effect.gen(function* () {
    yield* prepareWeeks
    const expired = retentionNanos === undefined ? { heads: 0, dropped: 0 } : yield* expire(retentionNanos)
    const forgotten = yield* inBatches(deleteHeads(sql`o.deleted_at < now() - ${tombstones}::interval`))
    return { ...expired, tombstones: forgotten } satisfies UpkeepDone
  })
}
