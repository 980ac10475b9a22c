import { assert, describe, it } from "vitest"
import { contentOf } from "../src/content.ts"
import { spanAnswer, spanFactsAnswer } from "../src/span-answer.ts"
import type { SentSpan, SpanEvent } from "../src/span.ts"
import { parseTime, toTime } from "../src/time.ts"
import { headOf, storedHead } from "../src/trace-head.ts"
import { traceOf } from "../src/trace.ts"
import {
  encode,
  encodeJson,
  json,
  long,
  pairs,
  protobuf,
  span,
  spanId,
  start,
  taken,
  text,
  traceId
} from "./requests.ts"
import { plain, spanOf } from "./spans.ts"

/** A request in which no two fields are the same. */
const message = span({
  parentSpanId: Buffer.from("00000000000000f1", "hex"),
  name: "chat",
  kind: 4,
  attributes: pairs({
    "gen_ai.operation.name": text("chat"),
    "gen_ai.response.model": text("m"),
    "gen_ai.provider.name": text("p"),
    "gen_ai.usage.input_tokens": { intValue: long(100n) },
    "gen_ai.usage.output_tokens": { intValue: long(20n) },
    "gen_ai.usage.total_tokens": { intValue: long(121n) },
    "gen_ai.usage.cache_read.input_tokens": { intValue: long(3n) },
    "gen_ai.usage.cache_creation.input_tokens": { intValue: long(4n) },
    "gen_ai.usage.reasoning.output_tokens": { intValue: long(5n) },
    "gen_ai.usage.cost": { doubleValue: 0.5 },
    "gen_ai.response.time_to_first_chunk": { doubleValue: 0.001 },
    "langfuse.trace.name": text("Trace"),
    "langfuse.user.id": text("ada"),
    "langfuse.session.id": text("s1"),
    "langfuse.environment": text("test"),
    "langfuse.release": text("1.2"),
    "langfuse.trace.tags": text("gold"),
    "langfuse.trace.metadata.team": text("a"),
    "input.value": text("asked"),
    "output.value": text("said")
  }),
  droppedAttributesCount: 6,
  events: [{ timeUnixNano: long(start + 2_000_001n), name: "told", attributes: pairs({ e: text("event") }) }],
  links: [{ traceId: Buffer.alloc(16, 1), spanId: Buffer.alloc(8, 2), attributes: pairs({ l: text("link") }) }],
  status: { message: "why", code: 2 }
})
const origin = { resource: pairs({ "service.name": text("agent") }), scope: pairs({ s: text("scope") }) }

const facts = {
  id: spanId,
  traceId,
  parentId: "00000000000000f1",
  name: "chat",
  kind: "producer",
  type: "generation",
  status: "error",
  startedAt: "2015-11-18T11:06:40.000Z",
  startNano: "1447844800000000000",
  endedAt: "2015-11-18T11:06:40.001Z",
  endNano: "1447844800001500000",
  durationMs: 1.5,
  firstTokenAt: "2015-11-18T11:06:40.001Z",
  model: "m",
  provider: "p",
  inputTokens: 100,
  outputTokens: 20,
  totalTokens: 121,
  cacheReadTokens: 3,
  cacheWriteTokens: 4,
  reasoningTokens: 5,
  cost: 0.5,
  costSource: "reported",
  scores: { good: 1 },
  version: 0
}

describe.each([
  ["protobuf", () => taken(encode([message], origin), protobuf)],
  ["JSON", () => taken(encodeJson([message], origin), json)]
])("T10: what was sent in %s", (_, read) => {
  const [sent] = read().spans
  const attributes = plain(sent!.sent.attributes) as object

  it("is read back whole, each in its place", () => {
    assert.lengthOf(Object.keys(attributes), 20)
    assert.deepStrictEqual(plain(spanAnswer(sent!, { good: 1 })), {
      ...facts,
      input: "asked",
      output: "said",
      error: { message: "why" },
      tags: ["gold"],
      metadata: { team: "a" },
      attributes,
      resource: { "service.name": "agent" },
      scope: { name: "test", version: "1", attributes: { s: "scope" } },
      events: [
        {
          name: "told",
          at: "2015-11-18T11:06:40.002Z",
          timeNano: "1447844800002000001",
          attributes: { e: "event" }
        }
      ],
      links: [{ traceId: "01".repeat(16), spanId: "02".repeat(8), attributes: { l: "link" } }],
      droppedAttributesCount: 6
    })
    assert.deepStrictEqual(plain(spanFactsAnswer(sent!, { good: 1 })), facts)
  })

  it("makes its trace, each in its place", () => {
    const reading = {
      id: traceId,
      projectId: "prj_a",
      touchedNano: start + 7_000_000n,
      nowNano: start + 9_000_000n,
      idleNanos: 1n,
      scores: { good: 1 }
    }
    assert.deepStrictEqual(plain(traceOf(storedHead(headOf([sent!])), reading)), {
      id: traceId,
      projectId: "prj_a",
      name: "Trace",
      status: "incomplete",
      userId: "ada",
      sessionId: "s1",
      environment: "test",
      release: "1.2",
      startedAt: facts.startedAt,
      startNano: facts.startNano,
      endedAt: facts.endedAt,
      endNano: facts.endNano,
      durationMs: 1.5,
      spanCount: 1,
      errorCount: 1,
      inputTokens: 100,
      outputTokens: 20,
      totalTokens: 121,
      cost: 0.5,
      input: "asked",
      output: "said",
      error: { message: "why" },
      truncated: [],
      tags: ["gold"],
      attributes: { "service.name": "agent", ...attributes },
      metadata: { team: "a" },
      scores: { good: 1 },
      updatedAt: "2015-11-18T11:06:40.007Z"
    })
  })
})

it.each([
  [0, "internal"],
  [1, "internal"],
  [2, "server"],
  [3, "client"],
  [4, "producer"],
  [5, "consumer"],
  [6, "internal"]
])("kind %i of OTLP is %s", (kind, name) => {
  assert.strictEqual(taken(encode([span({ kind })]), protobuf).spans[0]?.sent.kind, name)
})

it.each([
  [0, "unset"],
  [1, "ok"],
  [2, "error"],
  [3, "unset"]
])("status %i of OTLP is %s", (code, status) => {
  assert.strictEqual(taken(encode([span({ status: { message: "", code } })]), protobuf).spans[0]?.status, status)
})

describe("the error of a span", () => {
  const exception = (n: number, more: object = {}): SpanEvent => ({
    name: "exception",
    timeNano: start,
    attributes: {
      "exception.message": `message ${n}`,
      "exception.type": `Type${n}`,
      "exception.stacktrace": `at ${n}`,
      ...more
    }
  })
  const last = { message: "message 2", type: "Type2", stacktrace: "at 2" }
  const events = [exception(1), exception(2), { name: "other", timeNano: start, attributes: {} }]
  const level = {
    "langfuse.observation.level": "ERROR",
    "langfuse.observation.status_message": "of Langfuse"
  }

  it.each<readonly [what: string, sent: Partial<SentSpan>, error: object | null]>([
    ["is its last exception", { outcome: "error", events }, last],
    ["says what its status says", { outcome: "error", statusMessage: "why", events }, { ...last, message: "why" }],
    ["is none where the span did not fail", { events }, null],
    ["is none where the span went well", { outcome: "ok", statusMessage: "why", events }, null],
    ["has no message where nothing says one", { outcome: "error" }, { message: null }],
    ["says what an attribute says", { attributes: level, events }, { ...last, message: "of Langfuse" }],
    ["is what the status says before that", { attributes: level, statusMessage: "why" }, { message: "why" }],
    ["is what was recorded before that", { attributes: { ...level, "agent_operations.error": '{"a":1}' } }, { a: 1 }]
  ])("%s", (_, sent, error) => {
    assert.deepStrictEqual(plain(contentOf(spanOf(sent).sent).error), error)
  })
})

it("messages that are events have the roles of their names", () => {
  const roles = (names: ReadonlyArray<string>, part: "input" | "output") => {
    const events = names.map((name): SpanEvent => ({ name, timeNano: 1n, attributes: { content: name } }))
    const { sent } = spanOf({ attributes: { "gen_ai.system": "openai" }, events })
    return (plain(contentOf(sent)[part]) as ReadonlyArray<{ role: string; content: string }>).map(
      ({ role, content }) => `${content}: ${role}`
    )
  }
  const asked = [
    "gen_ai.system.message: system",
    "gen_ai.user.message: user",
    "gen_ai.assistant.message: assistant",
    "gen_ai.tool.message: tool",
    "gen_ai.content.prompt: user"
  ]
  const said = ["gen_ai.choice: assistant", "gen_ai.content.completion: assistant"]
  const names = [...said, ...asked].map((one) => one.split(":")[0]!)
  assert.deepStrictEqual([roles(names, "input"), roles(names, "output")], [asked, said])
})

it.each<readonly [attributes: Readonly<Record<string, string>>, input: unknown, output: unknown]>([
  [
    { "gen_ai.system_instructions": "be kind", "gen_ai.input.messages": '["hi"]' },
    { system: "be kind", messages: ["hi"] },
    null
  ],
  [{ "gen_ai.system_instructions": "be kind" }, "be kind", null],
  [{ "ai.response.text": "hi", "ai.response.toolCalls": "[1]" }, null, { text: "hi", toolCalls: [1] }],
  [{ "ai.response.object": '{"a":1}' }, null, { a: 1 }],
  [{ "ai.values": "[1]" }, [1], null],
  [
    { "retrieval.documents.0.document.content": "a", "retrieval.documents.1.document.content": "b" },
    null,
    [{ content: "a" }, { content: "b" }]
  ],
  [{ "llm.output_messages.0.message.role": "user" }, null, [{ role: "user" }]],
  [{ "gen_ai.completion.0.role": "assistant" }, null, [{ role: "assistant" }]]
])("what is put together of %j", (attributes, input, output) => {
  const content = contentOf(spanOf({ attributes }).sent)
  assert.deepStrictEqual(plain([content.input, content.output]), [input, output])
})

it("times are told in milliseconds, rounded down, and read to the nanosecond with any offset", () => {
  assert.deepStrictEqual([0n, 999_999n, 1_000_000n].map(toTime), [
    "1970-01-01T00:00:00.000Z",
    "1970-01-01T00:00:00.000Z",
    "1970-01-01T00:00:00.001Z"
  ])
  for (const [time, nanos] of [
    ["1970-01-01T00:00:01Z", 1_000_000_000n],
    ["1970-01-01T00:00:00.5Z", 500_000_000n],
    ["1970-01-01T00:00:00.123456789999Z", 123_456_789n],
    ["1970-01-01T02:00:00.001+02:00", 1_000_000n],
    ["1969-12-31T23:00:00-01:00", 0n],
    ["1969-12-31T23:59:59.25Z", -750_000_000n]
  ] as const)
    assert.strictEqual(parseTime(time), nanos, time)
  for (const none of ["1970-01-01", "1970-01-01T00:00:00", "1970-01-01 00:00:00Z", "1970-01-01T00:00:00.Z"])
    assert.isUndefined(parseTime(none), none)
})
