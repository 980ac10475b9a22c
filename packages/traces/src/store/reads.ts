import { lookUp } from "@agent-operations/database"
import { inTurnsIfLong } from "@agent-operations/operations"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { arrayText, traceIdsAs } from "./columns.ts"
import { type HeadRow, headSelection, lengthOf, storedTrace, type StoredTrace } from "./head-columns.ts"
import { makeFields } from "./fields.ts"
import { limits } from "../limits.ts"
import { makeListTraces } from "./list-traces.ts"
import { noSpan, type Space, spanIdOf, spanKey, traceIdOf } from "./keys.ts"
import type { ReadingOptions } from "./metrics/MetricsQuery.ts"
import type { ReadSpan, SpanPage, SpanPageOptions, SpanPosition, SpanStorage } from "./SpanStorage.ts"
import { readScores, type Score } from "./score-rows.ts"
import type { Search } from "./search.ts"
import { makeVisible, makeVisibleById, makeVisibleParts } from "./visible.ts"

/** A trace with the newest numeric or boolean score of itself under each name. */
export interface ScoredTrace extends StoredTrace {
  readonly scores: NamedScores
}

/** How large a trace is, before a body of it is read. Law: T12. */
export interface Size {
  readonly bytes: number
  readonly spans: number
  readonly scores: number
}

/** A whole trace at one moment, or how large it is where that is more than was asked for. */
export type Evidence =
  | { readonly _tag: "NotFound" }
  | ({ readonly _tag: "TooLarge" } & Size)
  | {
      readonly _tag: "Found"
      readonly size: Size
      readonly trace: ScoredTrace
      readonly spans: ReadonlyArray<ReadSpan>
      /** The newest of each name, by span. */
      readonly spanScores: ReadonlyMap<string, NamedScores>
      readonly scores: ReadonlyArray<Score>
    }

export interface EvidenceLimits {
  readonly bytes: number
  readonly spans: number
}

/** Scores by their names. */
export type NamedScores = Readonly<Record<string, number>>

const noSpanScores: ReadonlyMap<string, NamedScores> = new Map()

const noScores: ReadonlyArray<Score> = []

/** What a score takes beside its name, in bytes of JSON. */
const aroundName = 32

interface NamedRow {
  readonly name: string
  readonly number_value: number
}

/** Scores by what they are of, and by name. */
const named = <Row extends NamedRow>(rows: ReadonlyArray<Row>, of: (row: Row) => string) => {
  const scores = new Map<string, Record<string, number>>()
  for (const row of rows) {
    const own = scores.get(of(row)) ?? (Object.create(null) as Record<string, number>)
    own[row.name] = row.number_value
    scores.set(of(row), own)
  }
  return scores
}

/** Of what a trace shows beside its spans, the bytes: no more than its head span's, however the database writes numbers. */
const headBytes = ({ input, output, error, tags, attributes, metadata }: HeadRow): number =>
  Math.min(
    limits.spanBytes,
    [input, output, error, tags, attributes, metadata].reduce((sum, text) => sum + Buffer.byteLength(text ?? "null"), 0)
  )

/** Reads of traces: every statement names one tenant and one project. Laws: T5, T8, T12, T20, A3. */
export const makeReads = (
  sql: SqlClient.SqlClient,
  storage: SpanStorage,
  { retentionNanos, idleNanos }: ReadingOptions,
  search: Search
) => {
  const visibleById = makeVisibleById(sql, retentionNanos)

  const headOf = (space: Space, traceId: string): Effect.Effect<HeadRow | undefined, SqlError.SqlError> =>
    Effect.map(
      sql<HeadRow>`
        select ${sql.literal(headSelection)} from agent_operations.trace_heads as h
        where ${visibleById(space, sql`${traceId}::uuid`)}`,
      ([row]) => row
    )

  const traceOf = (head: HeadRow): Effect.Effect<StoredTrace> => inTurnsIfLong(lengthOf([head]), storedTrace(head))

  /** The newest numeric or boolean scores of a trace itself, by name. */
  const scoresOf = ({ tenant, project }: Space, traceId: string) =>
    Effect.map(
      sql<NamedRow>`
        select distinct on (s.name) s.name, s.number_value
        from agent_operations.trace_scores as s
        where s.tenant_id = ${tenant} and s.project_id = ${project}
          and s.trace_id = ${traceId}::uuid and s.span_id = ${noSpan} and s.number_value is not null
        order by s.name, s.updated_at desc, s.id desc`,
      (rows): NamedScores => named(rows, () => traceId).get(traceId) ?? {}
    )

  /**
   * The newest numeric or boolean scores of the first of some spans, by span and name, and of how many spans they are: of
   * some so many bytes, but for a single span.
   */
  const ofSpans = (
    { tenant, project }: Space,
    traceId: string,
    spanIds: ReadonlyArray<string>,
    maxBytes = Number.MAX_SAFE_INTEGER
  ) =>
    Effect.map(
      sql<{ span_id: bigint; name: string; number_value: number; left_out: number | null }>`
        select fitting.span_id, fitting.name, fitting.number_value, fitting.left_out from (
          select weighed.*, min(weighed.place) filter (where weighed.nth > 1 and weighed.bytes > ${maxBytes}) over ()::int as left_out
          from (
            select newest.*, dense_rank() over place as nth, sum(octet_length(newest.name) + ${aroundName}) over place as bytes
            from (
              select distinct on (s.span_id, s.name) s.span_id, s.name, s.number_value, wanted.place
              from agent_operations.trace_scores as s
              join unnest(${arrayText(spanIds.map(spanKey))}::bigint[]) with ordinality as wanted(span_id, place)
                on wanted.span_id = s.span_id
              where s.tenant_id = ${tenant} and s.project_id = ${project} and s.trace_id = ${traceId}::uuid
                and s.number_value is not null
              order by s.span_id, s.name, s.updated_at desc, s.id desc
            ) as newest window place as (order by newest.place)
          ) as weighed
        ) as fitting where fitting.left_out is null or fitting.place < fitting.left_out`,
      (rows) => ({
        scores: named(rows, ({ span_id }) => spanIdOf(span_id)) as ReadonlyMap<string, NamedScores>,
        count: (rows[0]?.left_out ?? spanIds.length + 1) - 1
      })
    )

  const sizeOf = ({ tenant, project }: Space, head: HeadRow) =>
    Effect.map(
      sql<{ bytes: number; count: number }>`
        select coalesce(sum(s.encoded_bytes), 0)::float8 as bytes, count(*)::int as count
        from agent_operations.trace_scores as s
        where s.tenant_id = ${tenant} and s.project_id = ${project} and s.trace_id = ${head.trace_id}::uuid`,
      ([row]): Size => ({
        bytes: Number(head.encoded_bytes) + headBytes(head) + row!.bytes,
        spans: head.span_count,
        scores: row!.count
      })
    )

  const whole = Effect.fnUntraced(function* (space: Space, traceId: string, limits: EvidenceLimits) {
    const head = yield* headOf(space, traceId)
    if (head === undefined) return { _tag: "NotFound" } as const
    const size = yield* sizeOf(space, head)
    if (size.bytes > limits.bytes || size.spans > limits.spans) return { _tag: "TooLarge", ...size } as const
    const spans: Array<ReadSpan> = []
    // A page ends early where chunks hold much that none of its spans wants.
    for (let after: SpanPosition | null | undefined; after !== null;) {
      const page = yield* storage.page(
        space,
        { traceId, bucket: head.bucket },
        {
          limit: limits.spans,
          maxBytes: limits.bytes,
          after,
          bodies: true
        }
      )
      spans.push(...page.items)
      after = page.next
    }
    const read = { _tag: "Found", size, head, spans } as const
    // Most traces have none.
    if (size.scores === 0) return { ...read, named: {}, spanScores: noSpanScores, scores: noScores }
    const named = yield* scoresOf(space, traceId)
    const { scores: spanScores } = yield* ofSpans(
      space,
      traceId,
      spans.map(({ sent }) => sent.spanId)
    )
    return { ...read, named, spanScores, scores: yield* readScores(sql)(space, traceId) }
  })

  return {
    list: makeListTraces(sql, {
      visible: makeVisible(sql, retentionNanos),
      visibleParts: makeVisibleParts(sql, retentionNanos),
      fieldsOf: (space) => makeFields(sql, space, { idleNanos }),
      search
    }),
    spanScores: ofSpans,

    /** One trace, without its spans. */
    one: Effect.fnUntraced(function* (space: Space, traceId: string) {
      const head = yield* headOf(space, traceId)
      if (head === undefined) return undefined
      return { ...(yield* traceOf(head)), scores: yield* scoresOf(space, traceId) } satisfies ScoredTrace
    }),

    /** Which of some traces there are. */
    present: (space: Space, traceIds: ReadonlyArray<string>): Effect.Effect<ReadonlySet<string>, SqlError.SqlError> =>
      Effect.map(
        sql<{ trace_id: string }>`
          select h.trace_id from ${lookUp(
            sql,
            traceIdsAs(sql, "asked", traceIds),
            "h",
            sql`select h.trace_id::text from agent_operations.trace_heads as h
              where ${visibleById(space, sql`asked.trace_id`)}`
          )}`,
        (rows) => new Set(rows.map(({ trace_id }) => traceIdOf(trace_id)))
      ),

    /** A whole trace, with bodies, unless it is larger than that. What is read is of one moment. Laws: T5, T12. */
    evidence: Effect.fnUntraced(function* (
      space: Space,
      traceId: string,
      limits: EvidenceLimits
    ): Effect.fn.Return<Evidence, SqlError.SqlError> {
      const read = yield* sql.withTransaction(
        Effect.andThen(sql`set transaction isolation level repeatable read, read only`, whole(space, traceId, limits))
      )
      if (read._tag !== "Found") return read
      // Once the connection is given back.
      const { head, named, ...found } = read
      return { ...found, trace: { ...(yield* traceOf(head)), scores: named } }
    }),

    /** A page of a trace's spans; undefined where there is no such trace. */
    spans: Effect.fnUntraced(function* (space: Space, traceId: string, options: SpanPageOptions) {
      const [head] = yield* sql<Pick<HeadRow, "bucket">>`
        select h.bucket from agent_operations.trace_heads as h
        where ${visibleById(space, sql`${traceId}::uuid`)}`
      if (head === undefined) return undefined
      return (yield* storage.page(space, { traceId, ...head }, options)) satisfies SpanPage
    })
  }
}
