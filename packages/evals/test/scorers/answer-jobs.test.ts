import { afterAll, assert, describe, it } from "vitest"
import { answerJobs } from "../../src/scorers/thread/answer-jobs.ts"
import type { Job, Said } from "../../src/scorers/thread/protocol.ts"
import { calls, code, scoring } from "./support.ts"

// A thread of its own has a clock for scorers alone; here others use it too.
const clocks = [
  [Date, "now"],
  [Date.prototype, "getTimezoneOffset"]
] as const
const descriptors = clocks.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name)!)
afterAll(() => clocks.forEach(([owner, name], index) => Object.defineProperty(owner, name, descriptors[index]!)))

const answer = answerJobs()
const now = 1_447_844_800_000

const score = async (source: Record<string, unknown>, inputs: Record<string, unknown> = {}): Promise<Said> => {
  const job = { type: "score", inputs: JSON.stringify(inputs), seed: "s", now, timeoutMs: 60_000 } as const
  const result = await answer({ ...job, source: scoring(source).definition.source } as Job)
  return (result as Extract<typeof result, { readonly type: "score" }>).said
}

const builtin = (name: string, options: Record<string, unknown> = {}) => ({ type: "builtin", name, options })
const said = (raw: unknown, logs = "") => ({ _tag: "Said", json: JSON.stringify(raw), logs })
const failed = (failure: string, message: string, logs?: string) => ({
  ...{ _tag: "Failed", failure: { code: failure, message } },
  ...(logs === undefined ? {} : { logs })
})

describe("what a thread answers", () => {
  it("tells that it is ready, and what is wrong with code and with schemas", async () => {
    assert.deepStrictEqual(await answer({ type: "ready" }), { type: "ready" })
    assert.deepStrictEqual(await answer({ type: "check", language: "typescript", code: "const a: number = 1" }), {
      type: "check",
      faults: [{ code: "NO_DEFAULT_EXPORT", message: "Export a function as the default: it is what scores." }]
    })
    const schema = (text: string) => answer({ type: "checkSchema", schema: text })
    assert.deepStrictEqual(await schema('{ "type": "string" }'), { type: "checkSchema", faults: [] })
    const { faults } = (await schema('{ "type": "text" }')) as { readonly faults: ReadonlyArray<string> }
    assert.lengthOf(faults, 1)
    assert.match(faults[0]!, /type/)
  })

  it.each([
    ["returns", calls("given.output + 1"), { output: 1 }, said({ value: 2 })],
    ["returns more", calls('({ value: 1, label: "a" })'), {}, said({ value: 1, label: "a" })],
    ["logs", code("export default () => { console.log(1, 'b'); return 2 }"), {}, said({ value: 2 }, "1 b\n")],
    ["asks for the time", calls("Date.now()"), {}, said({ value: now })],
    ["has types", code("export default (a: { b: 3 }): number => a.b", "typescript"), { b: 3 }, said({ value: 3 })],
    [
      "has more than types",
      code("enum A { B }\nexport default () => A.B", "typescript"),
      {},
      failed(
        "INVALID_CODE",
        "The types of the code can't be left out: TypeScript enum is not supported in strip-only mode"
      )
    ],
    [
      "throws",
      code("export default () => { console.log(1); throw new RangeError('no') }"),
      {},
      failed("THREW", "RangeError: no (line 1, column 60)", "1\n")
    ],
    ["throws no error", code("export default () => { throw { a: 1 } }"), {}, failed("THREW", 'It threw {"a":1}', "")],
    ["throws a text", code("export default () => { throw 'no' }"), {}, failed("THREW", "It threw no", "")],
    ["throws as it is loaded", code("throw 'no'"), {}, failed("THREW", "It threw no", "")],
    [
      "returns 64 KiB of letters of two bytes",
      calls('({ value: 1, explanation: "é".repeat(40000) })'),
      {},
      failed("THREW", "What it returned is over 64 KiB of JSON.", "")
    ]
  ])("to code that %s", async (_, source, inputs, expected) => {
    assert.deepStrictEqual(await score(source, inputs), expected as Said)
    // Whatever it was, the next has a whole sandbox.
    assert.deepStrictEqual(await score(calls("1")), said({ value: 1 }) as Said)
  })

  it.each([
    ["a measure", builtin("exact"), { output: "a", expected: "a" }, said({ value: true })],
    [
      "a measure of nothing",
      builtin("exact"),
      { expected: "a" },
      failed("INPUT_MISSING", "output is not there: look at what the scorer's inputs point at.")
    ],
    [
      "a measure where nothing is expected",
      builtin("exact"),
      { output: "a", expected: null },
      said({ value: null, explanation: "The item has nothing that is expected." })
    ],
    ["a schema", builtin("jsonSchema", { schema: { type: "string" } }), { output: "a" }, said({ value: true })],
    ["the expected schema", builtin("jsonSchema"), { output: "a", expected: {} }, said({ value: true })],
    ["a pattern", builtin("regex", { pattern: "^a$", flags: "i" }), { output: "A" }, said({ value: true })],
    ["a pattern, as it is written", builtin("regex", { pattern: "^a$" }), { output: "A" }, said({ value: false })],
    [
      "a pattern before the expected one",
      builtin("regex", { pattern: "a" }),
      { output: "a", expected: "b" },
      said({ value: true })
    ],
    ["the expected pattern", builtin("regex"), { output: "ab", expected: "B$|b$" }, said({ value: true })],
    ["a pattern for JSON", builtin("regex", { pattern: '^[{]"a":1[}]$' }), { output: { a: 1 } }, said({ value: true })]
  ])("to %s", async (_, source, inputs, expected) => {
    assert.deepStrictEqual(await score(source, inputs), expected as Said)
  })
})
