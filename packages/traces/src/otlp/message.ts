/** OTLP's messages as both encodings are decoded: what `generated/otlp.ts` and `json.ts` make. */

/** A 64-bit integer: as protobufjs reads it, or as it stood in JSON. */
export type Int64 = { readonly low: number; readonly high: number } | bigint

/** An ID: its bytes, or the text that stood in JSON. */
export type Id = Uint8Array | string

/** A value: of its members one is neither null nor undefined, or none. */
export interface AnyValue {
  stringValue?: string | null
  boolValue?: boolean | null
  intValue?: Int64 | null
  doubleValue?: number | null
  arrayValue?: { values: Array<AnyValue> } | null
  kvlistValue?: { values: Array<KeyValue> } | null
  bytesValue?: Uint8Array | null
}

export interface KeyValue {
  key: string
  value: AnyValue | null
}

export interface EventMessage {
  timeUnixNano: Int64
  name: string
  attributes: Array<KeyValue>
}

export interface LinkMessage {
  traceId: Id
  spanId: Id
  attributes: Array<KeyValue>
}

export interface SpanMessage {
  traceId: Id
  spanId: Id
  parentSpanId: Id
  name: string
  kind: number
  startTimeUnixNano: Int64
  endTimeUnixNano: Int64
  attributes: Array<KeyValue>
  droppedAttributesCount: number
  events: Array<EventMessage>
  links: Array<LinkMessage>
  status: { message: string; code: number } | null
}

export interface ScopeSpans {
  scope: { name: string; version: string; attributes: Array<KeyValue> } | null
  /** Not decoded yet: see `ExportRequest`. */
  spans: Array<unknown>
}

export interface ResourceSpans {
  resource: { attributes: Array<KeyValue> } | null
  scopeSpans: Array<ScopeSpans>
}

/** A request, of which nothing is decoded yet. What decodes throws `Unreadable` or `TooManyParts`. */
export interface ExportRequest {
  readonly resourceSpans: ReadonlyArray<unknown>
  /** Decodes a resource with its scopes when its turn comes. */
  readonly resourceOf: (resourceSpans: unknown) => ResourceSpans
  /** Decodes a span when its turn comes, or throws `Rejected` where it has too many values. */
  readonly spanOf: (span: unknown) => SpanMessage
}

/** A 64-bit integer as a bigint. */
export const toBigInt = (value: Int64, signed: boolean): bigint => {
  if (typeof value === "bigint") return value
  const bits = (BigInt(value.high >>> 0) << 32n) | BigInt(value.low >>> 0)
  return signed ? BigInt.asIntN(64, bits) : bits
}
