import { readFileSync } from "node:fs"
import protobuf from "protobufjs"

const file = `${import.meta.dirname}/../../../../packages/traces/src/otlp/otlp.proto`
const { root } = protobuf.parse(readFileSync(file, "utf8"))

const ExportRequest = root.lookupType("otlp.ExportTraceServiceRequest")
const ResourceSpans = root.lookupType("otlp.ResourceSpans")
const Span = root.lookupType("otlp.Span")

export type Attributes = Readonly<Record<string, string | number>>

/** A span before it is encoded. */
export interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly name: string
  readonly startNano: bigint
  readonly endNano: bigint
  readonly attributes: Attributes
}

interface KeyValue {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: Long }
}

interface Long {
  readonly low: number
  readonly high: number
}

/** A span as it is decoded. */
export interface DecodedSpan {
  readonly traceId: Buffer
  readonly spanId: Buffer
  readonly parentSpanId: Buffer
  readonly name: string
  readonly startTimeUnixNano: Long
  readonly endTimeUnixNano: Long
  readonly attributes: ReadonlyArray<KeyValue>
}

const long = (value: bigint) => ({
  low: Number(BigInt.asIntN(32, value)),
  high: Number(BigInt.asIntN(32, value >> 32n)),
  unsigned: true
})

const pairs = (attributes: Attributes): ReadonlyArray<KeyValue> =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { intValue: { low: value, high: 0 } }
  }))

const resource = pairs({
  "service.name": "support-agent",
  "deployment.environment.name": "production",
  "host.name": "node-17"
})

const encodeSpan = ({ traceId, spanId, parentId, name, startNano, endNano, attributes }: SentSpan) =>
  Span.encode({
    traceId: Buffer.from(traceId, "hex"),
    spanId: Buffer.from(spanId, "hex"),
    parentSpanId: Buffer.from(parentId ?? "", "hex"),
    name,
    kind: 1,
    startTimeUnixNano: long(startNano),
    endTimeUnixNano: long(endNano),
    attributes: pairs(attributes),
    status: { code: 1 }
  }).finish()

/** A request of OTLP in protobuf, as an exporter sends one. */
export const encodeRequest = (spans: ReadonlyArray<SentSpan>): Uint8Array =>
  ExportRequest.encode({
    resourceSpans: [
      ResourceSpans.encode({
        resource: { attributes: resource },
        scopeSpans: [{ scope: { name: "bench", version: "1" }, spans: spans.map(encodeSpan) }]
      }).finish()
    ]
  }).finish()

interface DecodedRequest {
  readonly resourceSpans: ReadonlyArray<Uint8Array>
}

interface DecodedResourceSpans {
  readonly resource: { readonly attributes: ReadonlyArray<KeyValue> }
  readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Uint8Array> }>
}

const decode = <A>(type: protobuf.Type, bytes: Uint8Array): A => {
  const decoded: unknown = type.decode(bytes)
  return decoded as A
}

/** The spans of a request, with the attributes of their resource. */
export const decodeRequest = (bytes: Uint8Array) =>
  decode<DecodedRequest>(ExportRequest, bytes).resourceSpans.flatMap((sent) => {
    const { resource, scopeSpans } = decode<DecodedResourceSpans>(ResourceSpans, sent)
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ span: decode<DecodedSpan>(Span, span), resource: resource.attributes }))
    )
  })

export const nanosOf = ({ low, high }: Long): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)

export const attributesOf = (given: ReadonlyArray<KeyValue>): Record<string, string | number> =>
  Object.fromEntries(
    given.map(({ key, value }) => [
      key,
      Object.hasOwn(value, "intValue") ? Number(nanosOf(value.intValue!)) : value.stringValue!
    ])
  )
