import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import { limits as ownLimits } from "../../src/limits.ts"
import { messages } from "../../src/otlp/compiled.ts"
import { contentOf } from "../../src/content.ts"
import type { AnyValue } from "../../src/otlp/message.ts"
import { decodeProtobuf } from "../../src/otlp/protobuf.ts"
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

const promised = limits.traces
const MiB = 1024 * 1024

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

  it("K3: more spans or IDs than there may be, behind which nothing is read", () => {
    const broken = Buffer.from([0xff])
    const spans = Buffer.alloc(2 * (ownLimits.spansOfRequest + 1), Buffer.from([18, 0]))
    const after = within([1, 2], Buffer.concat([spans, broken]))
    expect(refusal(after, protobuf)._tag).toBe("PAYLOAD_TOO_LARGE")
    const ids = Buffer.alloc(2 * (ownLimits.partsOfRequest + 1), Buffer.from([10, 0]))
    expect(refusal(within([1, 2, 2], Buffer.concat([ids, broken])), protobuf)._tag).toBe("PAYLOAD_TOO_LARGE")
  })

  it("K3: is scanned by steps", () => {
    const unknown = Buffer.alloc(1024 * 1024, Buffer.from([0x78, 1]))
    const steps = decodeProtobuf(Buffer.concat([encode([span()]), unknown]))
    let count = 0
    while (steps.next().done !== true) count++
    expect(count).toBeGreaterThan(10)
  })

  it("fields that nobody knows, as many as there may be parts", () => {
    const unknown = Buffer.alloc(2 * (ownLimits.partsOfRequest + 1), Buffer.from([0x78, 1]))
    expect(refusal(unknown, protobuf)._tag).toBe("PAYLOAD_TOO_LARGE")
    const few = Buffer.concat([unknown.subarray(0, 2000), encode([span()])])
    expect(taken(few, protobuf).spans).toHaveLength(1)
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
    const { most, beyond } = promised["spans of a request"]
    const [full, more] = [most, most + 1].map((count) => Array.from({ length: count }, () => ({ ...span(), name: "" })))
    expect(taken(encode(full!), protobuf).rejected).toHaveLength(most)
    expect(taken(encodeJson(full!), json).rejected).toHaveLength(most)
    expect(refusal(encode(more!), protobuf)).toMatchObject({
      _tag: beyond,
      hint: expect.stringContaining("OTEL_BSP_MAX_EXPORT_BATCH_SIZE")
    })
    expect(refusal(encodeJson(more!), json)._tag).toBe(beyond)
  })

  it("resources and scopes", () => {
    const { most, beyond } = promised["resources and scopes of a request"]
    const empty = (count: number) => Buffer.alloc(count * 2, Buffer.from([10, 0]))
    const scopes = (count: number) => within([1], Buffer.alloc(count * 2, Buffer.from([18, 0])))
    const objects = (count: number) => `[${Array.from({ length: count }, () => "{}").join(",")}]`
    const inJson = (count: number) => `{"resourceSpans":${objects(count)}}`
    const scopesInJson = (count: number) => `{"resourceSpans":[{"scopeSpans":${objects(count)}}]}`
    for (const [full, more, type] of [
      [empty(most), empty(most + 1), protobuf],
      [scopes(most - 1), scopes(most), protobuf],
      [inJson(most), inJson(most + 1), json],
      [scopesInJson(most - 1), scopesInJson(most), json]
    ] as const) {
      expect(taken(full, type).spans).toEqual([])
      expect(refusal(more, type)._tag).toBe(beyond)
    }
  })

  it("empty messages, two bytes each", () => {
    const { most, beyond } = promised["messages, strings and values of a request in protobuf"]
    // The resource that has them and what it is in count too.
    const attributes = (count: number) => within([1, 1], Buffer.alloc((count - 2) * 2, Buffer.from([10, 0])))
    const inFive = (count: number) =>
      Buffer.concat([...[1, 2, 3, 4].map(() => attributes(200_000)), attributes(count - 800_000)])
    expect(taken(inFive(most), protobuf).spans).toEqual([])
    expect(refusal(inFive(most + 1), protobuf)._tag).toBe(beyond)
    const ofResource = promised["the same of a resource with its scopes"]
    // What it is in is no part of it.
    expect(taken(attributes(ofResource.most + 1), protobuf).spans).toEqual([])
    expect(refusal(attributes(ofResource.most + 2), protobuf)._tag).toBe(ofResource.beyond)
    // It itself, and what the attributes are in.
    const inJson = (count: number) => `{"resourceSpans":[{"resource":{"attributes":[${"{},".repeat(count - 3)}{}]}}]}`
    expect(taken(inJson(ofResource.most), json).spans).toEqual([])
    expect(refusal(inJson(ofResource.most + 1), json)._tag).toBe(ofResource.beyond)
  })

  it("objects, items and members of JSON", () => {
    const { most, beyond } = promised["objects, arrays, items and members of a request of OTLP in JSON"]
    // What they are in has five, and each of them but the first has two, by its comma.
    const attributes = (count: number) => `{"resourceSpans":[],"unknown":[[${"{},".repeat(count - 1)}{}]]}`
    expect(taken(attributes(most / 2 - 2), json).spans).toEqual([])
    expect(refusal(attributes(most / 2), json)._tag).toBe(beyond)
  })

  it("a resource that every span repeats", () => {
    const resource = pairs({ big: text("x".repeat(MiB)) })
    const spans = Array.from({ length: 130 }, () => span())
    expect(refusal(encode(spans, { resource }), protobuf)._tag).toBe("PAYLOAD_TOO_LARGE")
  })
})

describe("T11: one bad span costs itself, not its request", () => {
  it("of more values than one may have", () => {
    const { most } = promised["messages, strings and values of a span, in JSON its objects"]
    const list = (count: number) =>
      span({ attributes: pairs({ k: { arrayValue: { values: Array.from({ length: count }, () => ({})) } } }) })
    // What the list is in counts too, in protobuf the IDs, the name and the key as well.
    for (const [encodeAs, type, around] of [
      [encode, protobuf, 7],
      [encodeJson, json, 4]
    ] as const) {
      const { spans, rejected } = taken(encodeAs([list(most - around), list(most - around + 1), span()]), type)
      expect(spans).toHaveLength(2)
      expect(rejected).toEqual([{ spanId, reason: `it has more than ${most} values` }])
      expect(taken(encodeAs([list(most)]), type)).toMatchObject({ spans: [], rejected: [{}] })
    }
  })

  it("of more unknown fields than one may have values, whatever stands behind them", () => {
    const { most } = promised["messages, strings and values of a span, in JSON its objects"]
    const good = messages.Span.encode(span()).finish()
    const unknown = Buffer.alloc(2 * (most + 1), Buffer.from([0x78, 1]))
    for (const bad of [unknown, Buffer.concat([unknown, Buffer.from([0x7f])]), Buffer.concat([unknown, good])]) {
      const scope = Buffer.concat([within([2], good), within([2], bad)])
      const { spans, rejected } = taken(within([1, 2], scope), protobuf)
      expect(spans).toHaveLength(1)
      expect(rejected).toEqual([{ spanId: null, reason: `it has more than ${most} values` }])
    }
  })

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
    const { most } = promised["name of a span"]
    expect(reason({ name: "" })).toContain("name is empty")
    expect(reason({ name: "x".repeat(most + 1) })).toContain(`${most}`)
    expect(taken(encode([span({ name: "x".repeat(most) })]), protobuf).spans).toHaveLength(1)
  })

  it("what is too long for its field is kept as an attribute, and so are tags that are too many", () => {
    const { most } = promised["user, session, environment, release, model, provider and tag, of OTLP"]
    const read = (attributes: Readonly<Record<string, AnyValue>>) => {
      const [one] = taken(encode([span({ attributes: pairs(attributes) })]), protobuf).spans
      const { userId, sessionId, environment, release, model, provider } = one!.facts
      const fields = [userId, sessionId, environment, release, model, provider]
      return { fields, tags: contentOf(one!.sent).tags, kept: one!.sent.attributes }
    }
    const names = ["user_id", "session_id", "environment", "release", "model", "provider"]
    const fields = names.map((name) => `agent_operations.${name}`)
    const all = (value: string) =>
      Object.fromEntries([...fields, "langfuse.trace.tags"].map((key) => [key, text(value)]))
    const [whole, over] = ["x".repeat(most), "x".repeat(most + 1)]
    expect(read(all(whole))).toMatchObject({ fields: fields.map(() => whole), tags: [whole] })
    expect(read(all(over))).toMatchObject({
      fields: fields.map(() => null),
      tags: [],
      kept: { "langfuse.trace.tags": over }
    })

    const { most: mostTags } = promised["tags of a span, of OTLP"]
    const tags = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`)
    const tagged = (count: number) =>
      read({ "langfuse.trace.tags": { arrayValue: { values: tags(count).map((tag) => text(tag)) } } })
    expect(tagged(mostTags).tags).toEqual(tags(mostTags))
    const { tags: first, kept } = tagged(mostTags + 1)
    expect([first, kept]).toEqual([tags(mostTags), { "langfuse.trace.tags": tags(mostTags + 1) }])
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
    const [ofAttributes, depth] = [promised["attributes of a span"].most, promised["depth of a value"].most]
    const event = { timeUnixNano: long(start), name: "e", attributes: [] }
    const events = (count: number) => Array.from({ length: count }, () => event)
    const link = { traceId: Buffer.alloc(16, 1), spanId: Buffer.alloc(8, 1), attributes: [] }
    const links = (count: number) => Array.from({ length: count }, () => link)
    const [ofEvents, ofLinks] = [promised["events of a span"].most, promised["links of a span"].most]
    expect(reason({ attributes: many(ofAttributes + 1) })).toContain(`${ofAttributes} attributes`)
    expect(reason({ events: events(ofEvents + 1) })).toContain(`${ofEvents} events`)
    expect(reason({ links: links(ofLinks + 1) })).toContain(`${ofLinks} links`)
    expect(reason({ links: [{ ...link, spanId: Buffer.alloc(3, 1) }] })).toContain("link")
    expect(reason({ attributes: pairs({ k: nested(depth + 1) }) })).toContain(`deeper than ${depth}`)
    const full = span({
      attributes: [...many(ofAttributes - 1), { key: "deep", value: nested(depth) }],
      events: events(ofEvents),
      links: links(ofLinks)
    })
    expect(taken(encode([full]), protobuf).spans).toHaveLength(1)
    expect(taken(encodeJson([full]), json).spans).toHaveLength(1)
  })

  it("a span that is larger than its limit as it is read, of which input repeats an attribute", () => {
    const { most } = promised["one span as the JSON that reads answer"]
    const input = (bytes: number) => ({ attributes: pairs({ "input.value": text("x".repeat(bytes)) }) })
    expect(reason(input(most / 2))).toContain("larger")
    // What reads tell besides takes the rest.
    expect(taken(encode([span(input(most / 2 - 16 * 1024))]), protobuf).spans).toHaveLength(1)
    const numbers = (count: number) => ({
      attributes: pairs({ "input.value": text(`[${"9e15,".repeat(count)}1]`) })
    })
    expect(reason(numbers(250_000))).toContain("larger")
    expect(taken(encode([span(numbers(150_000))]), protobuf).spans).toHaveLength(1)
  })
})
