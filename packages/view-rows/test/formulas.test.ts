import { Environment } from "@marcbachmann/cel-js"
import { describe, expect, it } from "vitest"
import { run } from "../src/formulas/run.ts"
import type { ValueType } from "../src/formulas/protocol.ts"
import { limits } from "../../../tooling/readme/src/limits.ts"
import { beginCell, spend } from "../src/formulas/meter.ts"
import { attribute, cellOf, formula, jobOf, raw } from "./rows.ts"

const trace = raw({
  id: "0af7651916cd43dd8448eb211c80319c",
  name: "a",
  userId: null,
  durationMs: 1500,
  totalTokens: 100,
  cost: 0.5,
  endedAt: null,
  startedAt: "2015-11-20T10:00:00.000Z",
  tags: ["a", "b"],
  scores: {},
  output: false,
  attributes: JSON.parse('{"gen_ai.request.model":"m","retries":3,"constructor":"x","__proto__":{"a":1}}'),
  input: {
    messages: [
      { role: "user", content: "hi" },
      { role: "tool", content: 1 }
    ],
    a: null
  }
})

const value = (expression: string, valueType: ValueType = "json") => cellOf(formula(expression, valueType), trace)

describe("a formula's cell is its value", () => {
  it.each<readonly [string, unknown]>([
    ["trace.durationMs / 1000", 1.5],
    ["1000 / trace.durationMs * 3 + 1.5", 3.5],
    ["trace.totalTokens == 100 && 100 == trace.totalTokens && 0 != trace.totalTokens", true],
    ["size(trace.tags) * 2.5", 5],
    ['trace.attributes["gen_ai.request.model"] == "m" && trace.attributes.retries > 2', true],
    ['trace.input.messages.filter(m, m.role == "user").map(m, m.content)', ["hi"]],
    ['trace.tags.exists(tag, tag.startsWith("a")) && "b" in trace.tags', true],
    ['trace.tags.map(trace, trace + "!")', ["a!", "b!"]],
    ["cel.bind(ms, trace.durationMs, ms * ms)", 2_250_000],
    ["trace.startedAt + duration('1s')", "2015-11-20T10:00:01.000Z"],
    ["duration('1.5s')", 1500],
    ["timestamp('2015-11-20T10:00:00.123456789+01:00')", "2015-11-20T09:00:00.123Z"],
    ["timestamp('1969-12-31T23:59:59.9995Z')", "1969-12-31T23:59:59.999Z"],
    ["timestamp('0001-01-01T00:00:00Z') < timestamp('9999-12-31T23:59:59.999Z')", true],
    ["[1, 0].map(n, timestamp(n))", ["1970-01-01T00:00:01.000Z", "1970-01-01T00:00:00.000Z"]],
    ["int(trace.durationMs)", 1500],
    ["uint(3)", 3],
    ["b'abc'", "YWJj"],
    ["trace.tags == ['a', 'b']", true],
    ['trace.name.matches("^(a+)+$")', true],
    ['"xay".matches("a")', true],
    [
      "[1,2].map(a,[1,2].map(b,[1].map(c,a*b*c)))",
      [
        [[1], [2]],
        [[2], [4]]
      ]
    ],
    [
      '{"a": 1, "constructor": "x", "__proto__": [1, 2.5, true]}',
      JSON.parse('{"a":1,"constructor":"x","__proto__":[1,2.5,true]}')
    ],
    ["trace.attributes.constructor", "x"],
    ["trace.attributes.__proto__", { a: 1 }],
    ["size(trace.attributes)", 4]
  ])("%s", (expression, expected) => {
    expect(JSON.parse(JSON.stringify(value(expression)))).toEqual({ value: expected })
  })
})

describe("what is absent is null, and so is what is computed of it", () => {
  it.each([
    "trace.scores.quality",
    "trace.scores.quality * 2",
    "trace.attributes.nope",
    'trace.attributes["nope"]["deeper"]',
    "trace.input.messages[7].content",
    "trace.input.a.b",
    "trace.name + trace.userId",
    "double(trace.endedAt == null ? dyn(null) : 1.0)",
    "trace.endedAt - trace.startedAt",
    "trace.userId.size()",
    "trace.userId == null ? dyn(null) : trace.userId",
    "-trace.scores.quality",
    "trace.attributes.flag ? 1 : 2",
    "trace.userId == 'x' && trace.scores.quality > 1 || trace.scores.quality > 2",
    "trace.input.none.map(x, x)"
  ])("%s", (expression) => {
    expect(value(expression)).toEqual({ value: null })
  })

  it.each<readonly [string, boolean]>([
    ["trace.endedAt == null", true],
    ["null != trace.userId", false],
    ["trace.userId == 'x'", false],
    ["trace.userId != 'x'", true],
    ["trace.scores.quality > 1 || true", true],
    ["trace.scores.quality > 1 && false", false],
    ["has(trace.userId)", false],
    ["has(trace.name)", true],
    ["has(trace.input.a.b)", false],
    ["has(trace.input.messages)", true]
  ])("but %s is %s", (expression, expected) => {
    expect(value(expression)).toEqual({ value: expected })
  })
})

describe("a cell that can't be computed says why", () => {
  it.each<readonly [string, string, ValueType]>([
    ["trace.input + 1", "TYPE_ERROR", "json"],
    ["trace.attributes.retries + 'x'", "TYPE_ERROR", "json"],
    ["trace.attributes.retries", "TYPE_ERROR", "string"],
    ["dyn(trace.name)", "TYPE_ERROR", "number"],
    ["type(1)", "TYPE_ERROR", "json"],
    ["int('x')", "TYPE_ERROR", "json"],
    ["timestamp('2015-02-30T10:00:00Z')", "TYPE_ERROR", "json"],
    ["timestamp(trace.name)", "TYPE_ERROR", "json"],
    ["timestamp('0000-12-31T23:59:59Z')", "TYPE_ERROR", "json"],
    ["timestamp(253402300800)", "TYPE_ERROR", "json"],
    ['trace.startedAt.getHours("nope")', "TYPE_ERROR", "json"],
    ["1 / 0", "ARITHMETIC", "json"],
    ["1 % 0", "ARITHMETIC", "json"],
    ["trace.durationMs / 0", "ARITHMETIC", "json"],
    ["[trace.durationMs / 0]", "ARITHMETIC", "json"],
    ["9007199254740993", "ARITHMETIC", "json"],
    ["9223372036854775807 + 1", "ARITHMETIC", "json"],
    ['trace.name.matches("(")', "BAD_PATTERN", "json"],
    ['trace.name.matches("(?=a)")', "BAD_PATTERN", "json"],
    ["trace.output", "TOO_LARGE", "json"],
    ["trace.output == null", "TOO_LARGE", "json"],
    ["trace", "TOO_LARGE", "json"]
  ])("%s: %s", (expression, code, valueType) => {
    const cell = value(expression, valueType)
    expect(cell).toMatchObject({ value: null, error: { code } })
  })

  it("in the names that functions have in formulas", () => {
    for (const [expression, name] of [
      ["timestamp(1.5)", "timestamp(double)"],
      ["trace.durationMs.matches('a')", "matches("]
    ] as const) {
      const cell = value(expression)
      expect(JSON.stringify(cell)).toContain(name)
      expect(JSON.stringify(cell)).not.toMatch(/own|Re2/)
    }
  })

  it("in a field that uses it too, unless that decides without it", () => {
    const wrong = formula("1 / 0", "number")
    expect(cellOf([wrong, formula("custom.x + 1", "number", { x: 0 })], trace)).toMatchObject({
      error: { code: "ARITHMETIC" }
    })
    expect(cellOf([wrong, formula("custom.x > 1.0 || true", "boolean", { x: 0 })], trace)).toEqual({ value: true })
    const late = formula("trace.startedAt + duration('1h')", "timestamp")
    expect(cellOf([late, formula("custom.x - trace.startedAt", "duration", { x: 0 })], trace)).toEqual({
      value: 3_600_000
    })
  })
})

describe("an attribute's cell is what its pointer leads to", () => {
  it.each<readonly [string, ValueType, unknown]>([
    ["/attributes/gen_ai.request.model", "string", "m"],
    ["/startedAt", "timestamp", "2015-11-20T10:00:00.000Z"],
    ["/durationMs", "duration", 1500],
    ["/input/messages/1/role", "json", "tool"],
    ["/input/messages/01/role", "json", null],
    ["/attributes/__proto__/a", "number", 1],
    ["/attributes/nope/deeper", "string", null],
    ["/nope", "json", null]
  ])("%s", (pointer, valueType, expected) => {
    expect(cellOf(attribute(pointer, valueType), trace)).toEqual({ value: expected })
  })

  it("or a TYPE_ERROR where that is of another type", () => {
    expect(cellOf(attribute("/attributes/retries", "string"), trace)).toMatchObject({ error: { code: "TYPE_ERROR" } })
    expect(cellOf(attribute("/name", "timestamp"), trace)).toMatchObject({ error: { code: "TYPE_ERROR" } })
  })
})

describe("a cell is of the type of its field, or says of which it is not", () => {
  const values: Readonly<Record<ValueType, readonly [expression: string, value: unknown]>> = {
    string: ["trace.name", "a"],
    number: ["trace.durationMs", 1500],
    boolean: ["trace.cost == 0.5", true],
    timestamp: ["trace.startedAt", "2015-11-20T10:00:00.000Z"],
    duration: ["duration('1h30m')", 5_400_000],
    json: ["trace.input.messages[0]", { role: "user", content: "hi" }]
  }
  const named: Readonly<Partial<Record<ValueType, string>>> = {
    string: "a string",
    number: "a number",
    boolean: "true or false",
    timestamp: "a timestamp",
    duration: "a duration"
  }

  it.each(Object.entries(values) as Array<[ValueType, (typeof values)[ValueType]]>)("%s", (type, [expression, of]) => {
    expect(JSON.parse(JSON.stringify(value(expression, type)))).toEqual({ value: of })
    expect(JSON.parse(JSON.stringify(value(`dyn(${expression})`)))).toEqual({ value: of })
    const others = (Object.keys(named) as Array<ValueType>).filter((one) => one !== type)
    for (const other of others) {
      expect(value(`dyn(${expression})`, other)).toEqual({
        value: null,
        error: { code: "TYPE_ERROR", message: `The value is not ${named[other]}.` }
      })
    }
    expect(others.length).toBeGreaterThan(3)
  })

  it("of a number both kinds of integers, and of an attribute a time with any offset", () => {
    expect([value("7", "number"), value("uint(7)", "number"), value("-7.5", "number")]).toEqual([
      { value: 7 },
      { value: 7 },
      { value: -7.5 }
    ])
    const of = (time: unknown) =>
      cellOf(attribute("/attributes/t", "timestamp"), raw({ attributes: { t: time as string } }))
    expect(of("2015-11-20T11:00:00.5+01:00")).toEqual({ value: "2015-11-20T10:00:00.500Z" })
    for (const none of ["2015-11-20", "2015-13-20T10:00:00Z", 1_448_013_600_000])
      expect(of(none)).toMatchObject({ error: { code: "TYPE_ERROR" } })
  })

  it("of at most 256 KiB", () => {
    const text = (length: number) => raw({ name: "x".repeat(length) })
    const most = 256 * 1024
    expect(cellOf(formula("trace.name", "string"), text(most)).value).toHaveLength(most)
    expect(cellOf(formula("trace.name", "string"), text(most + 1))).toMatchObject({ error: { code: "TOO_LARGE" } })
    // Brackets and quotes count.
    expect(cellOf(formula("[trace.name]"), text(most - 4)).value).toHaveLength(1)
    expect(cellOf(formula("[trace.name]"), text(most - 3))).toMatchObject({ error: { code: "TOO_LARGE" } })
  })
})

const nested = (depth: number) =>
  Array.from({ length: depth }).reduce<string>((inner, _, n) => `[1,2,3,4,5,6,7,8,9,10].map(x${n},${inner})`, "1")

/** A value in lists of it twice, 25 deep: small in memory, and of millions of values. */
const twice = (value: string) =>
  Array.from({ length: 25 }).reduce<string>((inner, _, n) => `cel.bind(t${n}, ${inner}, [t${n}, t${n}])`, value)

/** What a formula makes of a value that was doubled so often. */
const doubling = (times: number, value = '"aaaaaaaa"', use = (name: string) => `size(${name})`) => {
  const bindings = Array.from({ length: times }, (_, n) => `cel.bind(x${n + 1}, x${n} + x${n}, `).join("")
  return `cel.bind(x0, ${value}, ${bindings}${use(`x${times}`)}${")".repeat(times + 1)}`
}

describe("T15: a formula is bounded by its steps, the same on any machine", () => {
  it.each([
    ["maps nested six deep", nested(6)],
    ["a text that doubles", doubling(40)],
    ["a list that doubles", doubling(40, "[1,2,3,4]")],
    ["lists of one list twice, compared", `${twice("[1]")} == ${twice("[1]")}`],
    ["maps of one map twice, compared", `${twice('{"a": 1}')} != ${twice('{"a": 1}')}`],
    ["lists of one list twice, looked for", `${twice("[1]")} in [${twice("[2]")}, ${twice("[1]")}]`],
    ["a large pattern over a long text", doubling(14, undefined, (name) => `${name}.matches("(a?b?c?){900}d")`)]
  ])("%s: TOO_EXPENSIVE", (_, expression) => {
    expect(value(expression)).toMatchObject({ value: null, error: { code: "TOO_EXPENSIVE" } })
  })

  it("maps nest as deep as their limit, and no deeper", () => {
    const { most, beyond } = limits.formulas["macros over lists, nested"]
    expect(value(`size(${nested(most)})`)).toEqual({ value: 10 })
    expect(value(`size(${nested(most + 1)})`)).toMatchObject({ error: { code: beyond } })
  })

  it("a cell takes as many steps as it may, and no more", () => {
    const { most, beyond } = limits.formulas["steps per cell"]
    beginCell()
    spend(most)
    expect(() => spend(1)).toThrow(expect.objectContaining({ code: beyond }))
    beginCell()
  })

  it("a value is as long as it may be while it is computed, and no longer", () => {
    const { most, beyond } = limits.formulas["characters or items of one value while it is computed"]
    const sum = (length: number) => cellOf(formula("size(trace.name + 'x')"), raw({ name: "x".repeat(length - 1) }))
    expect(sum(most)).toEqual({ value: most })
    expect(sum(most + 1)).toMatchObject({ error: { code: beyond } })
  })

  it("a catastrophic pattern takes the time of its text", () => {
    expect(cellOf(formula('trace.name.matches("^(a+)+$")'), raw({ name: `${"a".repeat(5000)}!` }))).toEqual({
      value: false
    })
  })

  it("T13: and others of its row and of other rows are as without it", () => {
    const rows = { name: ["a", "b", "c"], durationMs: [1, 2, 3] }
    const cheap = formula("trace.durationMs * 2", "number")
    const alone = run(jobOf([cheap], rows), () => {}).cells[0]
    const beside = run(jobOf([formula(nested(6)), cheap, formula(doubling(40))], rows), () => {}).cells[1]
    expect(beside).toEqual(alone)
  })
})

it("the library runs nodes as they are instrumented here: its version is pinned, and this tells where another differs", () => {
  const parsed = new Environment().registerVariable("x", "dyn").parse("x.map(a, a + 1)")
  expect(parsed.check().valid).toBe(true)
  expect(parsed.ast).toMatchObject({
    op: "rcall",
    meta: { alternate: { op: "comprehension", args: { step: { op: "accuPush" } } } }
  })
})
