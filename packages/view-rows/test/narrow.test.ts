import { type Filter, parseFieldPath, passes, valueAt } from "@agent-operations/traces"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { impliedBy } from "../src/formulas/narrow.ts"
import type { Condition, FieldSpec, JsonValue } from "../src/formulas/protocol.ts"
import { attribute, cellOf, formula, raw } from "./rows.ts"

const numbers = fc.constantFrom(-1, 0, 1, 1.5, 2, 1000)
const texts = fc.constantFrom("a", "b", "gold", "", "\u{1f600}")

/** What a trace may be. */
const traces = fc.record({
  name: texts,
  userId: fc.option(texts),
  durationMs: fc.option(numbers),
  cost: fc.option(numbers),
  attributes: fc.record(
    { tier: fc.oneof(texts, numbers, fc.boolean()), "a.b": fc.oneof(texts, numbers) },
    { requiredKeys: [] }
  ),
  metadata: fc.record({ n: fc.oneof(numbers, texts) }, { requiredKeys: [] }),
  scores: fc.record({ quality: numbers }, { requiredKeys: [] }),
  input: fc.oneof(texts, fc.record({ n: numbers }), fc.record({ "a.b": numbers }))
})

const numeric = fc.constantFrom(
  "trace.durationMs",
  "trace.cost",
  "trace.scores.quality",
  'trace.attributes["a.b"]',
  "trace.input.n",
  "custom.cost",
  "trace.metadata.n"
)
const textual = fc.constantFrom(
  "trace.name",
  "trace.userId",
  "trace.attributes.tier",
  'trace.attributes["tier"]',
  "custom.tier",
  "custom.name"
)
const comparisons = fc.oneof(
  fc
    .tuple(numeric, fc.constantFrom("==", "!=", "<", "<=", ">", ">="), numbers, fc.boolean())
    .map(([field, operator, value, first]) =>
      first ? `${field} ${operator} (${value})` : `(${value}) ${operator} ${field}`
    ),
  fc
    .tuple(textual, fc.constantFrom("==", "!=", "<", ">="), texts, fc.boolean())
    .map(([field, operator, value, first]) =>
      first ? `${field} ${operator} ${JSON.stringify(value)}` : `${JSON.stringify(value)} ${operator} ${field}`
    ),
  fc.constantFrom("custom.gold", "trace.attributes.tier == true", "trace.userId == null", "has(trace.input.n)")
)

const expressions = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    comparisons,
    fc.tuple(tie("any"), fc.constantFrom("&&", "||"), tie("any")).map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    tie("any").map((a) => `!(${a})`),
    fc.tuple(tie("any"), tie("any"), tie("any")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`)
  )
})).any

/** The fields that expressions use, by their aliases. */
const used: ReadonlyArray<FieldSpec> = [
  formula("trace.cost", "number"),
  attribute("/attributes/tier", "string"),
  attribute("/name", "string"),
  formula('custom.tier == "gold" && trace.durationMs > 0.0', "boolean", { tier: 1 })
]
const aliases = { cost: 0, tier: 1, name: 2, gold: 3 }

const holds = (condition: Condition, trace: object): boolean => {
  if ("all" in condition) return condition.all.every((part) => holds(part, trace))
  if ("any" in condition) return condition.any.some((part) => holds(part, trace))
  const path = parseFieldPath(condition.field)!
  return passes(condition as Filter, path.type, valueAt(trace, path))
}

/** What a filter on the last of some fields implies, whether a trace passes it, and whether what is implied holds. */
const look = (
  field: FieldSpec,
  filter: Pick<Filter, "operator" | "value">,
  trace: Readonly<Record<string, JsonValue>>
) => {
  const fields = [...used, field]
  const implied = impliedBy(fields, [
    { field: used.length, operator: filter.operator, value: filter.value as JsonValue }
  ])
  const cell = cellOf(fields, raw(trace))
  const passed = !("error" in cell) && passes({ field: "custom.x", ...filter }, field.valueType, cell.value)
  return { implied, passed, held: implied.every((condition) => holds(condition, trace)) }
}

describe("T14: what the database leaves out is what formulas would not let pass", () => {
  it("where a formula has to be true", () => {
    let leftOut = 0
    let kept = 0
    fc.assert(
      fc.property(expressions, traces, (expression, trace) => {
        const { implied, passed, held } = look(
          formula(expression, "boolean", aliases),
          { operator: "eq", value: true },
          trace
        )
        expect(passed && !held, `${expression} ${JSON.stringify(implied)}`).toBe(false)
        if (!held) leftOut++
        if (passed && implied.length > 0) kept++
      }),
      { numRuns: 3000 }
    )
    // It is no property of leaving nothing out.
    expect(leftOut).toBeGreaterThan(100)
    expect(kept).toBeGreaterThan(100)
  })

  it("below, at and above what a formula compares with, from either side", () => {
    const trace = { name: "b", userId: null, attributes: {}, metadata: {}, scores: {}, input: null, durationMs: null }
    const compared = [
      ...[-1, 0, 1].map((bound) => ["trace.cost", `(${bound}.0)`, { ...trace, cost: 0 }] as const),
      ...["a", "b", "c"].map((bound) => ["trace.name", JSON.stringify(bound), { ...trace, cost: 0 }] as const)
    ]
    let leftOut = 0
    for (const [field, bound, of] of compared) {
      for (const operator of ["==", "!=", "<", "<=", ">", ">="]) {
        for (const expression of [`${field} ${operator} ${bound}`, `${bound} ${operator} ${field}`]) {
          const { passed, held } = look(formula(expression, "boolean", aliases), { operator: "eq", value: true }, of)
          expect([expression, passed && !held]).toEqual([expression, false])
          if (!held) leftOut++
        }
      }
    }
    // Of numbers each of the half that does not pass.
    expect(leftOut).toBeGreaterThanOrEqual(18)
  })

  it("where what a field shows is compared", () => {
    const shown = fc.constantFrom(
      formula("trace.durationMs", "number"),
      formula('trace.attributes["a.b"]', "number"),
      attribute("/attributes/tier", "string"),
      attribute("/attributes/tier", "number"),
      attribute("/attributes/tier", "boolean"),
      attribute("/metadata/n", "number"),
      attribute("/userId", "string"),
      attribute("/input/n", "number")
    )
    const operators = fc.constantFrom("eq", "ne", "lt", "lte", "gt", "gte", "in", "exists")
    fc.assert(
      fc.property(shown, operators, fc.oneof(numbers, texts, fc.boolean()), traces, (field, operator, value, trace) => {
        const { passed, held } = look(field, { operator, value }, trace)
        expect(passed && !held).toBe(false)
      }),
      { numRuns: 2000 }
    )
  })

  it.each<readonly [string, ReadonlyArray<Condition>]>([
    ['trace.attributes["k"] == "v"', [{ field: "trace.attributes.k", operator: "eq", value: "v" }]],
    ["5 < trace.durationMs", [{ field: "trace.durationMs", operator: "gt", value: 5 }]],
    ["trace.durationMs != 5.0", []],
    ["trace.input.n == 1", []],
    ["trace.name == 'a' || trace.userId.size() > 1", []],
    ["trace.name == 'a' && trace.userId.size() > 1", [{ all: [{ field: "trace.name", operator: "eq", value: "a" }] }]]
  ])("%s", (expression, expected) => {
    expect(impliedBy([formula(expression, "boolean")], [{ field: 0, operator: "eq", value: true }])).toEqual(expected)
  })
})
