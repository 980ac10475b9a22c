import { describe, expect, it } from "vitest"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import type { CustomFieldNode } from "../../src/validation/model.ts"
import { analyse } from "../../src/validation/analyse.ts"
import { customField, formula, found, graphOf, marked, using } from "./graphs.ts"

type Settings = CustomFieldNode["settings"]

const uses = {
  text: "string",
  amount: "number",
  flag: "boolean",
  instant: "timestamp",
  span: "duration",
  anything: "json",
  constructor: "string"
} as const

const dependencies = Object.entries(uses).map(([name, valueType]) =>
  customField(name, { settings: { target: "trace", valueType } })
)

/** What is wrong with a formula that refers to a field of every type; unused references aside. */
const issuesOf = (expression: string, settings: Partial<Settings> = {}) => {
  const root = formula(expression, {
    settings: { target: "trace", valueType: "json", ...settings },
    references: using(...Object.keys(uses))
  })
  return found(graphOf(root, ...dependencies)).filter(
    (issue) => !issue.startsWith("UNUSED") && !issue.startsWith("TARGET")
  )
}

describe("V2: a formula has to parse", () => {
  it.each([
    "1 +‸",
    "‸)",
    "trace.‸",
    "a ‸b",
    '1 + ‸"abc',
    "[1, 2‸",
    "‸if",
    "1 ‸@ 2",
    'trace.name ==\r\n  "a" &&‸',
    "1e+‸",
    '"a‸\\q"',
    "[1].map(‸1, 2)",
    "‸"
  ])("%j", (expression) => {
    const { text, at } = marked(expression)
    expect(issuesOf(text)).toEqual([`SYNTAX_ERROR /source/expression${at}`])
  })

  const codesOf = (expression: string) => issuesOf(expression).map((issue) => issue.split(" ")[0])

  it("nested as deep as it may, and no deeper", () => {
    const { most, beyond } = limits.formulas["nesting of a formula"]
    // What is in the parentheses is a level too.
    const nested = (levels: number) => "(".repeat(levels - 1) + "1" + ")".repeat(levels - 1)
    expect([codesOf(nested(most)), codesOf(nested(most + 1))]).toEqual([[], [beyond]])
  })

  it("with as many computed keys of maps as it may have, and no more", () => {
    const { most, beyond } = limits.formulas["map literals with computed keys"]
    const maps = (count: number) => `[${Array.from({ length: count }, () => "{trace.name: 1}").join(", ")}]`
    expect([codesOf(maps(most)), codesOf(maps(most + 1))]).toEqual([[], [beyond]])
  })
})

describe("V2: a formula has to type-check", () => {
  it.each([
    "true",
    "trace.durationMs / 1000",
    "1000 / trace.durationMs * 2 - custom.amount + 1.5",
    "trace.totalTokens == 0 || 0 != custom.amount",
    "size(trace.tags) * 2.5",
    'trace.endedAt - trace.startedAt > duration("2s")',
    "trace.startedAt + custom.span < custom.instant",
    "trace.endedAt == null || null != trace.userId || custom.text == null",
    "trace.error == null ? dyn(null) : trace.error.message",
    'trace.attributes["gen_ai.request.model"] == "m" && trace.attributes.retries > 2',
    'trace.scores.quality * 2 + trace.scores["cost"]',
    'trace.input.messages.filter(m, m.role == "user").map(m, m.content)',
    'trace.tags.exists(tag, tag.startsWith("a")) && "b" in trace.tags',
    'trace.tags.map(trace, trace + "!")',
    "trace.tags.map(custom, custom + custom)",
    "cel.bind(ms, trace.durationMs, ms * ms)",
    "has(trace.input.a.b) && has(custom.text)",
    "custom.flag ? custom.text : custom.constructor",
    'custom["text"] + custom.constructor',
    "custom.anything.a.b[0] + 1",
    "custom[trace.name] == 1",
    '{"a": 1, "b": "x", trace.name: [1, 2.5, true]}',
    "// a comment\ntrace.name"
  ])("accepted: %s", (expression) => {
    expect(issuesOf(expression)).toEqual([])
  })

  it.each([
    "‸trace.name + 1",
    "trace.‸name ? 1 : 2",
    "trace.name.‸length",
    "‸trace.name * 2",
    "‸custom.text + custom.amount",
    "‸custom.instant + custom.instant",
    "1 == 1 && (‸custom.flag > 1)",
    "‸trace.startedAt + 1000",
    "‸trace.tags[1.5]",
    "‸f(1)",
    "trace.name.‸x.y",
    "trace.‸name.all(x, true)",
    '‸true ? 1 : "a"',
    "trace.tags.map(t, ‸t * 2)",
    "\n\n  ‸trace.name + 1"
  ])("TYPE_ERROR: %s", (expression) => {
    const { text, at } = marked(expression)
    expect(issuesOf(text)).toEqual([`TYPE_ERROR /source/expression${at}`])
  })

  it.each([
    "trace.‸nope",
    "trace.‸constructor",
    'trace["‸nope"]'.replace('"‸', '‸"'),
    "has(trace.‸nope)",
    "trace.‸nope.deeper.still",
    "[1].map(x, trace.‸nope)",
    "[1].map(x, [2].all(x, trace.‸nope == x))",
    "cel.bind(trace, trace.‸nope, trace.nope)",
    "‸span.name",
    "‸other",
    "‸optional",
    "‸optional.of(1).orValue(2)",
    "[1].map(optional, trace.‸nope == optional)",
    "[trace][0].‸nope"
  ])("UNKNOWN_FIELD: %s", (expression) => {
    const { text, at } = marked(expression)
    expect(issuesOf(text)).toEqual([`UNKNOWN_FIELD /source/expression${at}`])
  })

  it("tells each unknown field and alias, not the first alone", () => {
    expect(issuesOf('trace.a + custom.b + trace.c + custom["d"]')).toEqual([
      "UNKNOWN_FIELD /source/expression 1:7",
      "UNKNOWN_ALIAS /source/expression 1:18",
      "UNKNOWN_FIELD /source/expression 1:28",
      "UNKNOWN_ALIAS /source/expression 1:39"
    ])
  })

  it("an unknown alias does not hide a type error", () => {
    expect(issuesOf("custom.b == 1 && trace.name * 2 == 3")).toEqual([
      "UNKNOWN_ALIAS /source/expression 1:8",
      "TYPE_ERROR /source/expression 1:18"
    ])
  })

  it.each(["toString", "valueOf", "hasOwnProperty", "__proto__"])("custom.%s is no alias", (name) => {
    expect(issuesOf(`custom.${name}`)).toEqual(["UNKNOWN_ALIAS /source/expression 1:8"])
  })
})

describe("V2: a formula sees the record it is for, and the one that holds it", () => {
  it.each([
    ["trace", "trace.name", true],
    ["trace", "span.name", false],
    ["span", "span.model + trace.name", true],
    ["span", "run.name", false],
    ["evaluation_run", "run.caseCount + 1", true],
    ["evaluation_run", "case.expected", false],
    ["evaluation_run", "trace.name", false],
    ["evaluation_case", 'case.expected == case.output && run.name == "a"', true],
    ["evaluation_case", "trace.name", false]
  ] as const)("%s: %s is %s", (target, expression, valid) => {
    expect(analyse(graphOf(formula(expression, { settings: { target, valueType: "json" } }))).valid).toBe(valid)
  })
})

describe("V2: a formula's type has to fit the field's", () => {
  const samples = {
    string: "trace.name",
    number: "trace.durationMs",
    boolean: "1 < 2",
    timestamp: "trace.startedAt",
    duration: "trace.endedAt - trace.startedAt"
  } as const
  const valueTypes = [...Object.keys(samples), "json"] as ReadonlyArray<Settings["valueType"]>

  it.each(Object.entries(samples))("%s: %s", (type, expression) => {
    for (const valueType of valueTypes) {
      const fits = valueType === type || valueType === "json"
      expect(issuesOf(expression, { valueType })).toEqual(fits ? [] : ["TYPE_ERROR /source/expression 1:1"])
    }
  })

  it.each(["trace.input", "custom.anything.a", "null", "dyn(1)", "trace.input + 1"])("anything: %s", (expression) => {
    for (const valueType of valueTypes) expect(issuesOf(expression, { valueType })).toEqual([])
  })

  it.each(["1", "1u", "size(trace.tags)"])("an integer is a number: %s", (expression) => {
    expect(issuesOf(expression, { valueType: "number" })).toEqual([])
  })

  it("the type of custom.<alias> is the referenced field's", () => {
    for (const [alias, valueType] of Object.entries(uses)) {
      expect(issuesOf(`custom.${alias}`, { valueType })).toEqual([])
      if (valueType === "json") continue
      const other = valueType === "string" ? "number" : "string"
      expect(issuesOf(`custom.${alias}`, { valueType: other })).toEqual(["TYPE_ERROR /source/expression 1:1"])
    }
  })
})

describe("V3: an unused reference is told only where it is sure to be unused", () => {
  const unused = (expression: string) =>
    found(graphOf(formula(expression, { references: using("amount") }), dependencies[1]!))

  it.each(["1", "trace.amount", "[1].map(custom, custom)", '"custom.amount"'])("told: %s", (expression) => {
    expect(unused(expression)).toContain("UNUSED_REFERENCE /references/amount")
  })

  it.each([
    "custom.amount",
    'custom["amount"]',
    "custom[trace.name]",
    "custom",
    "custom.amount +",
    "has(custom.amount)",
    "cel.bind(custom, custom.amount, custom)"
  ])("not told: %s", (expression) => {
    expect(unused(expression)).not.toContain("UNUSED_REFERENCE /references/amount")
  })

  it("told of an attribute's references", () => {
    const root = customField("a", { references: using("amount") })
    expect(found(graphOf(root, dependencies[1]!))).toEqual(["UNUSED_REFERENCE /references/amount"])
  })
})

describe("V2: an attribute has to be an RFC 6901 JSON Pointer", () => {
  const attribute = (pointer: string) => found(graphOf(customField("a", { source: { type: "attribute", pointer } })))

  it.each(["", "/", "/a", "/a//b", "/a~0b/~1", "/ ", "/é/\u0000", "/\ud800"])("accepted: %j", (pointer) => {
    expect(attribute(pointer)).toEqual([])
  })

  it.each(["‸a", "‸a/b", "/a‸~", "/a/b‸~2c", "‸#/a", "/a\n/b‸~x"])("refused: %j", (pointer) => {
    const { text, at } = marked(pointer)
    expect(attribute(text)).toEqual([`SYNTAX_ERROR /source/pointer${at}`])
  })
})
