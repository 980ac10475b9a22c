import type { AnyValue, ExportRequest, KeyValue, OtlpSpan } from "./message.ts"

const [varintType, fixed64Type, lengthType] = [0, 1, 2]

/** A field of a message: its number, its type on the wire and its bytes. */
type Field = readonly [number: number, type: number, bytes: Uint8Array]

const varint = (value: bigint): Uint8Array => {
  const bytes: Array<number> = []
  let rest = BigInt.asUintN(64, value)
  do {
    const low = Number(rest & 0x7fn)
    rest >>= 7n
    bytes.push(rest === 0n ? low : low | 0x80)
  } while (rest !== 0n)
  return Uint8Array.from(bytes)
}

const number = (field: number, value: number | bigint | undefined): ReadonlyArray<Field> =>
  value === undefined ? [] : [[field, varintType, varint(BigInt(value))]]

const fixed64 = (field: number, write: (buffer: Buffer) => void): ReadonlyArray<Field> => {
  const bytes = Buffer.alloc(8)
  write(bytes)
  return [[field, fixed64Type, bytes]]
}

const nanos = (field: number, value: string | undefined): ReadonlyArray<Field> =>
  value === undefined ? [] : fixed64(field, (bytes) => bytes.writeBigUInt64LE(BigInt(value)))

const bytes = (field: number, value: Uint8Array | undefined): ReadonlyArray<Field> =>
  value === undefined ? [] : [[field, lengthType, value]]

const text = (field: number, value: string | undefined) =>
  bytes(field, value === undefined ? undefined : Buffer.from(value))

const hex = (field: number, value: string | undefined) =>
  bytes(field, value === undefined ? undefined : Buffer.from(value.replaceAll("-", ""), "hex"))

const message = (fields: ReadonlyArray<Field>): Uint8Array =>
  Buffer.concat(
    fields.flatMap(([field, type, value]) => [
      varint(BigInt((field << 3) | type)),
      ...(type === lengthType ? [varint(BigInt(value.length))] : []),
      value
    ])
  )

const all = <T>(field: number, items: ReadonlyArray<T> | undefined, write: (item: T) => ReadonlyArray<Field>) =>
  (items ?? []).flatMap((item) => bytes(field, message(write(item))))

const valueOf = (value: AnyValue): ReadonlyArray<Field> => [
  ...text(1, value.stringValue),
  ...number(2, value.boolValue === undefined ? undefined : Number(value.boolValue)),
  ...number(3, value.intValue === undefined ? undefined : BigInt(value.intValue)),
  ...(value.doubleValue === undefined ? [] : fixed64(4, (buffer) => buffer.writeDoubleLE(Number(value.doubleValue)))),
  ...(value.arrayValue === undefined ? [] : bytes(5, message(all(1, value.arrayValue.values, valueOf)))),
  ...(value.kvlistValue === undefined ? [] : bytes(6, message(attributes(1, value.kvlistValue.values)))),
  ...bytes(7, value.bytesValue === undefined ? undefined : Buffer.from(value.bytesValue, "base64"))
]

const attributes = (field: number, pairs: ReadonlyArray<KeyValue> | undefined): ReadonlyArray<Field> =>
  all(field, pairs, ({ key, value }) => [...text(1, key), ...bytes(2, message(valueOf(value)))])

const spanOf = (span: OtlpSpan): ReadonlyArray<Field> => [
  ...hex(1, span.traceId),
  ...hex(2, span.spanId),
  ...hex(4, span.parentSpanId),
  ...text(5, span.name),
  ...number(6, span.kind),
  ...nanos(7, span.startTimeUnixNano),
  ...nanos(8, span.endTimeUnixNano),
  ...attributes(9, span.attributes),
  ...all(11, span.events, (event) => [
    ...nanos(1, event.timeUnixNano),
    ...text(2, event.name),
    ...attributes(3, event.attributes)
  ]),
  ...all(13, span.links, (link) => [
    ...hex(1, link.traceId),
    ...hex(2, link.spanId),
    ...attributes(4, link.attributes)
  ]),
  ...(span.status === undefined
    ? []
    : bytes(15, message([...text(2, span.status.message), ...number(3, span.status.code)])))
]

/** An `ExportTraceServiceRequest` in protobuf. The numbers are those of opentelemetry-proto. */
export const toProtobuf = ({ resourceSpans }: ExportRequest): Uint8Array =>
  message(
    all(1, resourceSpans, ({ resource, scopeSpans }) => [
      ...(resource === undefined ? [] : bytes(1, message(attributes(1, resource.attributes)))),
      ...all(2, scopeSpans, ({ scope, spans }) => [
        ...(scope === undefined
          ? []
          : bytes(1, message([...text(1, scope.name), ...text(2, scope.version), ...attributes(3, scope.attributes)]))),
        ...all(2, spans, spanOf)
      ])
    ])
  )

/** The fields of a message in protobuf by their numbers: the last of each; undefined where it is none. */
const readFields = (from: Uint8Array): ReadonlyMap<number, bigint | Uint8Array> | undefined => {
  const fields = new Map<number, bigint | Uint8Array>()
  let at = 0
  const readVarint = (): bigint => {
    let value = 0n
    for (let shift = 0n; at < from.length; shift += 7n) {
      const byte = from[at++]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    return -1n
  }
  while (at < from.length) {
    const tag = Number(readVarint())
    const value = readVarint()
    if (value < 0n) return undefined
    if ((tag & 7) === varintType) fields.set(tag >> 3, value)
    else if ((tag & 7) === lengthType && at + Number(value) <= from.length) {
      fields.set(tag >> 3, from.subarray(at, at + Number(value)))
      at += Number(value)
    } else return undefined
  }
  return fields
}

const textIn = (value: bigint | Uint8Array | undefined) =>
  value instanceof Uint8Array ? Buffer.from(value).toString() : ""
const numberIn = (value: bigint | Uint8Array | undefined) => (typeof value === "bigint" ? Number(value) : 0)

/** An `ExportTraceServiceResponse`; undefined where the bytes are none. */
export const readResponse = (from: Uint8Array): { readonly rejected: number; readonly message: string } | undefined => {
  const partial = readFields(from)?.get(1) ?? new Uint8Array()
  const fields = partial instanceof Uint8Array ? readFields(partial) : undefined
  if (readFields(from) === undefined || fields === undefined) return undefined
  return { rejected: numberIn(fields.get(1)), message: textIn(fields.get(2)) }
}

/** A `google.rpc.Status`; undefined where the bytes are none. */
export const readStatus = (from: Uint8Array): { readonly code: number; readonly message: string } | undefined => {
  const fields = readFields(from)
  return fields && { code: numberIn(fields.get(1)), message: textIn(fields.get(2)) }
}
