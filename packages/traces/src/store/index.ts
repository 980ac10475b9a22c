/**
 * Where traces are stored, on PostgreSQL and PGlite.
 *
 * @module
 */
export { type FieldOptions, type Fields, makeFields, type ProcessField, type SqlField } from "./fields.ts"
export { makeFilters } from "./filters.ts"
export type { StoredTrace, TraceSummary } from "./head-columns.ts"
export type { Refused } from "./ingest.ts"
export { hostItself, type Recorder, type Space, type TraceRef } from "./keys.ts"
export type { ListedTrace, TraceListOptions, TracePage, TracePosition } from "./list-traces.ts"
export type { MeasureOf, MetricsAnswer, MetricsGroup, MetricsQuery, ReadingOptions } from "./metrics/MetricsQuery.ts"
export { migrations } from "./migrations.ts"
export type { TraceContent } from "./contents.ts"
export type { Evidence, EvidenceLimits, NamedScores, ScoredTrace, Size } from "./reads.ts"
export { isOfBody } from "./row-reads.ts"
export type {
  ReadRow,
  ReadRows,
  RowCondition,
  RowOptions,
  RowPosition,
  RowSpanOptions,
  RowTraceOptions,
  RowValue
} from "./row-reads.ts"
export type { Score, ScoreContent, ScoreDataType, ScoreKey, ScoreListOptions } from "./score-rows.ts"
export type { RemovedScore, ScorePage, ScoreWrite } from "./scores.ts"
export type {
  ReadSpan,
  Replaced,
  SpanPage,
  SpanPageOptions,
  SpanPosition,
  SpanStorage,
  Summary,
  TraceSpans
} from "./SpanStorage.ts"
export { countSortKeys, makeSorts, type SortPosition } from "./sorts.ts"
export { TraceStore, type TraceStoreOptions } from "./TraceStore.ts"
