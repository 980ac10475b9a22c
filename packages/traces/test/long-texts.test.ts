import { runSteps } from "@agent-operations/operations"
import { afterEach, assert, expect, it, vi } from "vitest"
import { readBody, readBodyBySteps, writeBody } from "../src/body.ts"
import { contentBySteps, contentOf } from "../src/content.ts"
import { fittingItems } from "../src/family/fitting-items.ts"
import { scoreText } from "../src/family/score-answer.ts"
import type { Json } from "../src/json.ts"
import { makeSpanBySteps } from "../src/make-span.ts"
import { spanAnswerBySteps } from "../src/span-answer.ts"
import { headWrites, partsOf } from "../src/store/head-writes.ts"
import { listedTraces } from "../src/store/list-traces.ts"
import type { Score } from "../src/store/score-rows.ts"
import { sentSpan, spanOf } from "./spans.ts"

afterEach(() => vi.restoreAllMocks())

/** How long the texts are that are parsed meanwhile. */
const parsedBy = (run: () => unknown): ReadonlyArray<number> => {
  const parse = vi.spyOn(JSON, "parse")
  run()
  const lengths = parse.mock.calls.map(([text]) => text.length)
  parse.mockRestore()
  return lengths
}

const steps = (generator: Generator<void, unknown>): number => {
  let count = 0
  while (generator.next().done !== true) count++
  return count
}

const object = (names: number): Readonly<Record<string, Json>> =>
  Object.fromEntries(Array.from({ length: names }, (_, n) => [`name ${n}`, n]))

it("K3: facts are of no long text, which is not parsed for them", () => {
  const long = JSON.stringify(object(10_000))
  const attributes = {
    "mlflow.llm.model": long,
    "mlflow.llm.provider": long,
    "mlflow.trace.user": long,
    "mlflow.chat.tokenUsage": JSON.stringify({ input_tokens: 7, ...object(10_000) }),
    "langfuse.observation.usage_details": long,
    "langfuse.observation.cost_details": long,
    "langfuse.observation.completion_start_time": long
  }
  const facts = parsedBy(() => {
    const { model, provider, userId, inputTokens, cost, firstTokenNano } = spanOf({ attributes }).facts
    assert.deepStrictEqual([model, provider, userId, inputTokens, cost, firstTokenNano], Array(6).fill(null))
  })
  assert.deepStrictEqual(facts, [])
})

it("K3: a text is parsed once, of which many fields are members", () => {
  const usage = JSON.stringify({ input: 7, output: 2, total: 9 })
  const attributes = { "langfuse.observation.usage_details": usage, "mlflow.llm.model": '"m"' }
  const parsed = parsedBy(() => {
    const { inputTokens, outputTokens, totalTokens, model } = spanOf({ attributes }).facts
    assert.deepStrictEqual([inputTokens, outputTokens, totalTokens, model], [7, 2, 9, "m"])
  })
  assert.deepStrictEqual(parsed.toSorted(), [usage.length, 3].toSorted())
})

it("T10: a fact is read of a text of the length that it may have, however it is written", () => {
  const name = "\\u0061".repeat(200)
  expect(spanOf({ attributes: { "mlflow.llm.model": `"${name}"` } }).facts.model).toBe("a".repeat(200))
})

it("T10, K3: what a long text says is read by steps, and the same as at once", () => {
  const value = { list: Array.from({ length: 130 }, (_, n) => object(100 + n)), text: '"é\\ud83d\\ude00' }
  const text = JSON.stringify(value)
  // What is shorter is read at once.
  assert.isAbove(text.length, 256 * 1024)
  const attributes = {
    "input.value": text,
    "output.value": `${text} `,
    metadata: text,
    "langfuse.observation.metadata.of": text,
    "langfuse.observation.metadata.plain": "a".repeat(100_000)
  }
  const { sent } = spanOf({ attributes })
  const { input, output, metadata } = contentOf(sent)
  assert.deepStrictEqual(JSON.parse(JSON.stringify([input, output])), [value, value])
  assert.deepStrictEqual<unknown>(JSON.parse(JSON.stringify(metadata)), {
    of: value,
    plain: "a".repeat(100_000),
    ...value
  })
  const parsed = parsedBy(() => assert.isAbove(steps(contentBySteps(sent)), (2 * text.length) / 65_536))
  assert.isAbove(parsed.length, 4)
  assert.isBelow(Math.max(...parsed), 70_000)
})

/** The most that is parsed in one step of some. */
const mostParsed = (run: Generator<void, unknown>): number => {
  const parse = vi.spyOn(JSON, "parse")
  let most = 0
  for (let done = false; !done;) {
    parse.mockClear()
    done = run.next().done === true
    most = Math.max(
      most,
      parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
    )
  }
  parse.mockRestore()
  return most
}

it("T10, K3: texts that are long together are read by steps, though each is short", () => {
  const texts = Array.from({ length: 32 }, (_, n) => JSON.stringify({ n, ...object(3000) }))
  assert.isBelow(Math.max(...texts.map(({ length }) => length)), 65_536)
  const attributes = Object.fromEntries(texts.map((text, n) => [`langfuse.observation.metadata.k${n}`, text]))
  const { sent } = spanOf({ attributes })
  assert.isAtMost(mostParsed(contentBySteps(sent)), 65_536)
  assert.deepStrictEqual(
    JSON.parse(JSON.stringify(contentOf(sent).metadata)),
    Object.fromEntries(texts.map((text, n) => [`k${n}`, JSON.parse(text)]))
  )
})

it("T10, K3: a body of many names is read by steps, and the same as at once", () => {
  const sent = sentSpan({ attributes: { many: object(60_000), ["__proto__"]: "a key as any other" } })
  const body = writeBody(sent)
  assert.isAbove(body.length, 1_000_000)
  assert.isBelow(mostParsed(readBodyBySteps(body)), 140_000)
  assert.deepStrictEqual(
    JSON.stringify(readBody(body).attributes),
    JSON.stringify(JSON.parse(String(Buffer.from(body))).attributes)
  )
  const answer = () => spanAnswerBySteps({ ...spanOf({ attributes: sent.attributes }), body })
  assert.isTrue(Object.hasOwn(runSteps(answer()).attributes, "__proto__"))
  assert.isAbove(steps(answer()), body.length / 65_536)
})

it("P5, K3: a page of items is written by steps, of which each writes one", () => {
  let written = 0
  const items = Array.from({ length: 40 }, (_, n) => () => {
    written++
    return String(n)
  })
  const writing = fittingItems(items, 1e6)
  for (let count = 1; count <= items.length; count++) {
    writing.next()
    assert.strictEqual(written, count)
  }
  assert.lengthOf(writing.next().value ?? [], items.length)
})

it("E3, K3: a text stays a text that has more names than a request may have", () => {
  const text = JSON.stringify(object(101_000))
  const sent = sentSpan({ attributes: { "input.value": text } })
  const parsed = parsedBy(() => assert.isTrue(contentOf(sent).input === text))
  assert.deepStrictEqual(parsed, [])
})

it("K3: a large span is made by steps", () => {
  const sent = sentSpan({ attributes: { "input.value": JSON.stringify(object(40_000)), other: "a".repeat(1_600_000) } })
  const make = makeSpanBySteps({ estimate: () => undefined })
  assert.isAbove(steps(make(sent)), 3)
  assert.isAbove(runSteps(make(sent)).body.length, 2_000_000)
})

it("K3: heads are made by steps, and written in parts of some megabytes", () => {
  const text = JSON.stringify(object(20_000))
  const traces = [1, 2, 3].map((n) => ({
    traceId: String(n),
    bucket: "",
    spans: [spanOf({ attributes: { "input.value": text, n } })]
  }))
  assert.isAbove(steps(headWrites(traces)), (3 * text.length) / 65_536)
  const small = runSteps(headWrites(traces))
  assert.strictEqual(small.get("2")!.headSpan.input, text)
  const heads = [1_500_000, 1_500_000, 1_500_000, 10, 4_500_000, 10].map((length) => {
    const head = small.get("1")!
    return { ...head, headSpan: { ...head.headSpan, input: "a".repeat(length) } }
  })
  assert.deepStrictEqual(
    partsOf(heads).map((part) => part.map(({ headSpan }) => headSpan.input!.length)),
    [[1_500_000, 1_500_000, 1_500_000], [10, 4_500_000], [10]]
  )
})

it("K3: what is written of a score is the text that the store has of its metadata, which is not parsed", () => {
  const metadata = JSON.stringify({ list: Array.from({ length: 20_000 }, () => []) })
  const time = new Date(0)
  const score: Score = {
    ...{ id: "scr_1", traceId: "1", spanId: null, name: 'a "b"', identifier: "", label: null, explanation: "é" },
    ...({ dataType: "BOOLEAN", value: false, source: "API", annotatorKind: "CODE" } as const),
    ...{ metadata, createdAt: time, createdBy: '{"type":"user"}', updatedAt: time }
  }
  let text = ""
  assert.deepStrictEqual(
    parsedBy(() => (text = scoreText(score))),
    []
  )
  assert.deepStrictEqual(JSON.parse(text), {
    ...score,
    metadata: JSON.parse(metadata),
    createdBy: { type: "user" },
    createdAt: time.toISOString(),
    updatedAt: time.toISOString()
  })
})

it("T8, K3: traces that are listed are read by steps, the same as at once", () => {
  const attributes = JSON.stringify({ list: Array.from({ length: 300 }, (_, n) => object(100 + n)) })
  const row = {
    ...{ trace_id: "00000000-0000-0000-0000-000000000001", bucket: "", head_key: "", name: "a", scores: '{"good":1}' },
    ...{ root_ended: true, root_error: false, started_ns: 0n, ended_ns: null, long_input: true, long_output: false },
    ...{ user_pick: null, session_pick: null, environment_pick: null, release_pick: null, cost_pico: null },
    ...{ span_count: 1, error_count: 0, input_tokens: null, output_tokens: null, total_tokens: null },
    ...{ encoded_bytes: 1n, touched_at: new Date(0), now: new Date(0), tags: '["t"]', attributes, metadata: "{}" },
    ...{ input: '"beginn', output: attributes, error: null }
  }
  const rows = [row, row]
  assert.isAbove(attributes.length, 1_000_000)
  assert.isBelow(mostParsed(listedTraces(rows)), 140_000)
  const listed = runSteps(listedTraces(rows))
  assert.lengthOf(listed, rows.length)
  for (const { headSpan, scores, truncated } of [listed[0]!, listed[1]!]) {
    const { input, output, tags, metadata, error } = headSpan
    assert.deepStrictEqual(JSON.stringify([headSpan.attributes, output]), `[${attributes},${attributes}]`)
    assert.deepStrictEqual([input, tags, { ...metadata }, error], ["beginn", ["t"], {}, null])
    assert.deepStrictEqual([{ ...scores }, truncated], [{ good: 1 }, ["input"]])
  }
})
