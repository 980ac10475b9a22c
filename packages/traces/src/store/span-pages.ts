import { inTurns } from "@agent-operations/operations"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { bodyFinder } from "./chunks.ts"
import { arrayText } from "./columns.ts"
import { type FactRow, factSelection, readFacts } from "./fact-columns.ts"
import { spanKey } from "./keys.ts"
import type { ReadSpan, SpanPageOptions, SpanStorage } from "./SpanStorage.ts"

/** A row of a page: a chunk comes with the first of its spans alone. */
interface PageRow extends FactRow {
  readonly chunk: Uint8Array | null
}

/** How many bytes of chunks are read at once, but for one chunk: they may hold bodies that nobody wants. */
const bytesOfChunks = 32 * 1024 * 1024

/** A row at each step. */
function* readRows(rows: ReadonlyArray<PageRow>): Generator<void, ReadonlyArray<ReadSpan>> {
  const bodyOf = bodyFinder(rows)
  const read: Array<ReadSpan> = []
  for (const row of rows) {
    read.push(readFacts(row, bodyOf(row)))
    yield
  }
  return read
}

/** Reads a page of a trace's spans by one statement, and so at one moment: a body is that of its facts. */
export const readPage =
  (sql: SqlClient.SqlClient): SpanStorage["page"] =>
  ({ tenant, project }, { traceId, bucket }, { limit, maxBytes, after, ids, parentId, bodies }: SpanPageOptions) => {
    const beyond =
      after === undefined
        ? sql.literal("")
        : sql`and (f.started_ns, f.span_id) > (${after.startNano}::bigint, ${spanKey(after.spanId)}::bigint)`
    const children =
      parentId === undefined
        ? sql.literal("")
        : parentId === null
          ? sql`and f.parent_id is null`
          : sql`and f.parent_id = ${spanKey(parentId)}::bigint`
    const these =
      ids === undefined ? sql.literal("") : sql`and f.span_id = any(${arrayText(ids.map(spanKey))}::bigint[])`
    const chunks = bodies
      ? sql`left join agent_operations.trace_chunks as c on p.nth_of_chunk = 1 and c.tenant_id = ${tenant}
          and c.project_id = ${project} and c.trace_id = ${traceId}::uuid and c.bucket = ${bucket}::date
          and c.chunk_id = p.chunk_id`
      : sql.literal("")
    const chunk = sql.literal(
      bodies
        ? "c.body as chunk, sum(octet_length(c.body)) over place as chunk_bytes"
        : "null::bytea as chunk, 0 as chunk_bytes"
    )
    const rows = sql<PageRow & { readonly found: number }>`
      with page as materialized (
        select f.*, row_number() over place as nth, sum(f.encoded_bytes) over place as bytes, count(*) over ()::int as found
        from (
          select f.* from agent_operations.trace_spans as f
          where f.tenant_id = ${tenant} and f.project_id = ${project} and f.trace_id = ${traceId}::uuid
            and f.bucket = ${bucket}::date ${beyond} ${children} ${these}
          order by f.started_ns, f.span_id limit ${limit + 1}
        ) as f
        window place as (order by f.started_ns, f.span_id)
      ), fitting as materialized (
        select page.*, row_number() over (partition by page.chunk_id order by page.nth) as nth_of_chunk from page
        where page.nth = 1 or (page.nth <= ${limit} and page.bytes <= ${maxBytes})
      )
      select ${sql.literal(factSelection("p"))}, p.found, p.chunk
      from (
        select p.*, ${chunk} from fitting as p ${chunks} window place as (order by p.nth)
      ) as p
      where p.nth = 1 or p.chunk_bytes <= ${bytesOfChunks}
      order by p.started_ns, p.span_id`
    return Effect.flatMap(rows, (found) =>
      Effect.map(inTurns(readRows(found)), (items) => {
        const last = items.at(-1)?.sent
        const ended = last === undefined || items.length === found[0]!.found
        return { items, next: ended ? null : { startNano: last.startNano, spanId: last.spanId } }
      })
    )
  }
