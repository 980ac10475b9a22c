import { assert, describe, it } from "vitest"
import { checkScorer } from "../../src/scorers/family/check-scorer.ts"
import type { ScorerNode } from "../../src/scorers/family/issue.ts"

type Output = ScorerNode["settings"]["output"]

const boolean: Output = { type: "boolean" }
const number = (min: number | null, max: number | null): Output => ({ type: "number", min, max })
const labels = (...values: ReadonlyArray<number | null>): Output => ({
  type: "label",
  labels: values.map((value, n) => ({ label: `l${n}`, value }))
})

const builtin = (name: string, options: object = {}) => ({ type: "builtin", name, options }) as ScorerNode["source"]
const human = { type: "human", question: "Good?", guidance: "" } as ScorerNode["source"]
const judge = (...choices: ReadonlyArray<{ readonly label: string; readonly value: number | null }>) =>
  ({
    type: "judge",
    prompt: "ask",
    connection: "mco_1",
    model: "m",
    maxOutputTokens: 16,
    choices
  }) as ScorerNode["source"]
const app = { type: "app", app: "it" } as ScorerNode["source"]

type References = ScorerNode["references"]
const prompt: References = { ask: { kind: "prompt", id: "pt_1", revision: null } }

/** What is wrong, each in short. Whatever is called `gone` is not there. */
const issuesOf = (
  source: ScorerNode["source"],
  output: Output,
  more: { passAt?: number; references?: References } = {}
) => {
  const { passAt = null, references = source.type === "judge" ? prompt : {} } = more
  const settings = { output, inputs: {}, passAt, higherIsBetter: true, timeoutMs: 1000, extra: {} }
  return checkScorer({ source, settings, references }, ({ id }) => id !== "gone")
}

const shortly = (issues: ReturnType<typeof issuesOf>) =>
  issues.map(({ severity, code, path }) => `${severity} ${code} ${path}`)

const mismatch = "error OUTPUT_MISMATCH /settings/output"

describe("what a scorer says, and what its output holds", () => {
  it.each([
    ["exact", boolean, []],
    ["exact", number(0, 1), []],
    ["exact", number(null, null), []],
    ["exact", number(-1, 5), []],
    ["exact", number(0.1, 1), [mismatch]],
    ["exact", number(0, 0.9), [mismatch]],
    ["exact", labels(0, 1), [mismatch]],
    ["contains", boolean, []],
    ["numeric", boolean, []],
    ["jsonEqual", boolean, []],
    ["levenshtein", boolean, [mismatch]],
    ["levenshtein", number(0, 1), []],
    ["levenshtein", number(null, 0.5), [mismatch]],
    ["listOverlap", boolean, [mismatch]],
    ["listOverlap", number(0.5, null), [mismatch]],
    ["latency", boolean, [mismatch]],
    ["latency", number(0, null), []],
    ["latency", number(0, 1000), ["warning OUTPUT_MISMATCH /settings/output/max"]],
    ["usage", labels(1), [mismatch]],
    ["usage", number(null, 1), ["warning OUTPUT_MISMATCH /settings/output/max"]]
  ] as const)("of the measure %s in %j is wrong: %j", (name, output, expected) => {
    assert.deepStrictEqual(shortly(issuesOf(builtin(name), output)), [...expected])
  })

  const choice = (label: string, value: number | null) => ({ label, value })
  it.each([
    [[], number(0, 1), []],
    [[], labels(0, 1), [mismatch]],
    [[choice("l0", 9), choice("l1", null)], labels(0, 1), []],
    [[choice("l0", 0), choice("other", 0)], labels(0, 1), ["error OUTPUT_MISMATCH /source/choices/1/label"]],
    [[choice("a", 0), choice("b", 1), choice("c", null)], number(0, 1), []],
    [[choice("a", 0), choice("b", 1.1)], number(0, 1), ["error OUTPUT_MISMATCH /source/choices/1/value"]],
    [[choice("a", -0.1)], number(0, null), ["error OUTPUT_MISMATCH /source/choices/0/value"]],
    [[choice("a", 99), choice("b", -99)], number(null, null), []],
    [[choice("a", 0), choice("b", 1)], boolean, []],
    [[choice("a", 2)], boolean, ["error OUTPUT_MISMATCH /source/choices/0/value"]]
  ] as const)("of a judge with the choices %j in %j is wrong: %j", (choices, output, expected) => {
    assert.deepStrictEqual(shortly(issuesOf(judge(...choices), output)), [...expected])
  })

  it.each([
    [number(0, 1), [0, 0.5, 1], [-0.1, 1.1]],
    [number(null, 1), [-99, 1], [1.1]],
    [number(0, null), [0, 99], [-0.1]],
    [boolean, [0, 0.5, 1], [-1, 2]],
    [labels(2, -1, null), [-1, 0, 2], [-2, 3]],
    [labels(null, null), [], [0, 1]]
  ])("in %j passing at %j is fine, and at %j says nothing", (output, fine, pointless) => {
    for (const passAt of fine) assert.deepStrictEqual(issuesOf(human, output, { passAt }), [], `${passAt}`)
    for (const passAt of pointless) {
      const warned = ["warning PASS_OUT_OF_RANGE /settings/passAt"]
      assert.deepStrictEqual(shortly(issuesOf(human, output, { passAt })), warned, `${passAt}`)
    }
  })

  it.each([
    [null, "", []],
    ["^a$", "iu", []],
    ["(", "", ["error INVALID_PATTERN /source/options/pattern"]],
    ["a", "zz", ["error INVALID_PATTERN /source/options/pattern"]]
  ])("of the pattern %j with the flags %j is wrong: %j", (pattern, flags, expected) => {
    assert.deepStrictEqual(shortly(issuesOf(builtin("regex", { pattern, flags }), boolean)), expected)
  })
})

describe("what a scorer refers to", () => {
  const told = (source: ScorerNode["source"], references: References) =>
    issuesOf(source, number(0, 1), { references }).map(({ severity, code, path, message }) => [
      severity,
      code,
      path,
      message
    ])

  it("is what its source needs, of that kind, and there", () => {
    const it = { it: { kind: "app", id: "ap_1", revision: 2 } } as const
    assert.deepStrictEqual(told(judge(), prompt), [])
    assert.deepStrictEqual(told(app, it), [])
    assert.deepStrictEqual(told(judge(), it), [
      ["error", "UNKNOWN_ALIAS", "/source/prompt", "ask is not among the scorer's references."],
      ["warning", "UNUSED_REFERENCE", "/references/it", "it is not used."]
    ])
    assert.deepStrictEqual(told(app, {}), [
      ["error", "UNKNOWN_ALIAS", "/source/app", "it is not among the scorer's references."]
    ])
    assert.deepStrictEqual(told(app, { it: { kind: "prompt", id: "pt_1", revision: null } }), [
      ["error", "WRONG_KIND", "/source/app", "it is a prompt: a app needs a app."]
    ])
    assert.deepStrictEqual(told(human, { ...prompt, ...it }), [
      ["warning", "UNUSED_REFERENCE", "/references/ask", "ask is not used."],
      ["warning", "UNUSED_REFERENCE", "/references/it", "it is not used."]
    ])
  })

  it("is told by its kind, its ID and the revision that is asked for, where it is not there", () => {
    const gone = (revision: number | null) => told(judge(), { ask: { kind: "prompt", id: "gone", revision } })
    const issue = (what: string) => ["error", "UNKNOWN_ALIAS", "/references/ask", `${what} does not exist.`]
    assert.deepStrictEqual(gone(null), [issue("prompt gone")])
    assert.deepStrictEqual(gone(7), [issue("prompt gone at revision 7")])
  })
})
