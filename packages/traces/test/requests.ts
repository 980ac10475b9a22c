import { Result } from "effect"
import { makePrices } from "../src/costs/prices.ts"
import { makeSpan } from "../src/make-span.ts"
import { messages } from "../src/otlp/compiled.ts"
import type { AnyValue, KeyValue, SpanMessage } from "../src/otlp/message.ts"
import { type OtlpContentType, readRequest } from "../src/otlp/read-request.ts"

export const protobuf: OtlpContentType = "application/x-protobuf"
export const json: OtlpContentType = "application/json"

export const start = 1_447_844_800_000_000_000n
export const times = { earliest: 946_684_800_000_000_000n, latest: 4_102_444_800_000_000_000n }

const make = makeSpan(makePrices())

/** Reads a request as the server would. */
export const read = (body: Uint8Array | string, contentType: OtlpContentType) =>
  readRequest(typeof body === "string" ? Buffer.from(body) : body, contentType, times, make)

/** Reads a request that is taken. */
export const taken = (body: Uint8Array | string, contentType: OtlpContentType) =>
  Result.getOrThrow(read(body, contentType))

/** The code and the first issue of a refused request. */
export const refusal = (body: Uint8Array | string, contentType: OtlpContentType) => {
  const result = read(body, contentType)
  if (Result.isSuccess(result)) throw new Error("The request is taken.")
  return result.failure
}

export const long = (value: bigint) => ({
  low: Number(BigInt.asIntN(32, value)),
  high: Number(BigInt.asIntN(32, value >> 32n)),
  unsigned: true
})

export const text = (stringValue: string): AnyValue => ({ stringValue })

export const pairs = (attributes: Readonly<Record<string, AnyValue>>): Array<KeyValue> =>
  Object.entries(attributes).map(([key, value]) => ({ key, value }))

export const traceId = "0af7651916cd43dd8448eb211c80319c"
export const spanId = "b7ad6b7169203331"

/** A span that is whole, with what a test changes. */
export const span = (changes: Partial<SpanMessage> = {}): SpanMessage => ({
  traceId: Buffer.from(traceId, "hex"),
  spanId: Buffer.from(spanId, "hex"),
  parentSpanId: Buffer.alloc(0),
  name: "chat",
  kind: 3,
  startTimeUnixNano: long(start),
  endTimeUnixNano: long(start + 1_500_000n),
  attributes: [],
  droppedAttributesCount: 0,
  events: [],
  links: [],
  status: null,
  ...changes
})

interface Origin {
  readonly resource?: Array<KeyValue>
  readonly scope?: Array<KeyValue>
}

const outline = (spans: Array<unknown>, { resource = [], scope = [] }: Origin = {}) => ({
  resourceSpans: [
    {
      resource: { attributes: resource },
      scopeSpans: [{ scope: { name: "test", version: "1", attributes: scope }, spans }]
    }
  ]
})

/** A request in protobuf. */
export const encode = (spans: ReadonlyArray<SpanMessage>, origin?: Origin): Uint8Array =>
  messages.ExportTraceServiceRequest.encode({
    resourceSpans: outline(
      // Beyond what protobufjs would write itself.
      spans.map((span) => messages.Span.encode(span, undefined, -1000).finish()),
      origin
    ).resourceSpans.map((resource) => messages.ResourceSpans.encode(resource).finish())
  }).finish()

const isLong = (value: unknown): value is { low: number; high: number } =>
  typeof value === "object" && value !== null && "low" in value

/** A request in JSON: IDs in hexadecimal, 64-bit integers as strings. */
export const encodeJson = (spans: ReadonlyArray<object>, origin?: Origin): string => {
  const write = (key: string, value: unknown): unknown => {
    if (isLong(value)) {
      const bits = (BigInt(value.high >>> 0) << 32n) | BigInt(value.low >>> 0)
      return String(key === "intValue" ? BigInt.asIntN(64, bits) : bits)
    }
    if (value instanceof Uint8Array) return Buffer.from(value).toString(key === "bytesValue" ? "base64" : "hex")
    if (Array.isArray(value)) return value.map((item) => write(key, item))
    if (typeof value === "number" && !Number.isFinite(value)) return String(value)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, write(name, member)]))
  }
  return JSON.stringify(write("", outline([...spans], origin)))
}
