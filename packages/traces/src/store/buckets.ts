import { inTransaction } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { arrayText } from "./columns.ts"
import type { SpanStart, SpanStorage } from "./SpanStorage.ts"

interface Range {
  readonly min: bigint
  readonly max: bigint
}

const hourNanos = 3_600_000_000_000n

/** The whole hours around some starts: the row of a bucket is then widened seldom. */
const widen = (range: Range | undefined, startNano: bigint): Range => {
  const min = startNano - (startNano % hourNanos)
  const max = min + hourNanos
  if (range === undefined) return { min, max }
  return { min: min < range.min ? min : range.min, max: max > range.max ? max : range.max }
}

const covers = (known: Range | undefined, range: Range): boolean =>
  known !== undefined && known.min <= range.min && known.max >= range.max

/**
 * The partitions of facts and bodies, by the week, and between which times the spans in each start: what a read of a range
 * of time needs to look at. Room is made by statements of their own, that hold no lock while spans are written; a bucket that
 * is said to be wider than it is does no harm.
 */
export const makeBuckets = (sql: SqlClient.SqlClient): Pick<SpanStorage, "prepare" | "hasRoom" | "drop"> => {
  /** What this process has said before. */
  const known = new Map<string, Range>()

  const rangesOf = (spans: ReadonlyArray<SpanStart>): ReadonlyMap<string, Range> => {
    const ranges = new Map<string, Range>()
    for (const { bucket, startNano } of spans) ranges.set(bucket, widen(ranges.get(bucket), startNano))
    return ranges
  }

  // Whoever makes a partition waits for all others that do: not where each table has one, as most often.
  const tell = (missing: ReadonlyArray<readonly [string, Range]>): Effect.Effect<unknown, SqlError.SqlError> =>
    sql`
      with made as materialized (
        select b.bucket, b.min, b.max, case when (
            select count(distinct t.parent) from agent_operations.trace_partitions() as t
            where t.end_day > b.bucket and coalesce(t.first_day, '-infinity') < b.bucket + 7) < 2
          then agent_operations.make_trace_partition(b.bucket, b.bucket + 7, to_char(b.bucket, '_YYYYMMDD'))::text end
        from unnest(${arrayText(missing.map(([bucket]) => bucket))}::date[], ${arrayText(missing.map(([, { min }]) => min))}::bigint[],
          ${arrayText(missing.map(([, { max }]) => max))}::bigint[]) as b(bucket, min, max)
        order by b.bucket
      )
      insert into agent_operations.trace_buckets as t (bucket, min_started_ns, max_started_ns)
      select bucket, min, max from made order by bucket
      on conflict (bucket) do update set min_started_ns = least(t.min_started_ns, excluded.min_started_ns),
        max_started_ns = greatest(t.max_started_ns, excluded.max_started_ns)`

  return {
    prepare: (spans, { anew } = { anew: false }) =>
      Effect.suspend(() => {
        const missing = [...rangesOf(spans)].filter(([bucket, range]) => anew || !covers(known.get(bucket), range))
        if (missing.length === 0) return Effect.void
        const remember = () => {
          for (const [bucket, { min, max }] of missing)
            known.set(bucket, widen(widen(known.get(bucket), min), max - hourNanos))
        }
        // What is said in a transaction may never have been.
        return Effect.flatMap(inTransaction(sql), (open) =>
          open ? tell(missing) : Effect.map(tell(missing), remember)
        )
      }),

    hasRoom: (spans) => [...rangesOf(spans)].every(([bucket, range]) => covers(known.get(bucket), range)),

    drop: (before) =>
      Effect.gen(function* () {
        // A reader that takes long is not to hold up everyone behind this: it is tried again the next time.
        const [row] = yield* sql.withTransaction(
          Effect.andThen(
            sql`set local lock_timeout = '2s'`,
            sql<{ dropped: number }>`select agent_operations.drop_trace_partitions(${before}::date) as dropped`
          )
        )
        yield* sql`delete from agent_operations.trace_buckets where bucket + 7 <= ${before}::date`
        for (const bucket of known.keys()) if (bucket < before) known.delete(bucket)
        return row!.dropped
      })
  }
}
