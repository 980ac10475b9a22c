/**
 * How many spans a second are decoded, mapped and made ready to be stored, on one thread: requests of 512 spans, of which
 * each has 20 attributes and 4 KiB of input and output; of every 4 spans one is a generation with a known price.
 */
import { Result } from "effect"
import { makePrices } from "../src/costs/prices.ts"
import { makeSpan } from "../src/make-span.ts"
import { messages } from "../src/otlp/compiled.ts"
import type { AnyValue, KeyValue, ResourceSpans, SpanMessage } from "../src/otlp/message.ts"
import { BoundedReader } from "../src/otlp/scan.ts"
import { type OtlpContentType, readRequest } from "../src/otlp/read-request.ts"

const spansOfRequest = 512
const start = 1_795_000_000_000_000_000n

const value = (given: string | number): AnyValue =>
  typeof given === "string" ? { stringValue: given } : { intValue: { low: given, high: 0 } }

const pairs = (attributes: Readonly<Record<string, string | number>>): Array<KeyValue> =>
  Object.entries(attributes).map(([key, given]) => ({ key, value: value(given) }))

const prose = "The quick brown fox jumps over the lazy dog, and nobody asks it why. "
const messagesText = JSON.stringify([{ role: "user", parts: [{ type: "text", content: prose.repeat(28) }] }])

const generation = {
  "gen_ai.operation.name": "chat",
  "gen_ai.provider.name": "openai",
  "gen_ai.request.model": "gpt-4o-mini",
  "gen_ai.usage.input_tokens": 1200,
  "gen_ai.usage.output_tokens": 300,
  "gen_ai.usage.cache_read.input_tokens": 1000,
  "gen_ai.input.messages": messagesText,
  "gen_ai.output.messages": messagesText
}
const tool = {
  "openinference.span.kind": "TOOL",
  "input.value": prose.repeat(28),
  "output.value": prose.repeat(28),
  "input.mime_type": "text/plain",
  "output.mime_type": "text/plain"
}
const common = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`app.detail.${index}`, `value ${index}`]))

const id = (number: number, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt32BE(number + 1, length - 4)
  return bytes
}
const long = (nanos: bigint) => ({ low: Number(BigInt.asIntN(32, nanos)), high: Number(nanos >> 32n), unsigned: true })

const span = (number: number): SpanMessage => ({
  traceId: id(Math.floor(number / 10), 16),
  spanId: id(number, 8),
  parentSpanId: number % 10 === 0 ? Buffer.alloc(0) : id(number - (number % 10), 8),
  name: `step ${number % 10}`,
  kind: 1,
  startTimeUnixNano: long(start + BigInt(number) * 1_000_000n),
  endTimeUnixNano: long(start + BigInt(number + 5) * 1_000_000n),
  attributes: pairs({ "user.id": `usr_${number % 7}`, ...(number % 4 === 0 ? generation : tool), ...common }),
  droppedAttributesCount: 0,
  events: [],
  links: [],
  status: { message: "", code: 1 }
})

const requestOf = (encodeSpan: (span: SpanMessage) => unknown): { resourceSpans: Array<ResourceSpans> } => ({
  resourceSpans: [
    {
      resource: { attributes: pairs({ "service.name": "bench", "service.version": "1", "host.name": "bench-1" }) },
      scopeSpans: [
        {
          scope: { name: "bench", version: "1", attributes: [] },
          spans: Array.from({ length: spansOfRequest }, (_, number) => encodeSpan(span(number)))
        }
      ]
    }
  ]
})

const hex = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString("hex")
const toJson = (key: string, given: unknown): unknown => {
  if (key.endsWith("Id")) return hex((given as { data: Uint8Array }).data)
  if (key.endsWith("Nano")) {
    const { low, high } = given as { low: number; high: number }
    return String((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0))
  }
  return key === "intValue" ? String((given as { low: number }).low) : given
}

const bodies: Readonly<Record<OtlpContentType, Uint8Array>> = {
  "application/x-protobuf": messages.ExportTraceServiceRequest.encode({
    resourceSpans: requestOf((span) => messages.Span.encode(span).finish()).resourceSpans.map((resource) =>
      messages.ResourceSpans.encode(resource).finish()
    )
  }).finish(),
  "application/json": Buffer.from(
    JSON.stringify(
      requestOf((span) => span),
      toJson
    )
  )
}

const seconds = {
  ofCpu: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  },
  ofClock: () => performance.now() / 1000
}

/** Spans a second: of the clock, and of CPU with the collector's, in which a busy machine shows less. Medians of 7 runs. */
const measure = (run: () => void) => {
  const runs = Array.from({ length: 7 }, () => {
    const began = { cpu: seconds.ofCpu(), clock: seconds.ofClock() }
    let requests = 0
    while (seconds.ofClock() - began.clock < 0.5) {
      run()
      requests++
    }
    const spans = requests * spansOfRequest
    return { cpu: spans / (seconds.ofCpu() - began.cpu), clock: spans / (seconds.ofClock() - began.clock) }
  })
  const median = (of: (run: (typeof runs)[number]) => number) => Math.round(runs.map(of).toSorted((a, b) => a - b)[3]!)
  return { clock: median(({ clock }) => clock), cpu: median(({ cpu }) => cpu) }
}

/** The least that taking a request by protobufjs costs: to decode it, and to write each span as JSON. */
const floor = () => {
  const body = bodies["application/x-protobuf"]
  const reader = (bytes: Uint8Array) => new BoundedReader(bytes, { count: 0 })
  const { resourceSpans } = messages.ExportTraceServiceRequest.decode(reader(body), undefined, undefined, 0)
  const { scopeSpans } = messages.ResourceSpans.decode(reader(resourceSpans[0]!), undefined, undefined, 0)
  for (const sent of scopeSpans[0]!.spans) {
    Buffer.from(JSON.stringify(messages.Span.decode(reader(sent as Uint8Array), undefined, undefined, 0)))
  }
}

const tell = (what: string, run: () => void) => {
  const { clock, cpu } = measure(run)
  console.log(`${what}: ${clock} spans a second, ${cpu} a second of CPU`)
}

tell("protobufjs and JSON.stringify", floor)
const make = makeSpan(makePrices())
const times = { earliest: 0n, latest: start * 2n }
for (const [contentType, body] of Object.entries(bodies) as Array<[OtlpContentType, Uint8Array]>) {
  const read = () => Result.getOrThrow(readRequest(body, contentType, times, make))
  if (read().spans.length !== spansOfRequest) throw new Error("Spans of the benchmark are rejected.")
  tell(`${contentType}, ${Math.round(body.length / spansOfRequest)} bytes a span`, () => void read())
}
