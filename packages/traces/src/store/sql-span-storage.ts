import { lookUp } from "@agent-operations/database"
import { inTurns, runSteps } from "@agent-operations/operations"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { readBodyBySteps } from "../body.ts"
import { makeBuckets } from "./buckets.ts"
import { bodiesAt, type Chunk, pack } from "./chunks.ts"
import { arrayText, type Column, namesOf, rowsAs, selectOf, traceIdsAs } from "./columns.ts"
import {
  errorStatus,
  factColumns,
  factKey,
  type FactRow,
  factSelection,
  type FactWrite,
  readFacts,
  usageTypes
} from "./fact-columns.ts"
import { type SummaryRow, summaryOf } from "./head-columns.ts"
import { type Recorder, spanIdOf, spanKey, type Space, type TraceRef, traceIdOf } from "./keys.ts"
import { makeSpanMetrics } from "./metrics/index.ts"
import { readPage } from "./span-pages.ts"
import type { SpanStorage, Summary, TraceSpans } from "./SpanStorage.ts"

interface ChunkWrite extends Chunk, TraceRef {}

const chunkColumns: ReadonlyArray<Column<ChunkWrite>> = [
  ["trace_id", "uuid", ({ traceId }) => traceId],
  ["chunk_id", "bigint", ({ id }) => id],
  ["bucket", "date", ({ bucket }) => bucket],
  ["body", "bytea", ({ body }) => body]
]

/** What a span says of its trace. */
interface NamesRow {
  readonly trace_name: string | null
  readonly user_id: string | null
  readonly session_id: string | null
  readonly environment: string | null
  readonly release: string | null
}

const namesOfTrace = ({ trace_name, user_id, session_id, environment, release }: NamesRow) => ({
  traceName: trace_name,
  userId: user_id,
  sessionId: session_id,
  environment,
  release
})

/** What tells whether a version is what is there. */
const versionColumns = [...factKey, ...factColumns.filter(([name]) => name === "rank")]

const written = [...factKey, ...factColumns]

interface Rows {
  readonly facts: Array<FactWrite>
  readonly chunks: Array<ChunkWrite>
}

/** How many spans and bytes a statement writes, but for its last chunk: others have their turn between two. */
const [spansOfStatement, bytesOfStatement] = [1000, 4 * 1024 * 1024]

/** The rows of each statement. */
const rowsOf = (traces: ReadonlyArray<TraceSpans>): ReadonlyArray<Rows> => {
  let [rows, bytes]: [Rows, number] = [{ facts: [], chunks: [] }, 0]
  const all = [rows]
  for (const { traceId, bucket, spans } of traces) {
    for (const { chunk, placed } of runSteps(pack(spans))) {
      if (rows.facts.length >= spansOfStatement || bytes >= bytesOfStatement) {
        all.push((rows = { facts: [], chunks: [] }))
        bytes = 0
      }
      bytes += chunk.body.length
      rows.chunks.push({ ...chunk, traceId, bucket })
      for (const one of placed) rows.facts.push({ ...one, traceId, bucket })
    }
  }
  return all
}

function* packEach(traces: ReadonlyArray<Pick<TraceSpans, "spans">>): Generator<void, void> {
  for (const { spans } of traces) {
    yield* pack(spans)
    yield
  }
}

// A statement of one bucket says so by a value, and its plan has one partition of each table.
const byBucket = <T extends TraceRef>(traces: ReadonlyArray<T>): ReadonlyArray<readonly [string, ReadonlyArray<T>]> => [
  ...Map.groupBy(traces, ({ bucket }) => bucket)
]

// As `orderKey` of `trace-head.ts`.
const orderKey = `(case when f.parent_id is null then '0' else '1' end || lpad(f.started_ns::text, 20, '0') ||
  lpad(to_hex(f.span_id # (-9223372036854775808)), 16, '0')) collate "C"`
const counted = (column: string) => `sum(f.${column}) filter (where f.type in (${usageTypes.join(", ")}))`
const pick = (column: string) => `min(${orderKey} || f.${column})`

const summary = `
  f.trace_id::text, min(${orderKey}) as head_key, min(f.started_ns) as started_ns, max(f.ended_ns) as ended_ns,
  count(*)::int as span_count, (count(*) filter (where f.status = ${errorStatus}))::int as error_count,
  (${counted("input_tokens")})::bigint as input_tokens, (${counted("output_tokens")})::bigint as output_tokens,
  (${counted("total_tokens")})::bigint as total_tokens, ${counted("cost_pico")} as cost_pico,
  ${pick("user_id")} as user_pick, ${pick("session_id")} as session_pick, ${pick("environment")} as environment_pick,
  ${pick("release")} as release_pick, sum(f.encoded_bytes)::bigint as encoded_bytes`

/** Facts and bodies as rows of the same database that the heads are in. */
export const makeSqlSpanStorage = (sql: SqlClient.SqlClient): SpanStorage => {
  const ofTrace = ({ tenant, project }: Space, alias: string, { traceId, bucket }: TraceRef) => sql`
    ${sql.literal(alias)}.tenant_id = ${tenant} and ${sql.literal(alias)}.project_id = ${project}
    and ${sql.literal(alias)}.trace_id = ${traceId}::uuid and ${sql.literal(alias)}.bucket = ${bucket}::date`

  const ofBucket = ({ tenant, project }: Space, alias: string, bucket: string) => sql`
    ${sql.literal(alias)}.tenant_id = ${tenant} and ${sql.literal(alias)}.project_id = ${project}
    and ${sql.literal(alias)}.bucket = ${bucket}::date`

  /** Keeps the chunks that some rows of `put` point to. */
  const keepChunks = ({ tenant, project }: Space, chunks: ReadonlyArray<ChunkWrite>) => sql`
    insert into agent_operations.trace_chunks (tenant_id, project_id, ${sql.literal(namesOf(chunkColumns))})
    select ${tenant}, ${project}, ${sql.literal(selectOf(chunkColumns, "c"))} from ${rowsAs(sql, "c", chunkColumns, chunks)}
    where (c.trace_id, c.chunk_id) in (select put.trace_id, put.chunk_id from put)
    on conflict do nothing`

  const insertRows = (space: Space, { facts, chunks }: Rows, by: Recorder) =>
    sql<{ trace_id: string; count: number }>`
      with put as (
        insert into agent_operations.trace_spans (tenant_id, project_id, recorder, ${sql.literal(namesOf(written))})
        select ${space.tenant}, ${space.project}, ${by.id}::uuid, ${sql.literal(selectOf(written, "s"))}
        from ${rowsAs(sql, "s", written, facts)}
        on conflict do nothing
        returning trace_id, chunk_id
      ), kept as (${keepChunks(space, chunks)})
      select trace_id::text, count(*)::int as count from put group by trace_id`

  const insert: SpanStorage["insert"] = Effect.fnUntraced(function* (space, traces, by) {
    const inserted = new Map<string, number>()
    for (const rows of rowsOf(traces)) {
      for (const { trace_id, count } of yield* insertRows(space, rows, by)) {
        const traceId = traceIdOf(trace_id)
        inserted.set(traceId, (inserted.get(traceId) ?? 0) + count)
      }
    }
    return inserted
  })

  /** Which traces have spans that were replaced; with a span, which versions would replace another's. */
  const replaceRows = (space: Space, bucket: string, { facts, chunks }: Rows, by: Recorder) => {
    const assignments = factColumns.map(([name]) => `${name} = s.${name}`).join(", ")
    // Whose a span is, that was begun before that was kept, is who ends it.
    const ofOthers = sql`(f.recorder is distinct from ${by.id}::uuid and not (f.recorder is null and f.ended_ns is null))`
    const spanOf = (columns: string) => sql`
      select ${sql.literal(columns)} from agent_operations.trace_spans as f
      where ${ofBucket(space, "f", bucket)} and f.trace_id = s.trace_id and f.span_id = s.span_id`
    return sql<{ trace_id: string; span_id: bigint | null }>`
      with put as (
        update agent_operations.trace_spans as f set ${sql.literal(assignments)}, recorder = coalesce(f.recorder, ${by.id}::uuid)
        from ${lookUp(
          sql,
          rowsAs(sql, "s", written, facts),
          "before",
          sql`${spanOf("f.ctid as place")} and f.rank < s.rank ${by.replaces ? sql.literal("") : sql`and not ${ofOthers}`}`
        )}
        where ${ofBucket(space, "f", bucket)} and f.ctid = before.place
        returning f.trace_id, f.chunk_id
      ), kept as (${keepChunks(space, chunks)})
      select distinct trace_id::text, null::bigint as span_id from put
      ${
        by.replaces
          ? sql.literal("")
          : sql`union all
            select f.trace_id::text, f.span_id
            from ${lookUp(
              sql,
              rowsAs(sql, "s", versionColumns, facts),
              "f",
              sql`${spanOf("f.*")} and f.rank <> s.rank and ${ofOthers}`
            )}`
      }`
  }

  const replaceIn = Effect.fnUntraced(function* (
    space: Space,
    bucket: string,
    traces: ReadonlyArray<TraceSpans>,
    by: Recorder
  ) {
    const rows = (yield* Effect.forEach(rowsOf(traces), (rows) => replaceRows(space, bucket, rows, by))).flat()
    const replaced = [
      ...new Set(rows.flatMap(({ trace_id, span_id }) => (span_id === null ? [traceIdOf(trace_id)] : [])))
    ]
    const taken = rows.flatMap(({ trace_id, span_id }) =>
      span_id === null ? [] : [{ traceId: traceIdOf(trace_id), spanId: spanIdOf(span_id) }]
    )
    if (replaced.length === 0) return { replaced, taken }
    // What no span points to any more goes, or a span that is sent a hundred times would be kept as often.
    // moments: the heads of the traces are locked, by whoever writes spans of them
    yield* sql`
      delete from agent_operations.trace_chunks as c using ${lookUp(
        sql,
        traceIdsAs(sql, "changed", replaced),
        "unused",
        sql`select c.ctid as place from agent_operations.trace_chunks as c
          where ${ofBucket(space, "c", bucket)} and c.trace_id = changed.trace_id and not exists (
            select from agent_operations.trace_spans as f
            where ${ofBucket(space, "f", bucket)} and f.trace_id = c.trace_id and f.chunk_id = c.chunk_id)`
      )}
      where ${ofBucket(space, "c", bucket)} and c.ctid = unused.place`
    return { replaced, taken }
  })

  const summarizeIn = (space: Space, bucket: string, traces: ReadonlyArray<TraceRef>) =>
    sql<SummaryRow>`
      select ${sql.literal(summary)}
      from ${lookUp(
        sql,
        traceIdsAs(
          sql,
          "asked",
          traces.map(({ traceId }) => traceId)
        ),
        "f",
        sql`select f.* from agent_operations.trace_spans as f
          where ${ofBucket(space, "f", bucket)} and f.trace_id = asked.trace_id`
      )}
      group by f.trace_id`

  const { prepare, hasRoom, drop } = makeBuckets(sql)

  return {
    pack: (traces) => inTurns(packEach(traces)),
    insert,
    replace: (space, traces, by) =>
      Effect.map(
        Effect.forEach(byBucket(traces), ([bucket, those]) => replaceIn(space, bucket, those, by)),
        (all) => ({
          traces: new Set(all.flatMap(({ replaced }) => replaced)),
          taken: all.flatMap(({ taken }) => taken)
        })
      ),
    known: (space, trace, spanIds) =>
      Effect.map(
        sql<{ span_id: bigint }>`
          select f.span_id from agent_operations.trace_spans as f
          where ${ofTrace(space, "f", trace)} and f.span_id = any(${arrayText(spanIds.map(spanKey))}::bigint[])`,
        (rows) => new Set(rows.map(({ span_id }) => spanIdOf(span_id)))
      ),
    summarize: (space, traces) =>
      Effect.map(
        Effect.forEach(byBucket(traces), ([bucket, those]) => summarizeIn(space, bucket, those)),
        (rows) =>
          rows.flat().map((row): Summary => ({
            traceId: traceIdOf(row.trace_id),
            summary: summaryOf(row),
            encodedBytes: Number(row.encoded_bytes)
          }))
      ),
    page: readPage(sql),
    read: Effect.fnUntraced(function* (space, trace, spanId) {
      const [row] = yield* sql<FactRow & NamesRow & { readonly chunk: Uint8Array }>`
        select ${sql.literal(factSelection("f"))}, f.trace_name, f.user_id, f.session_id, f.environment, f.release,
          c.body as chunk
        from agent_operations.trace_spans as f join agent_operations.trace_chunks as c on c.chunk_id = f.chunk_id
        where ${ofTrace(space, "f", trace)} and ${ofTrace(space, "c", trace)} and f.span_id = ${spanKey(spanId)}`
      const { chunk, chunk_index, rank, ...names } = row!
      const body = bodiesAt(chunk, new Set([chunk_index])).get(chunk_index)!
      const { facts, status } = readFacts(row!, body)
      return {
        sent: yield* inTurns(readBodyBySteps(body)),
        status,
        facts: { ...facts, ...namesOfTrace(names) },
        body,
        rank
      }
    }),
    metrics: makeSpanMetrics(sql),
    remove: (space, trace) =>
      Effect.map(
        // moments: neither is chosen by the other
        sql<{ count: number }>`
          with spans as (
            delete from agent_operations.trace_spans as f where ${ofTrace(space, "f", trace)} returning 1
          ), chunks as (
            delete from agent_operations.trace_chunks as c where ${ofTrace(space, "c", trace)}
          )
          select count(*)::int as count from spans`,
        ([row]) => row?.count ?? 0
      ),
    prepare,
    hasRoom,
    drop
  }
}
