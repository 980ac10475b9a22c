import { Result } from "effect"
import { assert, it } from "vitest"
import { makePrices } from "../src/costs/prices.ts"
import { readRecorded } from "../src/family/record.ts"
import { headSpanOf } from "../src/head-span.ts"
import { limits } from "../src/limits.ts"
import { makeSpan } from "../src/make-span.ts"
import { spanAnswer } from "../src/span-answer.ts"
import { plain } from "./spans.ts"

const now = new Date("2015-11-20T10:00:00Z")
const make = makeSpan(makePrices())
const times = { earliest: 0n, latest: BigInt(now.getTime()) * 2_000_000n }
const id = (digit: string) => digit.repeat(16)
const at = (seconds: number) => `2015-11-20T10:00:0${seconds}Z`

it("what a trace says of itself is laid on its root: first of those without a parent, the earliest, the least ID", () => {
  const span = (digit: string, seconds: number, parentId?: string) => ({
    id: id(digit),
    name: digit,
    startedAt: at(seconds),
    ...(parentId === undefined ? {} : { parentId })
  })
  const rootOf = (...spans: ReadonlyArray<ReturnType<typeof span>>) => {
    const read = readRecorded([{ name: "Trace", sessionId: "s1", spans }] as never, { times, now, make })
    const laid = Result.getOrThrow(read).spans.filter(({ facts }) => facts.sessionId === "s1")
    assert.lengthOf(laid, 1)
    return laid[0]!.sent.spanId
  }
  assert.strictEqual(rootOf(span("a", 1, id("b")), span("b", 2)), id("b"))
  assert.strictEqual(rootOf(span("b", 2), span("a", 1, id("b"))), id("b"))
  assert.strictEqual(rootOf(span("a", 2), span("b", 1)), id("b"))
  assert.strictEqual(rootOf(span("b", 1), span("a", 1)), id("a"))
  assert.strictEqual(rootOf(span("b", 2, id("f")), span("a", 1, id("f"))), id("a"))
})

/** What reads tell of the spans of one trace that is recorded. */
const answers = (trace: object) =>
  Result.getOrThrow(readRecorded([trace] as never, { times, now, make })).spans.map((span) => ({
    facts: span.facts,
    told: headSpanOf(span),
    answer: spanAnswer(span)
  }))

/** Where and why a trace is refused. */
const refusal = (trace: object, options = { times, now, make }) => {
  const read = readRecorded([trace] as never, options)
  assert.isTrue(Result.isFailure(read))
  const { _tag, message, details } = (read as Extract<typeof read, { _tag: "Failure" }>).failure
  return [_tag, message, details]
}

const usage = {
  inputTokens: 100,
  outputTokens: 20,
  totalTokens: 121,
  cacheReadTokens: 3,
  cacheWriteTokens: 4,
  reasoningTokens: 5
}
const ofTrace = { userId: "ada", sessionId: "s1", environment: "test", release: "1.2" }
const noTrace = { traceName: null, userId: null, sessionId: null, environment: null, release: null }
const called = { model: "m", provider: "p", ...usage, cost: 0.5 }

it("T10: a span that is recorded says all that it was told, and its trace's own only where it is the root", () => {
  const span = {
    id: id("b"),
    parentId: id("a"),
    name: "call",
    type: "tool",
    kind: "producer",
    status: "ok",
    startedAt: at(1),
    endedAt: at(3),
    model: "m",
    provider: "p",
    usage,
    cost: 0.5,
    input: { a: 1 },
    output: "[2]",
    error: "late",
    metadata: { of: "span", kept: 1 },
    tags: ["span"],
    attributes: { "a.b": [1, null] },
    events: [{ name: "begun" }, { name: "told", at: at(2), attributes: { n: 1 } }],
    version: 7
  }
  const own = { name: "Trace", ...ofTrace, input: ["asked"], output: { said: true }, tags: ["trace"] }
  const root = { ...span, id: id("a"), parentId: null }
  const [first, second] = answers({ ...own, metadata: { of: "trace", more: 2 }, spans: [root, span] })

  const { usage: _, ...same } = span
  const whole = {
    ...same,
    ...usage,
    traceId: first!.answer.traceId,
    costSource: "reported",
    startedAt: "2015-11-20T10:00:01.000Z",
    startNano: "1448013601000000000",
    endedAt: "2015-11-20T10:00:03.000Z",
    endNano: "1448013603000000000",
    durationMs: 2000,
    firstTokenAt: null,
    scores: {},
    resource: {},
    scope: { name: "record_traces" },
    links: [],
    droppedAttributesCount: 0,
    events: [
      { name: "begun", at: "2015-11-20T10:00:01.000Z", timeNano: "1448013601000000000", attributes: {} },
      { name: "told", at: "2015-11-20T10:00:02.000Z", timeNano: "1448013602000000000", attributes: { n: 1 } }
    ]
  }
  assert.deepStrictEqual(plain(second!.answer), whole)
  assert.deepInclude(second!.facts, { type: "tool", ...called, ...noTrace })
  const { input, output, tags } = own
  const metadata = { of: "trace", kept: 1, more: 2 }
  assert.deepStrictEqual(plain(first!.answer), { ...whole, id: id("a"), parentId: null, input, output, tags, metadata })
  assert.deepInclude(first!.facts, { type: "tool", ...called, ...ofTrace, traceName: "Trace" })
  assert.deepInclude(first!.told, { name: "Trace", rootEnded: true, rootError: false })
})

it("T10: times in nanoseconds replace those in RFC 3339", () => {
  const exact = { startNano: "1448013600000000001", endNano: "1448013600000000009" }
  const events = [{ name: "e", at: at(5), timeNano: "1448013600000000005" }]
  const [one] = answers({ spans: [{ name: "a", startedAt: at(1), endedAt: at(2), events, ...exact }] })
  assert.deepInclude(one!.answer, { ...exact, durationMs: 0.000008 })
  assert.strictEqual(one!.answer.events[0]?.timeNano, "1448013600000000005")
})

it("a span has a status by what it is told, else by its error, and runs without an end", () => {
  const status = (more: object, endedAt: string | null = at(2)) =>
    answers({ spans: [{ name: "a", startedAt: at(1), endedAt, ...more }] })[0]!.answer.status
  assert.deepStrictEqual(
    [{}, { error: "no" }, { error: null }, { status: "ok", error: "no" }, { status: "error" }].map((one) =>
      status(one)
    ),
    ["unset", "error", "unset", "ok", "error"]
  )
  assert.deepStrictEqual([status({ status: "error" }, null), status({ error: "no" }, null)], ["running", "running"])
})

it("a trace without spans is one, which starts now and runs unless it says more", () => {
  const only = (trace: object) => {
    const [{ answer }, ...more] = answers(trace) as [ReturnType<typeof answers>[number]]
    assert.deepStrictEqual(more, [])
    return [answer.name, answer.startedAt, answer.endedAt, answer.parentId, answer.input]
  }
  assert.deepStrictEqual(only({}), ["trace", now.toISOString(), null, null, null])
  assert.deepStrictEqual(only({ name: "ask", startedAt: at(1), endedAt: at(2), input: 1 }), [
    "ask",
    "2015-11-20T10:00:01.000Z",
    "2015-11-20T10:00:02.000Z",
    null,
    1
  ])
})

it("T11: IDs are kept in lower case, told in the order of the request, and made where there are none", () => {
  const spans = [
    { name: "a", startedAt: at(1) },
    { id: id("B"), name: "b", startedAt: at(1) }
  ]
  const given = { id: "0AF76519-16CD-43DD-8448-EB211C80319C", spans }
  const read = Result.getOrThrow(readRecorded([given, { spans }] as never, { times, now, make }))
  const [first, second] = read.traces
  assert.strictEqual(first?.id, "0af7651916cd43dd8448eb211c80319c")
  assert.match(second!.id, /^[0-9a-f]{32}$/)
  for (const { spanIds } of [first!, second!]) assert.match(spanIds.join(), /^[0-9a-f]{16},b{16}$/)
  assert.deepStrictEqual(
    read.spans.map(({ sent }) => `${sent.traceId} ${sent.spanId}`),
    read.traces.flatMap(({ id, spanIds }) => spanIds.map((spanId) => `${id} ${spanId}`))
  )
})

it("E3: is refused at its place: times out of range, attributes and spans that are too many, and what is too large", () => {
  const within = { times: { earliest: 1_448_013_600_000_000_000n, latest: 1_448_013_660_000_000_000n }, now, make }
  const span = (more: object) => ({ spans: [{ name: "a", startedAt: at(0), ...more }] })
  const [early, late] = ["1448013599999999999", "1448013660000000001"]
  const invalid = (trace: object) => {
    const [tag, message, details] = refusal(trace, within)
    const [issue] = (details as { issues: ReadonlyArray<{ path: string; message: string }> }).issues
    assert.deepStrictEqual([tag, message], ["VALIDATION_ERROR", `The request is refused: ${issue!.message}`])
    return [issue!.path, issue!.message]
  }
  for (const [trace, path, message] of [
    [span({ startNano: early }), "/traces/0/spans/0/startNano", "It is too long ago."],
    [span({ startNano: late }), "/traces/0/spans/0/startNano", "It is in the future."],
    [span({ startedAt: "2015-11-20T09:59:59Z" }), "/traces/0/spans/0/startedAt", "It is too long ago."],
    [span({ startedAt: "2015-11-20T10:02:00Z" }), "/traces/0/spans/0/startedAt", "It is in the future."],
    [span({ endNano: late }), "/traces/0/spans/0/endNano", "It is in the future."],
    [span({ endedAt: "2015-11-20T10:02:00Z" }), "/traces/0/spans/0/endedAt", "It is in the future."],
    [{ startedAt: "2015-11-20T09:59:59Z" }, "/traces/0/startedAt", "It is too long ago."],
    [span({ attributes: { a: [{ b: "x\0" }] } }), "/traces/0/spans/0/attributes/a/0/b", "It contains a NUL character."],
    [span({ attributes: { "a\0": 1 } }), "/traces/0/spans/0/attributes/a\0", "It contains a NUL character."],
    [span({ input: "\uD83D" }), "/traces/0/spans/0/input", "It contains half a surrogate pair."],
    [
      span({ attributes: Object.fromEntries(Array.from({ length: limits.attributes + 1 }, (_, n) => [`k${n}`, n])) }),
      "/traces/0/spans/0/attributes",
      `At most ${limits.attributes} attributes.`
    ]
  ] as const) {
    assert.deepStrictEqual(invalid(trace), [path, message])
  }
  const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`) as object
  assert.isTrue(Result.isSuccess(readRecorded([span({ attributes: { deep: nested(limits.depth) } })] as never, within)))
  const [path, message] = invalid(span({ attributes: { deep: nested(limits.depth + 6) } }))
  assert.match(path!, /^\/traces\/0\/spans\/0\/attributes\/deep\/a\/a/)
  assert.strictEqual(message, "It is nested too deeply.")
  const last = { startNano: String(within.times.latest), endNano: String(within.times.latest) }
  assert.isTrue(Result.isSuccess(readRecorded([span(last)] as never, within)))
  const spans = (count: number) => ({ spans: Array.from({ length: count }, () => ({ name: "a", startedAt: at(0) })) })
  const [half, rest] = [spans(limits.spansOfRequest - 1), spans(2)]
  assert.isTrue(Result.isSuccess(readRecorded([half, spans(1)] as never, within)))
  const many = readRecorded([half, rest] as never, within)
  assert.strictEqual(Result.isFailure(many) ? many.failure._tag : "", "PAYLOAD_TOO_LARGE")
  const large = refusal(span({ input: "x".repeat(limits.spanBytes) }), within)
  assert.deepStrictEqual(large.slice(0, 2), [
    "PAYLOAD_TOO_LARGE",
    `A span is refused: it is larger than ${limits.spanBytes} bytes.`
  ])
})
