/**
 * A request of OTLP, as far as the checks send one: its JSON form, of which the protobuf form is written as well.
 * IDs are hexadecimal, and 64-bit integers decimal.
 */
export interface ExportRequest {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource?: { readonly attributes: ReadonlyArray<KeyValue> }
    readonly scopeSpans: ReadonlyArray<{
      readonly scope?: {
        readonly name: string
        readonly version?: string
        readonly attributes?: ReadonlyArray<KeyValue>
      }
      readonly spans: ReadonlyArray<OtlpSpan>
    }>
  }>
}

export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind?: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano?: string
  readonly attributes?: ReadonlyArray<KeyValue>
  readonly events?: ReadonlyArray<{
    readonly timeUnixNano: string
    readonly name: string
    readonly attributes?: ReadonlyArray<KeyValue>
  }>
  readonly links?: ReadonlyArray<{
    readonly traceId: string
    readonly spanId: string
    readonly attributes?: ReadonlyArray<KeyValue>
  }>
  readonly status?: { readonly message?: string; readonly code?: number }
}

export interface KeyValue {
  readonly key: string
  readonly value: AnyValue
}

/** One of its members: bytes are base64, and what JSON has no number for is named. */
export interface AnyValue {
  readonly stringValue?: string
  readonly boolValue?: boolean
  readonly intValue?: string
  readonly doubleValue?: number | "NaN" | "Infinity" | "-Infinity"
  readonly arrayValue?: { readonly values: ReadonlyArray<AnyValue> }
  readonly kvlistValue?: { readonly values: ReadonlyArray<KeyValue> }
  readonly bytesValue?: string
}

/** A JSON value as an attribute has it. Integers are `intValue`, other numbers `doubleValue`; null is no value. */
export const anyValue = (value: unknown): AnyValue => {
  if (typeof value === "string") return { stringValue: value }
  if (typeof value === "boolean") return { boolValue: value }
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } }
  return value === null || value === undefined ? {} : { kvlistValue: { values: keyValues(value) } }
}

/** The members of an object as attributes. */
export const keyValues = (object: object): ReadonlyArray<KeyValue> =>
  Object.entries(object).map(([key, value]) => ({ key, value: anyValue(value) }))

/** A request of some spans, of one resource and one scope. */
export const exportRequest = (
  spans: ReadonlyArray<OtlpSpan>,
  resource: ReadonlyArray<KeyValue> = []
): ExportRequest => ({ resourceSpans: [{ resource: { attributes: resource }, scopeSpans: [{ spans }] }] })
