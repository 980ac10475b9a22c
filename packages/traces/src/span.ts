import type { spanKinds, spanTypes } from "@agent-operations/contract/traces"
import type { Json, JsonObject } from "./json.ts"
import type { Tokens } from "./mapping/tokens.ts"

export type SpanKind = (typeof spanKinds)[number]
export type SpanType = (typeof spanTypes)[number]

/** What a sender says of a span's outcome. */
export type Outcome = "unset" | "ok" | "error"

/** `running` while there is no end, whatever is said of the outcome. */
export type SpanStatus = "running" | Outcome

export interface SpanEvent {
  readonly name: string
  readonly timeNano: bigint
  readonly attributes: JsonObject
}

export interface SpanLink {
  readonly traceId: string
  readonly spanId: string
  readonly attributes: JsonObject
}

/** What sent a span: the same for many of a request, and so written as JSON once. */
export interface Origin {
  readonly resource: JsonObject
  readonly scope: JsonObject
  /** How the body of each of them ends. */
  readonly tail: string
}

/** A span as it was sent, before anything is derived from it. */
export interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | null
  readonly name: string
  readonly kind: SpanKind
  readonly outcome: Outcome
  readonly statusMessage: string
  /** Nanoseconds since 1970, as everywhere that a name ends in `Nano`. */
  readonly startNano: bigint
  readonly endNano: bigint | null
  readonly attributes: JsonObject
  /** Those that the sender dropped, and those that were sent twice. */
  readonly droppedAttributesCount: number
  readonly events: ReadonlyArray<SpanEvent>
  readonly links: ReadonlyArray<SpanLink>
  readonly origin: Origin
  /** Of versions of one span that have ended, the greatest wins. Law: T3. */
  readonly version: number
}

/** What a span is counted, filtered and summed by. */
export interface SpanFacts extends Tokens {
  readonly type: SpanType
  readonly firstTokenNano: bigint | null
  readonly model: string | null
  readonly provider: string | null
  /** US dollars. Law: T22. */
  readonly cost: number | null
  readonly costSource: "reported" | "estimated" | null
  readonly traceName: string | null
  readonly userId: string | null
  readonly sessionId: string | null
  readonly environment: string | null
  readonly release: string | null
}

/** What a span holds beside its facts, derived from what was sent. */
export interface SpanContent {
  readonly input: Json
  readonly output: Json
  readonly error: Json
  readonly tags: ReadonlyArray<string>
  readonly metadata: JsonObject
}

/** One version of a span, ready to be stored. */
export interface Span {
  readonly sent: SentSpan
  readonly status: SpanStatus
  readonly facts: SpanFacts
  /** All that was sent, as JSON in UTF-8. */
  readonly body: Uint8Array
  /** Of versions of one span the one whose rank is greatest, byte by byte, wins. Law: T3. */
  readonly rank: Uint8Array
}
