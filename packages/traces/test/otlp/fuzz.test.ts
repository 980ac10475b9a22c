import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { AnyValue, KeyValue, SpanMessage } from "../../src/otlp/message.ts"
import type { OtlpContentType } from "../../src/otlp/read-request.ts"
import { readBody } from "../../src/body.ts"
import { encode, encodeJson, json, long, pairs, protobuf, read, span, start, taken, text } from "../requests.ts"
import { plain } from "../spans.ts"

/** Whatever it is, it is read or refused by a code, and nothing is thrown. */
const answers = (body: Uint8Array | string, contentType: OtlpContentType) => {
  const result = read(body, contentType)
  if (Result.isSuccess(result)) return result.success.spans.every((one) => one.rank.length === 33)
  return ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE"].includes(result.failure._tag)
}

const key = fc
  .oneof(fc.constantFrom("__proto__", "constructor", "toString", "a.b"), fc.string({ maxLength: 8 }))
  .map((name) => name.replaceAll("\0", ""))

const anyValue = fc.letrec<{ value: AnyValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "grapheme" }).map((stringValue) => ({ stringValue: stringValue.replaceAll("\0", "") })),
    fc.boolean().map((boolValue) => ({ boolValue })),
    fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map((value) => ({ intValue: { ...long(value), unsigned: false } })),
    fc.double().map((doubleValue) => ({ doubleValue })),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => ({ bytesValue: bytes })),
    fc.array(tie("value"), { maxLength: 4 }).map((values) => ({ arrayValue: { values } })),
    fc
      .array(fc.tuple(key, tie("value")), { maxLength: 4 })
      .map((entries) => ({ kvlistValue: { values: entries.map(([key, value]) => ({ key, value })) } })),
    fc.constant({})
  )
})).value

const attributes: fc.Arbitrary<Array<KeyValue>> = fc.uniqueArray(fc.record({ key, value: anyValue }), {
  selector: ({ key }) => key,
  maxLength: 8
})

const spans: fc.Arbitrary<SpanMessage> = fc
  .record({
    name: fc.string({ minLength: 1, maxLength: 20 }).map((name) => name.replaceAll("\0", "x")),
    kind: fc.integer({ min: 0, max: 7 }),
    attributes,
    events: fc.array(
      fc.record({ name: fc.constant("e"), timeUnixNano: fc.bigInt(0n, 2n ** 63n - 1n).map(long), attributes }),
      { maxLength: 2 }
    ),
    endTimeUnixNano: fc.bigInt(0n, start).map(long),
    status: fc.record({ message: fc.constantFrom("", "why"), code: fc.integer({ min: 0, max: 5 }) })
  })
  .map(span)

/** A value as JSON keeps it, by another way than the one that is tested. */
const expected = (value: AnyValue | null): unknown => {
  if (value?.intValue != null) {
    const { low, high } = value.intValue as { low: number; high: number }
    const integer = BigInt.asIntN(64, (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0))
    return integer > -(2n ** 53n) && integer < 2n ** 53n ? Number(integer) : String(integer)
  }
  if (value?.doubleValue != null) {
    return Number.isFinite(value.doubleValue) ? value.doubleValue : String(value.doubleValue)
  }
  if (value?.bytesValue != null) return Buffer.from(value.bytesValue).toString("base64")
  if (value?.arrayValue != null) return value.arrayValue.values.map(expected)
  if (value?.kvlistValue != null) return expectedAttributes(value.kvlistValue.values)
  return value?.stringValue ?? value?.boolValue ?? null
}

const expectedAttributes = (attributes: ReadonlyArray<KeyValue>): unknown => {
  const entries = new Map(attributes.map(({ key, value }) => [key, expected(value)]))
  return Object.fromEntries(entries)
}

/** JSON writes 0 for -0, in whatever is compared. */

describe("decoders, whatever is sent", () => {
  it("answer to any bytes, and to any JSON", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => answers(bytes, protobuf) && answers(bytes, json))
    )
    fc.assert(fc.property(fc.json(), (text) => answers(text, json) && answers(`{"resourceSpans":${text}}`, json)))
  })

  it("answer to requests that were changed somewhere", () => {
    const whole = encode([
      span({
        attributes: pairs({ a: text("b"), n: { intValue: long(7n) }, l: { arrayValue: { values: [text("x")] } } })
      }),
      span({ spanId: Buffer.alloc(8, 2) })
    ])
    const places = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 4
    })
    fc.assert(
      fc.property(places, (changes) => {
        const bytes = Uint8Array.from(whole)
        for (const [at, byte] of changes) bytes[at] = byte
        return answers(bytes, protobuf)
      }),
      { numRuns: 500 }
    )
    const request = encodeJson([span({ attributes: pairs({ a: text("b"), n: { intValue: long(7n) } }) })])
    const values = [...request.matchAll(/(?<=:)("[^"]*"|\d+|null)/g)]
    fc.assert(
      fc.property(fc.constantFrom(...values), fc.json({ maxDepth: 2 }), ({ index, 0: value }, other) =>
        answers(request.slice(0, index) + other + request.slice(index + value.length), json)
      ),
      { numRuns: 300 }
    )
  })
})

describe("T10: what was accepted reads back the same", () => {
  it("attributes of every type, in protobuf and in JSON alike, and as stored", () => {
    fc.assert(
      fc.property(spans, attributes, (message, resource) => {
        const [binary] = taken(encode([message], { resource }), protobuf).spans
        const [textual] = taken(encodeJson([message], { resource }), json).spans
        for (const read of [binary!, textual!]) {
          const { attributes, events, origin, name } = readBody(read.body)
          expect(name).toBe(message.name)
          expect(plain(attributes)).toEqual(plain(expectedAttributes(message.attributes)))
          expect(plain(origin.resource)).toEqual(plain(expectedAttributes(resource)))
          expect(plain(events.map(({ attributes }) => attributes))).toEqual(
            plain(message.events.map(({ attributes }) => expectedAttributes(attributes)))
          )
        }
        expect(Buffer.from(textual!.body).toString()).toBe(Buffer.from(binary!.body).toString())
        expect(textual!.rank).toEqual(binary!.rank)
      }),
      { numRuns: 200 }
    )
  })

  it("nanoseconds, and int64 beyond 2^53 - 1 as text", () => {
    const [read] = taken(
      encode([span({ attributes: pairs({ n: { intValue: long(2n ** 63n - 1n) }, m: { intValue: long(-1n) } }) })]),
      protobuf
    ).spans
    expect(read?.sent.attributes).toMatchObject({ n: "9223372036854775807", m: -1 })
    expect(readBody(read!.body)).toMatchObject({ startNano: start, endNano: start + 1_500_000n })
  })

  it("duplicate keys: the last wins, and droppedAttributesCount grows", () => {
    const attributes = ["a", "b", "a", "a"].map((key, index) => ({ key, value: text(String(index)) }))
    const sent = span({ attributes, droppedAttributesCount: 2 })
    for (const { spans } of [taken(encode([sent]), protobuf), taken(encodeJson([sent]), json)]) {
      expect(spans[0]?.sent).toMatchObject({ attributes: { a: "3", b: "1" }, droppedAttributesCount: 4 })
    }
  })
})
