import fc from "fast-check"
import { expect, expectSame } from "../../Broken.ts"
import { type AnyValue, exportRequest, type KeyValue } from "../../otlp/message.ts"
import { ofTraces, recently, spanIdOf, versionOf } from "./of-traces.ts"
import { otlpSpan, timeOf } from "./versions.ts"

/** An attribute's value as it is sent, and as it reads back. */
interface Sent {
  readonly value: AnyValue
  readonly reads: unknown
}

const text = fc
  .oneof(
    fc.string({ unit: "grapheme", maxLength: 8 }),
    fc.constantFrom("{}", "[1]", "42", "é", "e\u0301", "\u2028", " ")
  )
  .filter((one) => !one.includes("\0") && one.isWellFormed())
const key = fc.oneof(
  { weight: 4, arbitrary: text.filter((one) => one !== "") },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "constructor", "toString", "a.b.c", "gen_ai.request.model") }
)
const named = fc.constantFrom("NaN" as const, "Infinity" as const, "-Infinity" as const)

/** Of 64 bits: beyond 2^53 - 1 it reads back as its digits. */
const integer = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(0n, -1n, 2n ** 53n - 1n, 2n ** 53n, -(2n ** 53n), 2n ** 63n - 1n, -(2n ** 63n))
)

const object = (pairs: ReadonlyArray<readonly [string, Sent]>) => {
  const reads = Object.create(null) as Record<string, unknown>
  for (const [name, { reads: inner }] of pairs) reads[name] = inner
  return reads
}

const unique = { maxLength: 3, selector: ([name]: readonly [string, Sent]) => name }

/** Values of every type of attribute. */
const { sent } = fc.letrec<{ sent: Sent; inner: Sent }>((tie) => ({
  sent: fc.oneof(
    { depthSize: "small" },
    text.map((one) => ({ value: { stringValue: one }, reads: one })),
    fc.boolean().map((one) => ({ value: { boolValue: one }, reads: one })),
    integer.map((one) => {
      const isSafe = Number.isSafeInteger(Number(one)) && BigInt(Number(one)) === one
      return { value: { intValue: String(one) }, reads: isSafe ? Number(one) : String(one) }
    }),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((one) => !Object.is(one, -0))
      .map((one) => ({ value: { doubleValue: one }, reads: one })),
    named.map((one) => ({ value: { doubleValue: one }, reads: one })),
    fc.uint8Array({ maxLength: 6 }).map((bytes) => {
      const base64 = Buffer.from(bytes).toString("base64")
      return { value: { bytesValue: base64 }, reads: base64 }
    }),
    fc.constant({ value: {}, reads: null }),
    fc.array(tie("inner"), { maxLength: 3 }).map((items) => ({
      value: { arrayValue: { values: items.map(({ value }) => value) } },
      reads: items.map(({ reads }) => reads)
    })),
    fc.uniqueArray(fc.tuple(key, tie("inner")), unique).map((pairs) => ({
      value: { kvlistValue: { values: pairs.map(([name, { value }]) => ({ key: name, value })) } },
      reads: object(pairs)
    }))
  ),
  inner: tie("sent")
}))

const attributes = fc.uniqueArray(fc.tuple(key, sent), { ...unique, maxLength: 6 })

const pairsOf = (pairs: ReadonlyArray<readonly [string, Sent]>): ReadonlyArray<KeyValue> =>
  pairs.map(([name, { value }]) => ({ key: name, value }))

/** What JSON says exactly. */
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((one) => !Object.is(one, -0) && (!Number.isInteger(one) || Number.isSafeInteger(one)))

/** JSON that is kept as it is, with keys of every sort. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    text,
    fc.integer(),
    number,
    fc.constantFrom(2 ** 53 - 1, -(2 ** 53) + 1, 5e-324),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.uniqueArray(fc.tuple(key, tie("value")), { maxLength: 3, selector: ([name]) => name }).map((pairs) => {
      const made = Object.create(null) as Record<string, unknown>
      for (const [name, value] of pairs) made[name] = value
      return made
    })
  )
})).value as fc.Arbitrary<unknown>

const openObject = fc.uniqueArray(fc.tuple(key, json), { maxLength: 4, selector: ([name]) => name }).map((pairs) => {
  const made = Object.create(null) as Record<string, unknown>
  for (const [name, value] of pairs) made[name] = value
  return made
})

/** What `record_traces` answers. */
interface Recorded {
  readonly traces: ReadonlyArray<{ readonly id: string; readonly spanIds: ReadonlyArray<string> }>
  readonly spans: number
}

/** Texts and keys that stores are known to change. */
const troublesome = [
  "42",
  "{}",
  "[1]",
  "true",
  "null",
  "",
  " a ",
  "é",
  "e\u0301",
  "\u2028",
  "🐈",
  "__proto__",
  "constructor"
]

const textAt = (one: string): Sent => ({ value: { stringValue: one }, reads: one })

const told: ReadonlyArray<readonly [string, Sent]> = [
  ...troublesome.map((one, n) => [`text ${n}`, textAt(one)] as const),
  ...troublesome.filter((one) => one !== "").map((one) => [one, textAt("a key")] as const),
  ["beyond", { value: { intValue: String(2n ** 63n - 1n) }, reads: String(2n ** 63n - 1n) }],
  ["none", { value: {}, reads: null }]
]

/** Laws of what is accepted and read back. */
export const values = [
  ofTraces(
    "T10",
    ["T10.attributes", "T10.keys"],
    "attributes of every type read back the same, of spans, resources, scopes, events and links, in either encoding",
    async ({ exporter, forAll, traceId, read }) => {
      type All = ReadonlyArray<readonly [string, Sent]>
      const readsBack = async (own: All, of: All, more: All, isJson: boolean) => {
        const id = traceId()
        const base = otlpSpan(versionOf({ traceId: id }))
        const at = base.startTimeUnixNano
        const span = {
          ...base,
          attributes: pairsOf(own),
          events: [{ name: "event", timeUnixNano: at, attributes: pairsOf(more) }],
          links: [{ traceId: id, spanId: spanIdOf(2), attributes: pairsOf(of) }]
        }
        const scope = { name: "scope", version: "1.0", attributes: pairsOf(more) }
        const request = {
          resourceSpans: [{ resource: { attributes: pairsOf(of) }, scopeSpans: [{ scope, spans: [span] }] }]
        }
        const { status, message } = await exporter(request, { encoding: isJson ? "json" : "protobuf" })
        expect("T10", status === 200, `attributes were answered ${status}: ${message}`)
        const { spans } = await read(id)
        const { attributes: seen, resource, scope: seenScope, events, links } = spans[0]!
        expectSame("T10", seen, object(own), "the attributes of a span")
        expectSame("T10", resource, object(of), "the attributes of a resource")
        expectSame("T10", seenScope, { name: "scope", version: "1.0", attributes: object(more) }, "a scope")
        const event = { name: "event", at: timeOf(BigInt(at)), timeNano: at, attributes: object(more) }
        expectSame("T10", events, [event], "the events of a span")
        expectSame("T10", links, [{ traceId: id, spanId: spanIdOf(2), attributes: object(of) }], "its links")
      }
      for (const isJson of [true, false]) await readsBack(told, told.slice(0, 3), told.slice(0, 3), isJson)
      await forAll(fc.tuple(attributes, attributes, attributes, fc.boolean()), 25, (all) => readsBack(...all))
    }
  ),

  ofTraces(
    "T10",
    ["T10.json", "T10.keys"],
    "JSON of input, output, error, metadata and attributes that is recorded reads back the same",
    async ({ client, forAll, traceId, read }) => {
      const readsBack = async (input: unknown, output: unknown, metadata: object, attributes: object) => {
        const id = traceId()
        const startedAt = timeOf(recently())
        const span = {
          id: spanIdOf(1),
          name: "span",
          startedAt,
          input,
          output,
          error: { why: input },
          metadata,
          attributes
        }
        const { status, text } = await client.call("record_traces", { traces: [{ id, spans: [span] }] })
        expect("T10", status === 200, `record_traces answered ${status} ${text.slice(0, 300)}`)
        const { trace, spans } = await read(id)
        const wanted = { input, output, error: { why: input }, metadata, attributes }
        for (const [what, seen] of Object.entries({ trace, span: spans[0]! })) {
          const some = Object.fromEntries(Object.keys(wanted).map((field) => [field, seen[field]]))
          expectSame("T10", some, wanted, `what a ${what} holds`)
        }
      }
      const fixed = object(told.filter(([, { value }]) => value.stringValue !== undefined)) as object
      await readsBack(fixed, troublesome, fixed, fixed)
      await forAll(fc.tuple(json, json, openObject, openObject), 25, (all) => readsBack(...all))
    }
  ),

  ofTraces(
    "T10",
    ["T10.times"],
    "nanoseconds read back exactly, and as times in milliseconds, rounded down",
    async ({ exporter, client, forAll, traceId, read }) => {
      const second = 1_000_000_000
      await forAll(fc.tuple(fc.nat(second), fc.nat(second), fc.boolean()), 12, async ([start, length, isRecorded]) => {
        const id = traceId()
        const [startNano, endNano] = [recently() + BigInt(start), recently() + BigInt(start) + BigInt(length) + 1n]
        const one = versionOf({ traceId: id, startNano, endNano })
        if (isRecorded) {
          const { startTimeUnixNano: startNano, endTimeUnixNano: endNano } = otlpSpan(one)
          const span = { name: "a", startedAt: "2020-01-01T00:00:00Z", startNano, endNano }
          await client.ok("record_traces", { traces: [{ id, spans: [span] }] })
        } else await exporter(exportRequest([otlpSpan(one)]))
        const { trace, spans } = await read(id)
        const wanted = {
          startNano: String(startNano),
          startedAt: timeOf(startNano),
          endNano: String(endNano),
          endedAt: timeOf(endNano),
          durationMs: Number(endNano - startNano) / 1e6
        }
        for (const seen of [trace, spans[0]!])
          expectSame(
            "T10",
            Object.fromEntries(Object.keys(wanted).map((field) => [field, seen[field]])),
            wanted,
            "times"
          )
      })
    }
  ),

  ofTraces(
    "T10",
    ["record_traces.fields", "record_traces.root"],
    "what record_traces is told of a span reads back in its fields, and what of a trace is laid on its root",
    async ({ client, traceId, read }) => {
      const [id, bare] = [traceId(), traceId()]
      const startedAt = timeOf(recently())
      const usage = { inputTokens: 20, outputTokens: 5, totalTokens: 25, cacheReadTokens: 4, reasoningTokens: 2 }
      const told = {
        name: "call",
        type: "generation",
        kind: "client",
        status: "ok",
        model: "a-model",
        provider: "a-provider",
        cost: 0.125,
        input: ["in"],
        output: "out",
        tags: ["x"],
        version: 3
      }
      const ofTrace = {
        name: "the trace",
        userId: "ada",
        sessionId: "s1",
        environment: "test",
        release: "1.2.3",
        tags: ["t"],
        metadata: { a: 1 },
        input: "asked",
        output: { answered: true }
      }
      const root = { id: spanIdOf(1), name: "root", startedAt, endedAt: startedAt }
      const call = { ...told, id: spanIdOf(2), parentId: spanIdOf(1), startedAt, endedAt: startedAt, usage }
      const recorded = await client.ok<Recorded>("record_traces", {
        traces: [
          { id: id.toUpperCase(), ...ofTrace, spans: [call, root] },
          { id: bare, ...ofTrace, startedAt, endedAt: startedAt }
        ]
      })
      const { traces, spans: count } = recorded
      expectSame("T10", traces[0], { id, spanIds: [spanIdOf(2), spanIdOf(1)] }, "the IDs of what was recorded")
      expect("T10", count === 3 && traces[1]!.spanIds.length === 1, `${count} spans were recorded, and not 3`)
      const { trace, spans } = await read(id)
      const wantedCall = { ...told, ...usage, costSource: "reported" }
      const seenCall = spans.find((one) => one.id === spanIdOf(2))!
      const pick = (from: object, fields: object) =>
        Object.fromEntries(Object.keys(fields).map((field) => [field, (from as Record<string, unknown>)[field]]))
      expectSame("T10", pick(seenCall, wantedCall), wantedCall, "a span that was recorded")
      expectSame("T10", pick(trace, ofTrace), ofTrace, "a trace that was recorded")
      expectSame("T10", pick((await read(bare)).trace, ofTrace), ofTrace, "a trace without spans")
    }
  ),

  ofTraces(
    "T10",
    ["T10.ids"],
    "IDs may be of either case, a trace's a UUID, and a parent of zeros is none",
    async ({ exporter, client, traceId, read }) => {
      const id = traceId()
      const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5").toUpperCase()
      const base = otlpSpan(versionOf({ traceId: id }))
      const parent = { ...base, parentSpanId: "0".repeat(16) }
      const child = {
        ...base,
        traceId: uuid,
        spanId: spanIdOf(2).toUpperCase(),
        parentSpanId: base.spanId.toUpperCase()
      }
      await exporter(exportRequest([parent, child]), { encoding: "json" })
      const ids = async (input: string) => (await read(input)).spans.map((one) => [one.id, one["parentId"]])
      const wanted = [
        [spanIdOf(1), null],
        [spanIdOf(2), spanIdOf(1)]
      ]
      for (const one of [id, id.toUpperCase(), uuid, uuid.toLowerCase()])
        expectSame("T10", await ids(one), wanted, `a trace by ${one}`)
      const { trace } = await read(uuid)
      expect("T10", trace.id === id, `the ID of a trace was told as ${trace.id}`)
      const deleted = await client.ok<{ readonly id: string }>("delete_trace", { id: uuid })
      expect("T10", deleted.id === id, "a trace was deleted under another ID")
    }
  )
]
