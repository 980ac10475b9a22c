import { countsUsage } from "../make-span.ts"
import { spanKinds, spanTypes } from "@agent-operations/contract/traces"
import type { Span, SpanStatus } from "../span.ts"
import { toPico } from "../costs/pico.ts"
import type { Placed } from "./chunks.ts"
import type { Column } from "./columns.ts"
import { spanIdOf, spanKey, traceIdOf } from "./keys.ts"
import type { ReadSpan } from "./SpanStorage.ts"

/** A span as its row is written. */
export interface FactWrite extends Placed {
  readonly traceId: string
  readonly bucket: string
}

export const statuses: ReadonlyArray<SpanStatus> = ["running", "unset", "ok", "error"]
const costSources = ["reported", "estimated"] as const

/** The code of a status that counts as an error. */
export const errorStatus = statuses.indexOf("error")

/** The codes of types whose usage counts in that of their trace. */
export const usageTypes = spanTypes.flatMap((type, code) => (countsUsage(type) ? [code] : []))

/** What of a span's JSON is neither in its body nor derived of it: names of members, and facts. */
const namesAndNumbers = 900

/** The time of an event that its body does not have. */
const timeOfEvent = 32

/** No less than the bytes of a span as the JSON that reads answer: what is derived of a body repeats it at most. */
export const encodedBytes = ({ body, sent, facts }: Span): number =>
  2 * body.length +
  namesAndNumbers +
  timeOfEvent * sent.events.length +
  6 * ((facts.model?.length ?? 0) + (facts.provider?.length ?? 0))

type FactColumn = Column<FactWrite>

/** What names a span. */
export const factKey: ReadonlyArray<FactColumn> = [
  ["trace_id", "uuid", ({ traceId }) => traceId],
  ["span_id", "bigint", ({ span }) => spanKey(span.sent.spanId)],
  ["bucket", "date", ({ bucket }) => bucket]
]

/** What a version of a span says. */
export const factColumns: ReadonlyArray<FactColumn> = [
  ["parent_id", "bigint", ({ span: { sent } }) => (sent.parentId === null ? null : spanKey(sent.parentId))],
  ["started_ns", "bigint", ({ span }) => span.sent.startNano],
  ["ended_ns", "bigint", ({ span }) => span.sent.endNano],
  ["first_token_ns", "bigint", ({ span }) => span.facts.firstTokenNano],
  ["chunk_id", "bigint", ({ chunkId }) => chunkId],
  ["chunk_index", "integer", ({ chunkIndex }) => chunkIndex],
  ["encoded_bytes", "integer", ({ span }) => encodedBytes(span)],
  ["kind", "smallint", ({ span }) => spanKinds.indexOf(span.sent.kind)],
  ["type", "smallint", ({ span }) => spanTypes.indexOf(span.facts.type)],
  ["status", "smallint", ({ span }) => statuses.indexOf(span.status)],
  [
    "cost_source",
    "smallint",
    ({ span: { facts } }) => (facts.costSource === null ? null : costSources.indexOf(facts.costSource))
  ],
  ["rank", "bytea", ({ span }) => span.rank],
  ["name", "text", ({ span }) => span.sent.name],
  ["model", "text", ({ span }) => span.facts.model],
  ["provider", "text", ({ span }) => span.facts.provider],
  ["input_tokens", "bigint", ({ span }) => span.facts.inputTokens],
  ["output_tokens", "bigint", ({ span }) => span.facts.outputTokens],
  ["total_tokens", "bigint", ({ span }) => span.facts.totalTokens],
  ["cache_read_tokens", "bigint", ({ span }) => span.facts.cacheReadTokens],
  ["cache_write_tokens", "bigint", ({ span }) => span.facts.cacheWriteTokens],
  ["reasoning_tokens", "bigint", ({ span }) => span.facts.reasoningTokens],
  ["cost", "double precision", ({ span }) => span.facts.cost],
  ["cost_pico", "numeric", ({ span: { facts } }) => (facts.cost === null ? null : toPico(facts.cost))],
  ["trace_name", "text", ({ span }) => span.facts.traceName],
  ["user_id", "text", ({ span }) => span.facts.userId],
  ["session_id", "text", ({ span }) => span.facts.sessionId],
  ["environment", "text", ({ span }) => span.facts.environment],
  ["release", "text", ({ span }) => span.facts.release]
]

const read = [
  "span_id",
  "parent_id",
  "started_ns",
  "ended_ns",
  "first_token_ns",
  "chunk_id",
  "chunk_index",
  "encoded_bytes",
  "kind",
  "type",
  "status",
  "cost_source",
  "rank",
  "name",
  "model",
  "provider",
  "input_tokens",
  "output_tokens",
  "total_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "reasoning_tokens",
  "cost"
]

/** What a read selects of facts. */
export const factSelection = (alias: string): string =>
  [`${alias}.trace_id::text`, ...read.map((name) => `${alias}.${name}`)].join(", ")

/** A row of `factSelection`. */
export interface FactRow {
  readonly trace_id: string
  readonly span_id: bigint
  readonly parent_id: bigint | null
  readonly started_ns: bigint
  readonly ended_ns: bigint | null
  readonly first_token_ns: bigint | null
  readonly chunk_id: bigint
  readonly chunk_index: number
  readonly encoded_bytes: number
  readonly kind: number
  readonly type: number
  readonly status: number
  readonly cost_source: number | null
  readonly rank: Uint8Array
  readonly name: string
  readonly model: string | null
  readonly provider: string | null
  readonly input_tokens: bigint | null
  readonly output_tokens: bigint | null
  readonly total_tokens: bigint | null
  readonly cache_read_tokens: bigint | null
  readonly cache_write_tokens: bigint | null
  readonly reasoning_tokens: bigint | null
  readonly cost: number | null
}

const toNumber = (value: bigint | null): number | null => (value === null ? null : Number(value))

/** Where a rank says the version. */
const versionAt = 1

const versionOf = (rank: Uint8Array): number =>
  Number(new DataView(rank.buffer, rank.byteOffset, rank.byteLength).getBigUint64(versionAt))

export const readFacts = (row: FactRow, body: Uint8Array | null): ReadSpan => ({
  sent: {
    traceId: traceIdOf(row.trace_id),
    spanId: spanIdOf(row.span_id),
    parentId: row.parent_id === null ? null : spanIdOf(row.parent_id),
    name: row.name,
    kind: spanKinds[row.kind]!,
    startNano: row.started_ns,
    endNano: row.ended_ns,
    version: versionOf(row.rank)
  },
  status: statuses[row.status]!,
  facts: {
    type: spanTypes[row.type]!,
    firstTokenNano: row.first_token_ns,
    model: row.model,
    provider: row.provider,
    inputTokens: toNumber(row.input_tokens),
    outputTokens: toNumber(row.output_tokens),
    totalTokens: toNumber(row.total_tokens),
    cacheReadTokens: toNumber(row.cache_read_tokens),
    cacheWriteTokens: toNumber(row.cache_write_tokens),
    reasoningTokens: toNumber(row.reasoning_tokens),
    cost: row.cost,
    costSource: row.cost_source === null ? null : costSources[row.cost_source]!
  },
  body
})
