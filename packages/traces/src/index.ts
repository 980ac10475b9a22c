/**
 * Traces as a family for a host's list, and their parts: requests of OTLP become spans, and spans become traces.
 *
 * @packageDocumentation
 */
export { readBody, writeBody } from "./body.ts"
export { contentOf } from "./content.ts"
export { fittingItems } from "./family/fitting-items.ts"
export { OwnPrices } from "./costs/own-prices.ts"
export { makePrices, type Priced, type Prices } from "./costs/prices.ts"
export { readRecorded, type Recorded, type RecordOptions } from "./family/record.ts"
export { type HeadSpan, headSpanOf } from "./head-span.ts"
export { parseSpanId, parseTraceId } from "./identifiers.ts"
export type { Json, JsonObject } from "./json.ts"
export { limits } from "./limits.ts"
export { makeSpan } from "./make-span.ts"
export { TraceHandlers } from "./family/TraceHandlers.ts"
export { mappingVersion } from "./mapping/map-span.ts"
export type { Tokens } from "./mapping/tokens.ts"
export { type OtlpContentType, otlpContentTypes, type ReadSpans, readRequest } from "./otlp/read-request.ts"
export type { TimeRange } from "./otlp/read-span.ts"
export type { Rejection } from "./otlp/rejected.ts"
export { encodeFailure, encodeResponse, type OtlpAnswer, type OtlpFailure } from "./otlp/response.ts"
export { compareText, compareValues, type Sort } from "./rows/compare-values.ts"
export { type FieldPath, parseFieldPath } from "./rows/field-path.ts"
export { type Filter, type FilterOperator, passes, sameJson } from "./rows/filter.ts"
export { valueAt } from "./rows/value-at.ts"
export * from "./span.ts"
export {
  spanAnswer,
  type SpanAnswer,
  spanFactsAnswer,
  type SpanFactsAnswer,
  type StoredFacts,
  type StoredSpan
} from "./span-answer.ts"
export { type Reading, shorten, statusOf, type Trace, traceOf, type TraceStatus } from "./trace.ts"
export {
  combine,
  contributionOf,
  headOf,
  orderKey,
  type Pick,
  type StoredHead,
  storedHead,
  type TraceHead,
  type TraceSummary
} from "./trace-head.ts"
export { parseTime, toTime } from "./time.ts"
export { traces, type TracesOptions } from "./traces.ts"
export { compareRanks, winners } from "./winners.ts"
