import { gzipSync } from "node:zlib"
import { expect, expectSame } from "../../Broken.ts"
import { expectCode } from "../../client.ts"
import { exportRequest, type OtlpSpan } from "../../otlp/message.ts"
import { toProtobuf } from "../../otlp/protobuf.ts"
import { sendOnce } from "../../transport.ts"
import { NotChecked } from "../../NotChecked.ts"
import { type Encoding, exporting, readExported } from "./exporter.ts"
import { ofTraces, recently, spanIdOf, versionOf } from "./of-traces.ts"
import { otlpSpan, timeOf } from "./versions.ts"

const day = 86_400_000_000_000n
const nested = (levels: number): object =>
  levels === 0 ? { stringValue: "deep" } : { arrayValue: { values: [nested(levels - 1)] } }
const many = (count: number) => Array.from({ length: count }, (_, n) => n)
const attribute = (value: object) => ({ attributes: [{ key: "a", value }] })

/** What makes a span one that cannot be kept, and whether only JSON can say it. */
const faults: Readonly<Record<string, (span: OtlpSpan) => object>> = {
  "a trace ID of zeros": () => ({ traceId: "0".repeat(32) }),
  "a trace ID of 15 bytes": ({ traceId }) => ({ traceId: traceId.slice(2) }),
  "no span ID": () => ({ spanId: "" }),
  "a span ID of zeros": () => ({ spanId: "0".repeat(16) }),
  "a span ID of 9 bytes": ({ spanId }) => ({ spanId: `${spanId}00` }),
  "no name": () => ({ name: "" }),
  "a name of 501 characters": () => ({ name: "x".repeat(501) }),
  "a NUL in its name": () => ({ name: "a\0b" }),
  "a start in 1970": () => ({ startTimeUnixNano: "1" }),
  "a start in two days": ({ startTimeUnixNano }) => ({
    startTimeUnixNano: String(BigInt(startTimeUnixNano) + 2n * day),
    endTimeUnixNano: undefined
  }),
  "a NUL in an attribute": () => attribute({ stringValue: "a\0" }),
  "a NUL in a key": () => ({ attributes: [{ key: "a\0", value: { stringValue: "a" } }] }),
  "1,025 attributes": () => ({ attributes: many(1025).map((n) => ({ key: `k${n}`, value: { intValue: "1" } })) }),
  "1,025 events": ({ startTimeUnixNano }) => ({
    events: many(1025).map(() => ({ name: "e", timeUnixNano: startTimeUnixNano }))
  }),
  "1,025 links": ({ traceId, spanId }) => ({ links: many(1025).map(() => ({ traceId, spanId })) }),
  "a value of 65 levels": () => attribute(nested(65))
}

/** Half a surrogate pair is something that only JSON can send. */
const jsonFaults: typeof faults = {
  "half a surrogate pair": () => attribute({ stringValue: "\ud800" }),
  "an ID in base64": ({ traceId }) => ({ traceId: Buffer.from(traceId, "hex").toString("base64") })
}

/** At the limits of what is kept. */
const atLimits: typeof faults = {
  "a name of 500 characters": () => ({ name: "x".repeat(500) }),
  "1,024 attributes": () => ({ attributes: many(1024).map((n) => ({ key: `k${n}`, value: { intValue: "1" } })) }),
  "a value of 64 levels": () => attribute(nested(64)),
  "an end before its start": ({ startTimeUnixNano }) => ({
    endTimeUnixNano: String(BigInt(startTimeUnixNano) - 1000n)
  }),
  "a parent that is itself": ({ spanId }) => ({ parentSpanId: spanId })
}

/** Bodies that are no request of OTLP. */
const unreadable: ReadonlyArray<readonly [what: string, encoding: Encoding, body: (right: Uint8Array) => Uint8Array]> =
  [
    ["that is cut off", "protobuf", (right) => right.subarray(0, right.length - 3)],
    ["whose length is beyond its end", "protobuf", () => Uint8Array.from([10, 200, 1, 1])],
    ["that is a varint without an end", "protobuf", () => Uint8Array.from([10, ...Array<number>(12).fill(255)])],
    ["that is text", "protobuf", () => new TextEncoder().encode("junk")],
    ["that is no JSON", "json", () => new TextEncoder().encode("{")],
    ["that is a JSON array", "json", () => new TextEncoder().encode("[]")],
    ["with resourceSpans that is a number", "json", () => new TextEncoder().encode('{"resourceSpans":1}')],
    ["that is not UTF-8", "json", () => Uint8Array.from([123, 34, 255, 34, 58, 49, 125])],
    ["of logs", "json", () => new TextEncoder().encode('{"resourceLogs":[{"scopeLogs":[{"logRecords":[{}]}]}]}')],
    [
      "of spans that all lack IDs",
      "json",
      () => new TextEncoder().encode('{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"a"},{"name":"b"}]}]}]}')
    ],
    [
      "with an integer that JSON cannot say",
      "json",
      () =>
        new TextEncoder().encode(
          `{"resourceSpans":[{"scopeSpans":[{"spans":[{"attributes":[{"key":"a","value":{"intValue":9007199254740993}}]}]}]}]}`
        )
    ]
  ]

/** Laws of what a request is answered, and what of it is kept. */
export const taking = [
  ofTraces(
    "T11",
    ["T11.counts", "T11.kept", "T11.reasons"],
    "a span that cannot be kept costs itself alone, is counted and named, and the others are there",
    async ({ exporter, few, traceId, read }) => {
      const encodings = [
        ["protobuf", faults],
        ["json", { ...faults, ...jsonFaults }]
      ] as const
      for (const [encoding, all] of encodings) {
        for (const [what, fault] of few(Object.entries(all))) {
          const id = traceId()
          const good = otlpSpan(versionOf({ traceId: id }))
          const another = { ...good, spanId: spanIdOf(3), parentSpanId: good.spanId }
          const bad = { ...good, spanId: spanIdOf(2), ...fault({ ...good, spanId: spanIdOf(2) }) }
          const { status, rejected, message } = await exporter(exportRequest([good, bad, another]), { encoding })
          const shown = `a request in ${encoding} of two good spans and one with ${what}`
          expect("T11", status === 200, `${shown} was answered ${status}: ${message}`)
          expect("T11", rejected === 1, `${shown} was told that ${rejected} were rejected`)
          expect("T11", message !== "", `${shown} was told no reason`)
          const isNamed = !/ID|base64/.test(what)
          expect("T11", !isNamed || message.includes(spanIdOf(2)), `${shown} was not told which: ${message}`)
          const { trace, spans } = await read(id)
          expectSame(
            "T11",
            spans.map((one) => one.id),
            [spanIdOf(1), spanIdOf(3)],
            `the spans after ${shown}`
          )
          expect("T11", trace.spanCount === 2, `${shown} made a trace of ${trace.spanCount} spans`)
        }
      }
    }
  ),

  ofTraces(
    "T11",
    ["T11.counts", "T11.kept"],
    "of many spans accepted and rejected are those that were sent, up to five are named, and what is at a limit is kept",
    async ({ exporter, traceId, read }) => {
      const id = traceId()
      const good = otlpSpan(versionOf({ traceId: id }))
      const spans = many(60).map((n) => ({
        ...good,
        spanId: spanIdOf(n + 1),
        ...(n % 3 === 1 ? { name: "" } : {})
      }))
      for (const encoding of ["protobuf", "json"] as const) {
        const { rejected, message } = await exporter(exportRequest(spans), { encoding, gzip: true })
        expect("T11", rejected === 20, `of 60 spans, 20 without a name, ${rejected} were rejected`)
        const named = spans.filter((one) => message.includes(one.spanId)).length
        expect("T11", named >= 1 && named <= 5, `the message named ${named} spans: ${message.slice(0, 300)}`)
      }
      const { trace, spans: kept } = await read(id)
      expect("T11", trace.spanCount === 40 && kept.length === 40, `of 40 good spans there are ${kept.length}`)
      for (const [what, at] of Object.entries(atLimits)) {
        const own = traceId()
        const span = otlpSpan(versionOf({ traceId: own }))
        const { rejected, message } = await exporter(exportRequest([{ ...span, ...at(span) }]))
        expect("T11", rejected === 0, `a span with ${what} was rejected: ${message}`)
        expect("T11", (await read(own)).spans.length === 1, `a span with ${what} is not there`)
      }
    }
  ),

  ofTraces(
    "T11",
    ["T11.whole"],
    "record_traces takes all of a request, or says which place is wrong and takes nothing",
    async ({ client, traceId }) => {
      const startedAt = timeOf(recently())
      const good = { name: "good", startedAt }
      const wrong: Readonly<Record<string, readonly [object, string]>> = {
        "a name with a NUL": [{ name: "a\0b" }, "name"],
        "no name": [{ name: "" }, "name"],
        "a start in 1970": [{ startedAt: "1970-01-01T00:00:00.000Z" }, "startedAt"],
        "a start that is no time": [{ startedAt: "yesterday" }, "startedAt"],
        "a span ID of zeros": [{ id: "0".repeat(16) }, "id"],
        "tokens below zero": [{ usage: { inputTokens: -1 } }, "usage/inputTokens"],
        "a member that there is not": [{ noSuchMember: 1 }, "noSuchMember"]
      }
      for (const [what, [more, place]] of Object.entries(wrong)) {
        const ids = [traceId(), traceId()]
        const traces = [
          { id: ids[0], spans: [good] },
          { id: ids[1], spans: [good, { ...good, ...more }] }
        ]
        const { status, error, text } = await client.call("record_traces", { traces }, { repeatable: true })
        const shown = `record_traces of a span with ${what} was answered ${status} ${text.slice(0, 300)}`
        expect("T11", status === 400, shown)
        const { issues = [] } = (error?.details ?? {}) as { readonly issues?: ReadonlyArray<{ readonly path: string }> }
        expect(
          "T11",
          issues.some(({ path }) => path.startsWith(`/traces/1/spans/1/${place}`)),
          `${shown}: not where`
        )
        for (const id of ids)
          expectCode("T11", await client.call("get_trace", { id }), "NOT_FOUND", `a trace of a request with ${what}`)
      }
    }
  ),

  ofTraces(
    "E3",
    ["otlp.refused", "otlp.status"],
    "a body that is no request of OTLP is 400 as google.rpc.Status in its encoding, and keeps nothing",
    async ({ client, exporter, few, traceId }) => {
      const id = traceId()
      const right = toProtobuf(exportRequest([otlpSpan(versionOf({ traceId: id }))]))
      for (const [what, encoding, body] of few(unreadable)) {
        const { status, message } = await exporter(body(right), { encoding })
        expect("E3", status === 400, `a body ${what} was answered ${status}: ${message}`)
        expect("E3", message.startsWith("VALIDATION_ERROR: "), `a body ${what} was told ${message}`)
      }
      const headers = [
        { "content-type": "text/plain" },
        { "content-type": undefined },
        { "content-encoding": "br" },
        { "content-encoding": "gzip" }
      ]
      for (const one of headers) {
        const { status } = await exporter(right, { headers: one })
        expect("E3", status === 400, `a request with ${JSON.stringify(one)} was answered ${status}`)
      }
      expectCode("E3", await client.call("get_trace", { id }), "NOT_FOUND", "a trace of what was refused")
      const nothing = await exporter(new Uint8Array())
      expect("E3", nothing.status === 200 && nothing.rejected === 0, "a request of nothing was refused")
    },
    { also: ["T11"] }
  ),

  ofTraces(
    "E3",
    ["otlp.size"],
    "a request that is too large, as it is sent or decompressed or in spans, is 413",
    async ({ exporter, quick, traceId }) => {
      const id = traceId()
      const inflating = new Uint8Array(gzipSync(Buffer.alloc(40 * 1024 * 1024)))
      const spans = Buffer.concat(many(10_001).map(() => Buffer.from([18, 0])))
      const length = Buffer.from([
        10,
        (spans.length & 0x7f) | 0x80,
        ((spans.length >> 7) & 0x7f) | 0x80,
        spans.length >> 14
      ])
      const scope = Buffer.concat([Buffer.from([18, ...length.subarray(1)]), spans])
      const outer = scope.length
      const tooMany = Buffer.concat([
        Buffer.from([10, (outer & 0x7f) | 0x80, ((outer >> 7) & 0x7f) | 0x80, outer >> 14]),
        scope
      ])
      const cases: ReadonlyArray<readonly [string, Uint8Array, object]> = [
        ["of 40 MiB once it is decompressed", inflating, { headers: { "content-encoding": "gzip" } }],
        ...(quick ? [] : [["of 17 MiB", new Uint8Array(17 * 1024 * 1024), {}] as const]),
        ["of 10,001 spans", new Uint8Array(tooMany), {}]
      ]
      for (const [what, body, options] of cases) {
        const { status, message } = await exporter(body, options)
        expect("E3", status === 413, `a request ${what} was answered ${status}: ${message}`)
        expect("E3", message.startsWith("PAYLOAD_TOO_LARGE: "), `a request ${what} was told ${message}`)
      }
      const after = await exporter(exportRequest([otlpSpan(versionOf({ traceId: id }))]))
      expect("E3", after.status === 200, `after requests that are too large, a small one was answered ${after.status}`)
    }
  ),

  ofTraces(
    "E3",
    ["otlp.parts"],
    "a request of more parts than are read is 413, and one of as many empty ones is taken",
    async ({ exporter }) => {
      const resources = (count: number) => new Uint8Array(Buffer.alloc(2 * count, Buffer.from([10, 0])))
      const items = (count: number) =>
        new TextEncoder().encode(`{"resourceSpans":[],"more":[${"0,".repeat(count - 1)}0]}`)
      const cases: ReadonlyArray<readonly [string, Encoding, (count: number) => Uint8Array, number]> = [
        ["empty resources", "protobuf", resources, 100_000],
        ["items of a member that nobody knows", "json", items, 2_000_000]
      ]
      for (const [what, encoding, body, most] of cases) {
        const over = await exporter(body(most + 1), { encoding })
        expect(
          "E3",
          over.status === 413,
          `a request of ${most + 1} ${what} was answered ${over.status}: ${over.message}`
        )
        expect(
          "E3",
          over.message.startsWith("PAYLOAD_TOO_LARGE: "),
          `a request of too many ${what} was told ${over.message}`
        )
        // What is around them counts too.
        const fits = await exporter(body(most - 10), { encoding })
        expect(
          "E3",
          fits.status === 200,
          `a request of ${most - 10} ${what} was answered ${fits.status}: ${fits.message}`
        )
      }
    }
  ),

  ofTraces(
    "T11",
    ["otlp.overload"],
    "too much at once is 503 with Retry-After, and never 429",
    async ({ target }) => {
      // Not a request, but that shows only once it is decompressed.
      const body = new Uint8Array(gzipSync(Buffer.alloc(31 * 1024 * 1024)))
      const sent = exporting(body, { headers: { "content-encoding": "gzip" } }, target)
      const answers = await Promise.all(many(7).map(() => sendOnce(target, sent, 30_000)))
      const busy = answers.filter(({ status }) => status !== 400)
      for (const received of busy) {
        const { status, headers } = received
        expect("T11", status === 503, `a request among seven of 31 MiB was answered ${status}`)
        expect("T11", headers.get("retry-after") !== null, "a 503 said nothing of when to come back")
        readExported("protobuf", received)
      }
      if (busy.length === 0) throw new NotChecked("the server takes seven requests of 31 MiB at once")
    },
    { long: true }
  )
]
