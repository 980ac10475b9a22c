import type { Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { StoredFacts } from "../span-answer.ts"
import type { Span } from "../span.ts"
import type { TraceSummary } from "./head-columns.ts"
import type { Recorder, Space, TraceRef } from "./keys.ts"
import type { MetricsAnswer, MetricsQuery, ReadingOptions } from "./metrics/MetricsQuery.ts"

/** Versions of spans of one trace, at most one of each span. */
export interface TraceSpans extends TraceRef {
  readonly spans: ReadonlyArray<Span>
}

/** What came of spans that were there before. */
export interface Replaced {
  /** The traces in which a version was replaced. */
  readonly traces: ReadonlySet<string>
  /** The spans that are another's, of which something else is there. Law: T25. */
  readonly taken: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>
}

/** A trace as its facts add it up, but for what its head span says. */
export interface Summary {
  readonly traceId: string
  readonly summary: TraceSummary
  readonly encodedBytes: number
}

/** Which spans of a trace to read. */
export interface SpanPageOptions {
  readonly limit: number
  /** At most so many bytes of JSON, but for a single span. Law: P5. */
  readonly maxBytes: number
  /** Only what comes after this span. */
  readonly after?: SpanPosition | undefined
  /** Only these spans. */
  readonly ids?: ReadonlyArray<string> | undefined
  /** Only children of this span; null for those that have no parent. */
  readonly parentId?: string | null | undefined
  /** Whether to read bodies too. */
  readonly bodies: boolean
}

/** Where a span is in the order of its trace: by start, then by ID. */
export interface SpanPosition {
  readonly startNano: bigint
  readonly spanId: string
}

/** When a span starts, and the bucket of its trace. */
export interface SpanStart {
  readonly bucket: string
  readonly startNano: bigint
}

/** A span as it is stored; its body is null where it was not asked for. */
export interface ReadSpan extends StoredFacts {
  readonly body: Uint8Array | null
}

export interface SpanPage {
  readonly items: ReadonlyArray<ReadSpan>
  /** What the next page comes after; null where there is none. */
  readonly next: SpanPosition | null
}

type Sql<A> = Effect.Effect<A, SqlError.SqlError>

/**
 * What reads and writes facts and bodies of spans: the port between the logic of traces and an engine. Heads, and with
 * them every race, stay with the logic: it holds the heads' locks around each write here, in one transaction, and tells
 * the bucket of each trace. An engine that is not the same database must keep what was put before that transaction
 * commits, and may keep what was put for one that did not: a put is repeated until one commits, and ranks decide. What it
 * keeps of one that did not must not make its recorder the one who began a span: that is who was committed first. Law: T25.
 *
 * - `insert` puts the spans that are not there, with who began them, and tells how many of each trace those were.
 * - `replace` puts the versions of a greater rank than those that are there, of spans that the recorder may replace, and
 *   tells in which traces there were any. It leaves who began them, and tells which it left for that. Law: T25.
 * - `known` tells which of some spans of a trace are there.
 * - `summarize` adds traces up anew. Law: T5.
 * - `page` reads in the order (start, ID), at one moment. Law: T12.
 * - `read` reads one span that is there.
 * - `metrics` counts spans of traces that are read, by what facts and heads say, at one moment. An engine that has no heads
 *   beside its facts keeps what it needs of them. Laws: T17, T20.
 * - `remove` removes all that there is of a trace. Law: T19.
 * - `pack` does ahead what takes long of `insert` and `replace` of the same lists, in turns with others: they have a
 *   transaction open.
 * - `prepare` makes room for what starts in some buckets, outside of any transaction, once a process unless it is to be made
 *   anew; `hasRoom` tells whether this process has, which may have been undone; `drop` drops buckets that are wholly before a
 *   day.
 */
export interface SpanStorage {
  readonly pack: (traces: ReadonlyArray<Pick<TraceSpans, "spans">>) => Effect.Effect<void>
  readonly insert: (space: Space, traces: ReadonlyArray<TraceSpans>, by: Recorder) => Sql<ReadonlyMap<string, number>>
  readonly replace: (space: Space, traces: ReadonlyArray<TraceSpans>, by: Recorder) => Sql<Replaced>
  readonly known: (space: Space, trace: TraceRef, spanIds: ReadonlyArray<string>) => Sql<ReadonlySet<string>>
  readonly summarize: (space: Space, traces: ReadonlyArray<TraceRef>) => Sql<ReadonlyArray<Summary>>
  readonly page: (space: Space, trace: TraceRef, options: SpanPageOptions) => Sql<SpanPage>
  readonly read: (space: Space, trace: TraceRef, spanId: string) => Sql<Span>
  readonly metrics: (space: Space, query: MetricsQuery, options: ReadingOptions) => Sql<MetricsAnswer>
  readonly remove: (space: Space, trace: TraceRef) => Sql<number>
  readonly prepare: (spans: ReadonlyArray<SpanStart>, options?: { readonly anew: boolean }) => Sql<void>
  readonly hasRoom: (spans: ReadonlyArray<SpanStart>) => boolean
  readonly drop: (before: string) => Sql<number>
}
