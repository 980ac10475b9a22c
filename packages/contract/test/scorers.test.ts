import { apps } from "@agent-operations/contract/apps"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { prompts } from "@agent-operations/contract/prompts"
import { Scorer, scorers } from "@agent-operations/contract/scorers"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"

const settings = Schema.decodeUnknownSync(Scorer.settings)
const source = Schema.decodeUnknownSync(Scorer.source)

describe("scorers", () => {
  it("C2: are in a document beside the prompts and apps that they refer to", () => {
    const document = openApiDocument([prompts, apps, scorers])
    expect(Object.keys(document.paths)).toContain("/api/agent/validate_scorer")
  })

  it("have settings and options that can be left out", () => {
    expect(settings({})).toEqual({
      output: { type: "number", min: 0, max: 1 },
      inputs: {},
      passAt: null,
      higherIsBetter: true,
      timeoutMs: 2000,
      extra: {}
    })
    expect(source({ type: "builtin", name: "listOverlap" })).toEqual({
      type: "builtin",
      name: "listOverlap",
      options: { measure: "f1" }
    })
    expect(source({ type: "builtin", name: "regex" })).toEqual({
      type: "builtin",
      name: "regex",
      options: { pattern: null, flags: "u" }
    })
  })

  it.each([
    ["into a value", { inputs: { answer: "/answer" } }, "begins with one of /input, /output"],
    ["that is one", { inputs: { answer: "/output/~2" } }, "a JSON Pointer, such as /output"],
    ["a range with room", { output: { type: "number", min: 1, max: 1 } }, "max is more than min"],
    ["labels once", { output: { type: "label", labels: [1, 2].map((value) => ({ label: "a", value })) } }, "twice"],
    ["a label", { output: { type: "label", labels: [] } }, "at least 1"],
    ["time", { timeoutMs: 99 }, "between 100 and 10000"]
  ])("need of settings: %s", (_, wrong, why) => {
    expect(() => settings(wrong)).toThrow(why)
  })

  it.each([
    ["a measure", { type: "builtin", name: "vibes" }, "one of exact, contains, regex"],
    ["options of the measure", { type: "builtin", name: "regex", options: { tolerance: 1 } }, "tolerance"],
    ["each flag once", { type: "builtin", name: "regex", options: { flags: "ii" } }, "flags out of i, m, s and u"],
    ["at most 64 KiB", { type: "code", language: "javascript", code: "é".repeat(32 * 1024 + 1) }, "65536 bytes"],
    ["a language that is run", { type: "code", language: "python", code: "x" }, "typescript"]
  ])("need of a source: %s", (_, wrong, why) => {
    expect(() => Schema.decodeUnknownSync(Scorer.source)(wrong, { onExcessProperty: "error" })).toThrow(why)
  })
})
