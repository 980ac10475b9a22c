import { parsedJson } from "@agent-operations/operations"
import type { HeadSpan } from "../head-span.ts"
import type { Json, JsonObject } from "../json.ts"
import type { Pick, StoredHead, TraceSummary } from "../trace-head.ts"
import type { Column } from "./columns.ts"
import { traceIdOf } from "./keys.ts"
import { nanosOfMillis } from "../time.ts"

export type { TraceSummary } from "../trace-head.ts"

/** The head of a trace, or what some spans add to it, but for what its head span says. */
export interface SummaryWrite {
  readonly traceId: string
  readonly summary: TraceSummary
  /** The bytes of its spans as the JSON that reads answer, or a little more. */
  readonly encodedBytes: number
}

/** What a head span says, of which JSON is text. */
export interface HeadSpanTexts extends Omit<
  HeadSpan,
  "input" | "output" | "error" | "tags" | "attributes" | "metadata"
> {
  readonly input: string | null
  readonly output: string | null
  readonly error: string | null
  readonly tags: string
  readonly attributes: string
  readonly metadata: string
}

/** The head of a trace, or what some spans add to it. */
export interface HeadWrite extends SummaryWrite {
  readonly headSpan: HeadSpanTexts
}

/** The head of a trace that may be new, and then keeps this bucket. */
export interface NewHead extends HeadWrite {
  readonly bucket: string
}

/** The characters of an order key, which a pick's value follows. */
const keyLength = 37

const pickText = (pick: Pick | null): string | null => (pick === null ? null : pick.key + pick.value)

type HeadColumn = Column<HeadWrite>

/** What the head span alone says: of two heads, that of the lesser key counts, whole. */
export const ofHeadSpan: ReadonlyArray<HeadColumn> = [
  ["name", "text", ({ headSpan }) => headSpan.name],
  ["root_ended", "boolean", ({ headSpan }) => headSpan.rootEnded],
  ["root_error", "boolean", ({ headSpan }) => headSpan.rootError],
  ["tags", "jsonb", ({ headSpan }) => headSpan.tags],
  ["attributes", "jsonb", ({ headSpan }) => headSpan.attributes],
  ["metadata", "jsonb", ({ headSpan }) => headSpan.metadata],
  ["input", "text", ({ headSpan }) => headSpan.input],
  ["output", "text", ({ headSpan }) => headSpan.output],
  ["error", "text", ({ headSpan }) => headSpan.error]
]

/** What adds up, and by which function of PostgreSQL, for which null is nothing. */
export const combined: ReadonlyArray<readonly [column: Column<SummaryWrite>, by: "least" | "greatest" | "sum"]> = [
  [["head_key", "text", ({ summary }) => summary.headKey], "least"],
  [["started_ns", "bigint", ({ summary }) => summary.startNano], "least"],
  [["ended_ns", "bigint", ({ summary }) => summary.endNano], "greatest"],
  [["user_pick", "text", ({ summary }) => pickText(summary.userId)], "least"],
  [["session_pick", "text", ({ summary }) => pickText(summary.sessionId)], "least"],
  [["environment_pick", "text", ({ summary }) => pickText(summary.environment)], "least"],
  [["release_pick", "text", ({ summary }) => pickText(summary.release)], "least"],
  [["span_count", "integer", ({ summary }) => summary.spanCount], "sum"],
  [["error_count", "integer", ({ summary }) => summary.errorCount], "sum"],
  [["input_tokens", "bigint", ({ summary }) => summary.inputTokens], "sum"],
  [["output_tokens", "bigint", ({ summary }) => summary.outputTokens], "sum"],
  [["total_tokens", "bigint", ({ summary }) => summary.totalTokens], "sum"],
  [["cost_pico", "numeric", ({ summary }) => summary.costPico], "sum"],
  [["encoded_bytes", "bigint", ({ encodedBytes }) => encodedBytes], "sum"]
]

/** The columns of a head but for its key and its bucket. */
export const headColumns: ReadonlyArray<HeadColumn> = [...combined.map(([column]) => column), ...ofHeadSpan]

/** What a read selects of the heads `h`, with what it reads of input and output. */
export const headSelectionWith = (input: string, output: string) => `
  h.trace_id::text, h.bucket, h.head_key, h.name, h.root_ended, h.root_error, h.started_ns, h.ended_ns, h.user_pick,
  h.session_pick, h.environment_pick, h.release_pick, h.span_count, h.error_count, h.input_tokens, h.output_tokens,
  h.total_tokens, h.cost_pico, h.encoded_bytes, h.touched_at, h.tags::text, h.attributes::text, h.metadata::text,
  ${input} as input, ${output} as output, h.error, now() as now`

/** All of a head. JSON stays text: the database would hand integer-like keys on in another order. */
export const headSelection = headSelectionWith("h.input", "h.output")

/** A row of `headSelection`. */
export interface HeadRow {
  readonly trace_id: string
  readonly bucket: string
  readonly head_key: string
  readonly name: string
  readonly root_ended: boolean
  readonly root_error: boolean
  readonly started_ns: bigint
  readonly ended_ns: bigint | null
  readonly user_pick: string | null
  readonly session_pick: string | null
  readonly environment_pick: string | null
  readonly release_pick: string | null
  readonly span_count: number
  readonly error_count: number
  readonly input_tokens: bigint | null
  readonly output_tokens: bigint | null
  readonly total_tokens: bigint | null
  readonly cost_pico: string | null
  readonly encoded_bytes: bigint
  readonly touched_at: Date
  readonly tags: string
  readonly attributes: string
  readonly metadata: string
  readonly input: string | null
  readonly output: string | null
  readonly error: string | null
  readonly now: Date
}

/** A trace as it is stored. */
export interface StoredTrace extends StoredHead, SummaryWrite {
  readonly bucket: string
  /** When a span last changed it, by the database's clock. */
  readonly touchedNano: bigint
  /** When it was read, by the same clock. */
  readonly nowNano: bigint
}

const toPick = (text: string | null): Pick | null =>
  text === null ? null : { key: text.slice(0, keyLength), value: text.slice(keyLength) }

const toNumber = (value: bigint | null): number | null => (value === null ? null : Number(value))

/** JSON by steps where it is long. */
function* toJson(text: string | null): Generator<void, Json> {
  return text === null ? null : ((yield* parsedJson(text)) as Json)
}

const nanosOf = (date: Date): bigint => nanosOfMillis(date.getTime())

/** What a row of the tally and one of a head say alike. */
export type SummaryRow = Omit<
  HeadRow,
  | "bucket"
  | "touched_at"
  | "now"
  | "name"
  | "root_ended"
  | "root_error"
  | "input"
  | "output"
  | "error"
  | "tags"
  | "attributes"
  | "metadata"
>

/** The part of a head that all of its spans make. */
export const summaryOf = (row: SummaryRow): TraceSummary => ({
  headKey: row.head_key,
  startNano: row.started_ns,
  endNano: row.ended_ns,
  spanCount: row.span_count,
  errorCount: row.error_count,
  inputTokens: toNumber(row.input_tokens),
  outputTokens: toNumber(row.output_tokens),
  totalTokens: toNumber(row.total_tokens),
  costPico: row.cost_pico === null ? null : BigInt(row.cost_pico),
  userId: toPick(row.user_pick),
  sessionId: toPick(row.session_pick),
  environment: toPick(row.environment_pick),
  release: toPick(row.release_pick)
})

/** How long the JSON of some rows is. */
export const lengthOf = (rows: ReadonlyArray<HeadRow>): number => {
  let length = 0
  for (const { tags, attributes, metadata, input, output, error } of rows)
    for (const text of [tags, attributes, metadata, input, output, error]) length += text?.length ?? 0
  return length
}

/** A trace of a row, by steps where its JSON is long. Law: K3. */
export function* storedTrace(row: HeadRow): Generator<void, StoredTrace> {
  const headSpan = {
    name: row.name,
    rootEnded: row.root_ended,
    rootError: row.root_error,
    input: yield* toJson(row.input),
    output: yield* toJson(row.output),
    error: yield* toJson(row.error),
    tags: (yield* toJson(row.tags)) as ReadonlyArray<string>,
    attributes: (yield* toJson(row.attributes)) as JsonObject,
    metadata: (yield* toJson(row.metadata)) as JsonObject
  }
  return {
    traceId: traceIdOf(row.trace_id),
    bucket: row.bucket,
    encodedBytes: Number(row.encoded_bytes),
    touchedNano: nanosOf(row.touched_at),
    nowNano: nanosOf(row.now),
    summary: summaryOf(row),
    headSpan
  }
}
