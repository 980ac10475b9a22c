import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { limits } from "../../src/limits.ts"
import { messages } from "../../src/otlp/compiled.ts"
import type { AnyValue } from "../../src/otlp/message.ts"
import {
  encode,
  encodeJson,
  json,
  long,
  pairs,
  protobuf,
  refusal,
  span,
  spanId,
  start,
  taken,
  text,
  times,
  traceId
} from "../requests.ts"

const nested = (levels: number): AnyValue =>
  levels === 0 ? text("leaf") : { kvlistValue: { values: [{ key: "k", value: nested(levels - 1) }] } }

const lengthOf = (length: number): ReadonlyArray<number> =>
  length < 128 ? [length] : [(length & 127) | 128, ...lengthOf(length >>> 7)]

/** Bytes as the messages of fields, each in the one before. */
const within = (fields: ReadonlyArray<number>, bytes: Uint8Array): Buffer => {
  const parts: Array<Uint8Array> = [bytes]
  let length = bytes.length
  for (const field of fields.toReversed()) {
    const head = Buffer.from([(field << 3) | 2, ...lengthOf(length)])
    parts.push(head)
    length += head.length
  }
  return Buffer.concat(parts.toReversed())
}

describe("what is no request is refused with 400", () => {
  it("gzip in gzip, and anything else that is not protobuf", () => {
    expect(refusal(gzipSync(encode([span()])), protobuf)._tag).toBe("VALIDATION_ERROR")
    expect(refusal("plain text", protobuf)._tag).toBe("VALIDATION_ERROR")
  })

  it("truncated at every byte, or with a length beyond the end", () => {
    const whole = Buffer.from(encode([span({ attributes: pairs({ a: text("b") }) })]))
    for (let end = 1; end < whole.length; end++) {
      expect(refusal(whole.subarray(0, end), protobuf)._tag).toBe("VALIDATION_ERROR")
    }
    expect(refusal(Buffer.from([10, 127, 0]), protobuf)._tag).toBe("VALIDATION_ERROR")
  })

  it("a varint without an end, and 20,000 nested values", () => {
    expect(refusal(Buffer.alloc(64, 0xff), protobuf)._tag).toBe("VALIDATION_ERROR")
    // A span with an attribute, of which the value is a list of lists.
    const lists = Array.from({ length: 40_000 }, (_, level) => (level % 2 === 0 ? 5 : 1))
    const whole = messages.Span.encode(span()).finish()
    const hostile = Buffer.concat([whole, within([9, 2, ...lists], new Uint8Array())])
    expect(refusal(within([1, 2, 2], hostile), protobuf)).toMatchObject({
      _tag: "VALIDATION_ERROR",
      message: expect.stringContaining("depth")
    })
    const deep = `${'{"arrayValue":{"values":['.repeat(20_000)}${"]}}".repeat(20_000)}`
    const body = encodeJson([{ ...span(), attributes: "@" }]).replace('"@"', `[{"key":"k","value":${deep}}]`)
    expect(refusal(body, json)).toMatchObject({ _tag: "VALIDATION_ERROR", message: expect.stringContaining("Nested") })
  })

  it("invalid UTF-8, in the name, a key and a value, and anywhere in JSON", () => {
    for (const changes of [
      { name: "@@" },
      { attributes: pairs({ "@@": text("b") }) },
      { attributes: pairs({ a: text("@@") }) },
      { attributes: pairs({ a: text(`${"x".repeat(100)}@@`) }) }
    ]) {
      const body = Buffer.from(encode([span(changes)]))
      body.writeUInt16BE(0xed_a0, body.indexOf("@@"))
      expect(refusal(body, protobuf)._tag).toBe("VALIDATION_ERROR")
    }
    const body = Buffer.from(encodeJson([span({ name: "@@" })]))
    body.writeUInt16BE(0xed_a0, body.indexOf("@@"))
    expect(refusal(body, json).message).toBe("The body is not valid UTF-8.")
  })

  it("JSON that is none, or of other types, with the place", () => {
    const at = (body: string) => {
      const error = refusal(body, json)
      return error._tag === "VALIDATION_ERROR" ? error.details.issues[0] : undefined
    }
    expect(at("{")?.message).toContain("not JSON")
    expect(at("[]")?.path).toBe("")
    expect(at('{"resourceSpans":[{"scopeSpans":7}]}')?.path).toBe("/resourceSpans/0/scopeSpans")
    expect(at(encodeJson([span(), { ...span(), name: 7 }]))).toEqual({
      path: "/resourceSpans/0/scopeSpans/0/spans/1/name",
      message: "Expected a string."
    })
    expect(at(encodeJson([{ ...span(), kind: "SPAN_KIND_SERVER" }]))?.path).toMatch(/\/kind$/)
    expect(at(encodeJson([span({ droppedAttributesCount: 1e300 })]))?.path).toMatch(/\/droppedAttributesCount$/)
    expect(at(encodeJson([{ ...span(), attributes: [{ key: "a", value: { bytesValue: "é" } }] }]))?.path).toMatch(
      /\/attributes\/0\/value\/bytesValue$/
    )
  })

  it("E4: integers of 32 and of 64 bits at their bounds", () => {
    const dropped = (count: unknown) => encodeJson([{ ...span(), droppedAttributesCount: count }])
    for (const count of [2 ** 32 - 1, "4294967295"])
      expect(taken(dropped(count), json).spans[0]?.sent.droppedAttributesCount).toBe(2 ** 32 - 1)
    for (const count of [2 ** 32, "4294967296", 1.5, "1e3", "", true]) refusal(dropped(count), json)
    const number = (value: string) =>
      encodeJson([{ ...span(), attributes: [{ key: "n", value: { intValue: value } }] }])
    for (const value of ["9223372036854775807", "-9223372036854775808"])
      expect(taken(number(value), json).spans[0]?.sent.attributes["n"]).toBe(value)
    for (const value of ["9223372036854775808", "-9223372036854775809", "1.5", ""]) refusal(number(value), json)
  })

  it("E4: an integer beyond 2^53 - 1 that is a number in JSON", () => {
    const body = encodeJson([{ ...span(), attributes: [{ key: "n", value: { intValue: "@" } }] }])
    for (const number of ["9007199254740993", "1795000000000000000", "1e300"]) {
      expect(refusal(body.replace('"@"', number), json)).toMatchObject({
        message: expect.stringContaining("send it as a string"),
        details: { issues: [{ path: "/resourceSpans/0/scopeSpans/0/spans/0/attributes/0/value/intValue" }] }
      })
    }
    expect(taken(body.replace('"@"', "9007199254740991"), json).spans[0]?.sent.attributes["n"]).toBe(9007199254740991)
  })

  it("logs and metrics, which it tells", () => {
    // A log record: time, severity, body. A metric: name, description, unit. Both stand where spans do.
    const logs = [9, 1, 2, 3, 4, 5, 6, 7, 8, 26, 4, 73, 78, 70, 79, 42, 4, 10, 2, 104, 105]
    const metrics = [10, 4, 114, 112, 109, 46, 18, 2, 104, 105, 26, 1, 49]
    for (const record of [logs, metrics]) {
      const error = refusal(within([1, 2, 2], Buffer.from(record)), protobuf)
      expect(error).toMatchObject({ _tag: "VALIDATION_ERROR", message: expect.stringContaining("logs or metrics") })
    }
    for (const key of ["resourceLogs", "resourceMetrics"]) {
      expect(refusal(JSON.stringify({ [key]: [] }), json).message).toContain("logs or metrics")
    }
    expect(refusal(encodeJson([{ name: "x" }]), json).message).toContain("logs or metrics")
  })

  it("nothing sent is taken: a collector that has nothing", () => {
    expect(taken(new Uint8Array(), protobuf)).toEqual({ spans: [], rejected: [] })
    expect(taken("{}", json)).toEqual({ spans: [], rejected: [] })
  })
})

describe("T23: what is too much is refused with 413, before it is made", () => {
  it("spans", () => {
    const [full, more] = [limits.spansOfRequest, limits.spansOfRequest + 1].map((count) =>
      Array.from({ length: count }, () => ({ ...span(), name: "" }))
    )
    expect(taken(encode(full!), protobuf).rejected).toHaveLength(limits.spansOfRequest)
    expect(refusal(encode(more!), protobuf)).toMatchObject({
      _tag: "PAYLOAD_TOO_LARGE",
      hint: expect.stringContaining("OTEL_BSP_MAX_EXPORT_BATCH_SIZE")
    })
    expect(refusal(encodeJson(more!), json)._tag).toBe("PAYLOAD_TOO_LARGE")
  })

  it("empty messages, two bytes each", () => {
    const scopes = Buffer.alloc(limits.partsOfRequest * 2 + 2, Buffer.from([10, 0]))
    expect(refusal(scopes, protobuf)._tag).toBe("PAYLOAD_TOO_LARGE")
    expect(refusal(`{"resourceSpans":[${"{},".repeat(limits.partsOfRequest)}{}]}`, json)._tag).toBe("PAYLOAD_TOO_LARGE")
  })

  it("a resource that every span repeats", () => {
    const resource = pairs({ big: text("x".repeat(1024 * 1024)) })
    const spans = Array.from({ length: 130 }, () => span())
    expect(refusal(encode(spans, { resource }), protobuf)._tag).toBe("PAYLOAD_TOO_LARGE")
  })
})

describe("T11: one bad span costs itself, not its request", () => {
  const good = span()
  /** The reason for which a span is rejected, beside one that is taken. */
  const reason = (changes: object, encoding: "both" | "protobuf" | "json" = "both") => {
    const spans = [good, { ...span(), ...changes }]
    const reasons = [
      ...(encoding === "json" ? [] : [taken(encode(spans), protobuf)]),
      ...(encoding === "protobuf" ? [] : [taken(encodeJson(spans), json)])
    ].map(({ spans, rejected }) => {
      expect([spans.length, rejected.length]).toEqual([1, 1])
      return rejected[0]!.reason
    })
    expect(new Set(reasons).size).toBe(1)
    return reasons[0]
  }

  it("IDs of zeros, of 15 bytes, none, and in JSON base64", () => {
    expect(reason({ traceId: Buffer.alloc(16) })).toContain("trace ID")
    expect(reason({ traceId: Buffer.alloc(15, 1) })).toContain("trace ID")
    expect(reason({ traceId: Buffer.alloc(0) })).toContain("trace ID")
    expect(reason({ spanId: Buffer.alloc(8) })).toContain("span ID")
    expect(reason({ spanId: Buffer.alloc(9, 1) })).toContain("span ID")
    expect(reason({ parentSpanId: Buffer.alloc(7, 1) })).toContain("parent")
    expect(reason({ traceId: Buffer.alloc(16, 1).toString("base64") }, "json")).toContain("trace ID")
  })

  it("an all-zero parent is none, IDs may be upper case, and a trace ID a UUID", () => {
    const [read] = taken(encode([span({ parentSpanId: Buffer.alloc(8) })]), protobuf).spans
    expect(read?.sent.parentId).toBeNull()
    const uuid = "0AF76519-16CD-43DD-8448-EB211C80319C"
    const [upper] = taken(encodeJson([{ ...span(), traceId: uuid, spanId: spanId.toUpperCase() }]), json).spans
    expect(upper?.sent).toMatchObject({ traceId, spanId })
  })

  it("names that are empty or too long", () => {
    expect(reason({ name: "" })).toContain("name is empty")
    expect(reason({ name: "x".repeat(501) })).toContain("500")
  })

  it("a start in 1970 or 2262, an end in the future; an end before the start is kept", () => {
    expect(reason({ startTimeUnixNano: long(1n) })).toContain("long ago")
    expect(reason({ startTimeUnixNano: long(9_223_372_036_854_775_807n) })).toContain("future")
    expect(reason({ startTimeUnixNano: long(times.latest + 1n) })).toContain("future")
    expect(reason({ endTimeUnixNano: long(2n ** 64n - 1n) })).toContain("future")
    const event = (timeUnixNano: bigint) => [{ timeUnixNano: long(timeUnixNano), name: "e", attributes: [] }]
    expect(reason({ events: event(2n ** 64n - 1n) })).toContain("the time of an event")
    const [kept] = taken(encode([span({ endTimeUnixNano: long(start - 5n) })]), protobuf).spans
    expect(kept?.sent.endNano).toBe(start - 5n)
  })

  it("NUL and half a surrogate pair, in a name, a key, a value and below", () => {
    expect(reason({ name: "a\0" })).toContain("NUL")
    expect(reason({ attributes: pairs({ "k\0": text("v") }) })).toContain("NUL")
    expect(reason({ attributes: pairs({ k: text("\0") }) })).toContain("NUL")
    expect(reason({ attributes: pairs({ k: { arrayValue: { values: [text("\0")] } } }) })).toContain("NUL")
    expect(reason({ attributes: pairs({ k: text("\uD800") }) }, "json")).toContain("surrogate")
    expect(reason({ events: [{ timeUnixNano: long(start), name: "\0", attributes: [] }] })).toContain("NUL")
    expect(reason({ status: { message: "\0", code: 2 } })).toContain("NUL")
    const resource = pairs({ k: text("\0") })
    expect(taken(encode([span()], { resource }), protobuf).rejected).toHaveLength(1)
  })

  it("attributes, events, links and depth beyond their limits; at them it is kept", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ key: `k${index}`, value: text("v") }))
    const event = { timeUnixNano: long(start), name: "e", attributes: [] }
    const link = { traceId: Buffer.alloc(16, 1), spanId: Buffer.alloc(8, 1), attributes: [] }
    expect(reason({ attributes: many(1025) })).toContain("1024 attributes")
    expect(reason({ events: Array.from({ length: 1025 }, () => event) })).toContain("1024 events")
    expect(reason({ links: Array.from({ length: 1025 }, () => link) })).toContain("1024 links")
    expect(reason({ links: [{ ...link, spanId: Buffer.alloc(3, 1) }] })).toContain("link")
    expect(reason({ attributes: pairs({ k: nested(65) }) })).toContain("deeper than 64")
    const full = span({
      attributes: [...many(1023), { key: "deep", value: nested(64) }],
      events: Array.from({ length: 1024 }, () => event),
      links: Array.from({ length: 1024 }, () => link)
    })
    expect(taken(encode([full]), protobuf).spans).toHaveLength(1)
    expect(taken(encodeJson([full]), json).spans).toHaveLength(1)
  })

  it("a span that is larger than 4 MiB as it is read, of which input repeats an attribute", () => {
    const input = (bytes: number) => ({ attributes: pairs({ "input.value": text("x".repeat(bytes)) }) })
    expect(reason(input(2.1 * 1024 * 1024))).toContain("larger")
    expect(taken(encode([span(input(2 * 1024 * 1024 - 32 * 1024))]), protobuf).spans).toHaveLength(1)
    const numbers = (count: number) => ({
      attributes: pairs({ "input.value": text(`[${"9e15,".repeat(count)}1]`) })
    })
    expect(reason(numbers(250_000))).toContain("larger")
    expect(taken(encode([span(numbers(150_000))]), protobuf).spans).toHaveLength(1)
  })
})
