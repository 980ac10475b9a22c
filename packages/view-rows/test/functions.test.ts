import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { Environment } from "@marcbachmann/cel-js"
import fc from "fast-check"
import { options, registerOperators } from "@agent-operations/views/formulas"
import { describe, expect, it, vi } from "vitest"
import { find, findLast } from "../src/formulas/functions/find.ts"
import { ownFunctions } from "../src/formulas/functions/index.ts"
import { compareTexts } from "../src/formulas/functions/texts.ts"
import { cellOf, formula, raw } from "./rows.ts"

const value = (expression: string, input: string | null = null) => {
  const cell = cellOf(formula(expression), raw({ input }))
  return "error" in cell ? cell.error.code : (JSON.parse(JSON.stringify(cell.value)) as unknown)
}

it("the product's own functions are those that formulas are checked with", () => {
  const declared = registerOperators(new Environment(options))
    .getDefinitions()
    .functions.map(({ signature }) =>
      signature
        .replace(/: [^:]*$/u, "")
        .replace(/^list<string>/u, "list")
        .replace(/^google\.protobuf\.(\w+)/u, (_, name: string) => name.toLowerCase())
    )
  expect(Object.keys(ownFunctions).filter((one) => !declared.includes(one))).toEqual([])
})

describe("texts are counted in code points", () => {
  it.each<readonly [string, unknown]>([
    ["size('👍x')", 2],
    ["'👍x'.indexOf('x')", 1],
    ["'x👍x'.indexOf('x', 1)", 2],
    ["'x👍x'.indexOf('x', 3)", -1],
    ["'x👍x'.indexOf('x', 4)", "TYPE_ERROR"],
    ["'x👍x'.indexOf('', 2)", 2],
    ["'👍'.indexOf('', 2)", "TYPE_ERROR"],
    ["'x👍x'.lastIndexOf('x')", 2],
    ["'x👍x'.lastIndexOf('x', 1)", 0],
    ["'👍👍'.lastIndexOf('')", 2],
    ["'👍x'.lastIndexOf('x', -1)", "TYPE_ERROR"],
    ["'👍x'.substring(1)", "x"],
    ["'👍x'.substring(0, 1)", "👍"],
    ["'👍'.substring(1)", ""],
    ["'👍'.substring(2)", "TYPE_ERROR"],
    ["'👍x'.substring(1, 0)", "TYPE_ERROR"],
    ["'👍x'.substring(0, 9223372036854775807)", "TYPE_ERROR"],
    ["'👍x'.split('')", ["👍", "x"]],
    ["'a👍x'.split('', 2)", ["a", "👍x"]],
    ["''.split('')", []],
    ["''.split(',')", [""]],
    ["'a,b,'.split(',')", ["a", "b", ""]],
    ["'a,b,c'.split(',', 2)", ["a", "b,c"]],
    ["'a,b,c'.split(',', 0)", []],
    ["'a,b,c'.split(',', -1)", ["a", "b", "c"]],
    ["'👍'.matches('^.$')", true],
    // A combining mark is a code point of its own, and no form is made of another.
    ["size('e\\u0301')", 2],
    ["'e\\u0301' == '\\u00e9'", false],
    ["'e\\u0301x'.indexOf('x')", 2],
    // Text from right to left has its first letter first.
    ["'שלום'.substring(0, 1)", "ש"],
    ["'שלום'.indexOf('ם')", 3],
    ["'\\u202eabc'.size()", 4],
    ["'👍' > '\\uffff'", true],
    ["'\\ue000' < '👍' && '👍' <= '👍' && '👍a' >= '👍'", true]
  ])("%s", (expression, expected) => {
    expect(value(expression)).toEqual(expected)
  })

  it("and half a character, which JSON may escape, is U+FFFD", () => {
    const halves = String.raw`"\ud83d\udc4d \ud83d\udc4dx\udc4d"`
    const cell = (expression: string) => cellOf(formula(expression), { input: [halves] })
    expect(cell("trace.input")).toEqual({ value: "👍 👍x\ufffd" })
    expect(cell("size(trace.input)")).toEqual({ value: 5 })
    expect(cell("trace.input.indexOf('\ufffd')")).toEqual({ value: 4 })
    expect(cell("trace.input.split('x')")).toEqual({ value: ["👍 👍", "\ufffd"] })
    expect(cellOf(formula("trace.input['\ufffd']"), { input: [String.raw`{"\ud83d":1}`] })).toEqual({ value: 1 })
    // In the formula itself.
    expect(value("size('\ud83d') + '👍\udc4d'.indexOf('\ud83d')")).toBe(2)
  })

  const piece = fc.constantFrom("a", "b", "é", "e\u0301", "👍", "𝒳", "ש", "")
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""))

  it("wherever a part is", () => {
    fc.assert(
      fc.property(text, text, (whole, part) => {
        const points = [...whole]
        const at = (from: number) => points.slice(from).join("").startsWith(part)
        const places = Array.from({ length: points.length + 1 }, (_, n) => n).filter(at)
        const quoted = [JSON.stringify(whole), JSON.stringify(part)] as const
        expect(value(`${quoted[0]}.indexOf(${quoted[1]})`)).toBe(places[0] ?? -1)
        expect(value(`${quoted[0]}.lastIndexOf(${quoted[1]})`)).toBe(places.at(-1) ?? -1)
        expect(value(`${quoted[0]}.contains(${quoted[1]})`)).toBe(places.length > 0)
        expect(value(`${quoted[0]}.substring(size(${quoted[0]}))`)).toBe("")
        if (part !== "") expect(value(`${quoted[0]}.split(${quoted[1]})`)).toEqual(whole.split(part))
      })
    )
  })

  it("and ordered as the database orders them", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareTexts(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      })
    )
  })
})

describe("T15: a part is looked for in time that grows with the text", () => {
  // Few letters, so that a part often begins and goes on as the text does.
  const letters = (max: number) => fc.array(fc.constantFrom("a", "b"), { maxLength: max }).map((all) => all.join(""))

  it("and is where the engine finds it", () => {
    fc.assert(
      fc.property(letters(30), letters(30), letters(30), fc.nat(200), (before, part, after, from) => {
        const long = `${"a".repeat(17)}${part}`
        const whole = `${before}${"a".repeat(60)}${after}${long}${"a".repeat(40)}${before}${long}${after}`
        expect(find(whole, long, from)).toBe(whole.indexOf(long, from))
        expect(findLast(whole, long, from)).toBe(whole.lastIndexOf(long, from))
        expect(find(whole, `${long}b${long}`, from)).toBe(whole.indexOf(`${long}b${long}`, from))
        expect(findLast(whole, `${long}b${long}`)).toBe(whole.lastIndexOf(`${long}b${long}`))
      }),
      { numRuns: 500 }
    )
  })

  it("also where it nearly is everywhere", () => {
    const half = "a".repeat(1 << 17)
    const starts = vi.spyOn(String.prototype, "startsWith")
    try {
      const text = "a".repeat(1 << 20)
      expect([find(text, `${half}b${half}`), findLast(text, `${half}b${half}`)]).toEqual([-1, -1])
      expect(starts.mock.calls.length).toBeLessThan(20)
    } finally {
      starts.mockRestore()
    }
  })

  const doubled = (use: string) =>
    `cel.bind(a, ${JSON.stringify("x,".repeat(512))}, cel.bind(b, a+a+a+a+a+a+a+a, cel.bind(c, b+b+b+b+b+b+b+b, ${use})))`
  const loop = (use: string) =>
    doubled(`[1,2,3,4,5,6,7,8].map(i, [1,2,3,4,5,6,7,8].map(j, [1,2,3,4,5,6,7,8].map(k, ${use})))`)

  it.each([
    ["a text that is joined out of long ones", doubled("size([c,c,c,c,c,c,c,c,c,c,c,c,c,c,c,c,c,c].join())")],
    ["a text that is split again and again", loop("size(c.split(','))")],
    [
      "positions in a long text again and again",
      doubled(`${"1".padEnd(3, "0")} > 0 ? c.split(',').map(x, c.indexOf('y')) : [1]`)
    ],
    [
      "bytes that double",
      `cel.bind(b, bytes(${JSON.stringify("x".repeat(4096))}), ${"cel.bind(b, b + b, ".repeat(12)}size(b)${")".repeat(13)}`
    ],
    [
      "bytes whose digits are bytes again",
      `cel.bind(b, b"xxxxxxxx", ${"cel.bind(b, bytes(b.hex()), ".repeat(20)}size(b)${")".repeat(21)}`
    ],
    ["bytes that are written again and again", doubled("cel.bind(d, bytes(c), c.split(',').map(x, d.base64() == ''))")],
    ["bytes that are compared again and again", doubled("cel.bind(d, bytes(c), c.split(',').map(x, d == bytes(c)))")]
  ])("%s: TOO_EXPENSIVE", (_, expression) => {
    expect(value(expression)).toBe("TOO_EXPENSIVE")
  })
})

it.each<readonly [string, unknown]>([
  ["'ÀÉİIÆß ΑΣ K'.lowerAscii()", "ÀÉİiÆß ΑΣ k"],
  ["'àéiıæß ας k'.upperAscii()", "àéIıæß ας K"],
  ["'Gold'.lowerAscii() + 'Gold'.upperAscii()", "goldGOLD"],
  ["'\\u0085\\u00a0\\u3000 a\\ufeff\\t'.trim()", "a\ufeff"],
  ["['a', 'b'].join('👍')", "a👍b"],
  ["[trace.input, 'b'].join('-')", "TYPE_ERROR"],
  ["dyn([1, 2]).join('-')", "TYPE_ERROR"]
])("texts keep what is not ASCII: %s", (expression, expected) => {
  expect(value(expression)).toEqual(expected)
})

describe("bytes that are no text are an error of the cell", () => {
  it.each([
    String.raw`string(b'\xff')`,
    String.raw`b'\xff'.string()`,
    String.raw`string(b'\000\xff')`,
    String.raw`b'{"a":"\xff"}'.json()`,
    String.raw`string(b'\xc0\x80')`,
    // Half a character, in the way of UTF-8.
    String.raw`string(b'\xed\xa0\x80')`,
    String.raw`string(b'\xf4\x90\x80\x80')`,
    String.raw`string(b'\xe2\x82')`,
    "b'[1]'.json()",
    "b'nope'.json()"
  ])("%s", (expression) => {
    expect(value(expression)).toBe("TYPE_ERROR")
  })

  it.each<readonly [string, unknown]>([
    ["string(b'👍')", "👍"],
    ["size(b'é👍')", 6],
    [String.raw`b'é' == b'\xc3\xa9' && b"""é\n"x""" == b'\303\251\012"x'`, true],
    [String.raw`B'\a\b\f\n\r\t\v\\\?\"\''`, Buffer.from("\x07\b\f\n\r\t\v\\?\"'").toString("base64")],
    ["string(b'\ufeffx')", "\ufeffx"],
    ["b'a' < b'b' && b'a' <= b'a' && b'\\xff' > b'👍' && b'' >= b''", true],
    [`b'{"constructor":"\\\\ud83d"}'.json()`, { constructor: "\ufffd" }]
  ])("others are one: %s", (expression, expected) => {
    expect(value(expression)).toEqual(expected)
  })
})

it.each<readonly [string, unknown]>([
  ["{'a': 1, 'a': 2}", "TYPE_ERROR"],
  ["{true: 1, 'true': 2}", "TYPE_ERROR"],
  ["{1: 1, 1u: 2}", "TYPE_ERROR"],
  ["{'__proto__': 1, '__proto__': 2}", "TYPE_ERROR"],
  ["{'constructor': 1, 'constructor': 2}", "TYPE_ERROR"],
  ["{'x' + '': 1, 'x': 2}", "TYPE_ERROR"],
  ["{dyn([1]): 1}", "TYPE_ERROR"],
  ["{trace.input: 1}", null],
  ["{'é': 1, 'e\\u0301': 2}", { é: 1, "e\u0301": 2 }],
  ["[1, 2][dyn(1u)]", 2]
])("a map has each key once: %s", (expression, expected) => {
  expect(value(expression)).toEqual(expected)
})

describe("times are those of RFC 3339, of the years 1 to 9999", () => {
  it.each([
    "2015-W47-5T10:00:00Z",
    "2015-324T10:00:00Z",
    "20151120T100000Z",
    "2015-11-20",
    "2015-11",
    "2015",
    "2015-11-20T10:00Z",
    "2015-11-20T10Z",
    "2015-11-20T10.5Z",
    "2015-11-20T10:00:00",
    "2015-11-20T10:00:00,5Z",
    "2015-11-20T10:00:00.Z",
    "2015-11-20T10:00:00+01",
    "2015-11-20T10:00:00+0100",
    "2015-11-20T10:00:00\u221201:00",
    "2015-11-20T24:00:00Z",
    "2015-11-20T23:60:00Z",
    "2015-11-20 10:00:00Z",
    "2015-11-20t10:00:00z",
    "2016-12-31T23:59:60Z",
    "2015-02-29T00:00:00Z",
    "2015-13-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "-0001-01-01T00:00:00Z",
    "+002015-11-20T10:00:00Z",
    "10000-01-01T00:00:00Z",
    "+010000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01",
    "2015-11-20T10:00:00Z/P1D",
    "２０１５-11-20T10:00:00Z",
    " 2015-11-20T10:00:00Z",
    ""
  ])("not %s", (text) => {
    expect(value(`timestamp(${JSON.stringify(text)})`)).toBe("TYPE_ERROR")
  })

  it.each<readonly [string, unknown]>([
    ["timestamp('9999-12-31T23:59:59Z') + duration('1s')", "ARITHMETIC"],
    ["timestamp('0001-01-01T00:00:00Z') - duration('1ns')", "ARITHMETIC"],
    ["timestamp(-62135596801)", "TYPE_ERROR"],
    ["timestamp('0001-01-01T00:00:00Z').getFullYear('UTC')", 1],
    ["timestamp('2016-02-29T23:00:00Z').getDayOfYear()", 59],
    ["timestamp('2015-12-31T23:30:00Z').getDayOfYear('+01:00')", 0],
    ["timestamp('2015-12-31T23:30:00Z').getFullYear('01:00')", 2016],
    ["timestamp('2015-11-20T10:00:00Z').getMinutes('-05:30')", 30],
    [
      "timestamp('1890-01-01T00:00:00Z').getSeconds('Europe/Amsterdam')",
      value("timestamp('1890-01-01T00:00:00Z').getSeconds('Europe/Brussels')")
    ],
    ["timestamp('2015-11-20T10:00:00Z').getHours('25:00')", "TYPE_ERROR"],
    ["timestamp('2015-11-20T10:00:00Z').getHours('Mars/Phobos')", "TYPE_ERROR"],
    ["string(timestamp('2015-11-20T10:00:00.120+01:00'))", "2015-11-20T09:00:00.12Z"],
    ["int(timestamp('1969-12-31T23:59:59.5Z'))", -1],
    ["string(duration('-1.5s')) + string(duration('-500ms')) + string(duration('1h'))", "-1.5s-0.5s3600s"],
    ["duration('-900ms') + duration('-900ms')", -1800],
    ["duration('-900ms') - duration('900ms') == duration('-1.8s')", true],
    ["duration('1h') - duration('1h0.000000001s') < duration('0s')", true],
    ["duration('-1.5ms').getMilliseconds()", -1],
    ["duration('.5s') + duration('1.s')", 1500],
    ["duration('315576000000s') + duration('1s')", "ARITHMETIC"],
    ["duration('315576000001s')", "TYPE_ERROR"],
    ["duration('1d')", "TYPE_ERROR"],
    ["duration('.s')", "TYPE_ERROR"],
    ["duration('1h ')", "TYPE_ERROR"],
    ["duration('')", "TYPE_ERROR"],
    ["duration('P1D')", "TYPE_ERROR"],
    [`duration('${"1".repeat(5000)}s')`, "TYPE_ERROR"]
  ])("%s", (expression, expected) => {
    expect(value(expression)).toEqual(expected)
  })

  it("T13: whatever the time zone of the machine", () => {
    const rows = join(import.meta.dirname, "rows.ts")
    // Clocks went forward over both, on that day and before it.
    const formulas = ["'2019-07-15T12:00:00Z').getDayOfYear()", "'2019-03-10T02:30:00Z').getHours('UTC')"]
    const program = `import { cellOf, formula } from ${JSON.stringify(rows)}
      console.log(JSON.stringify(${JSON.stringify(formulas)}.map((end) => cellOf(formula("timestamp(" + end)).value)))`
    const flags = ["--conditions=@agent-operations/source", "--input-type=module", "-e", program]
    const told = execFileSync(process.execPath, flags, { env: { ...process.env, TZ: "America/New_York" } })
    expect(JSON.parse(String(told))).toEqual([195, 2])
  })
})

it.each<readonly [string, unknown]>([
  ["int('')", "TYPE_ERROR"],
  ["int('0b11')", "TYPE_ERROR"],
  ["int('0X1F')", "TYPE_ERROR"],
  ["int('٣')", "TYPE_ERROR"],
  ["int('9223372036854775808')", "ARITHMETIC"],
  ["int('+7') + int('-7') + int('007')", 7],
  ["int(1e19) > 0", "ARITHMETIC"],
  ["int(7u) + 1", 8],
  ["uint('')", "TYPE_ERROR"],
  ["uint('-1')", "ARITHMETIC"],
  ["double('1e400')", "ARITHMETIC"],
  ["int(18446744073709551615u)", "ARITHMETIC"],
  ["double('0x10')", "TYPE_ERROR"],
  ["double('')", "TYPE_ERROR"],
  ["double('1_000')", "TYPE_ERROR"],
  ["double('-1.5e3') + double('.5') + double('1.')", -1498.5],
  ["double('inf') > 1e308 && double('-Infinity') < -1e308", true]
])("numbers are read in decimal digits: %s", (expression, expected) => {
  expect(value(expression)).toEqual(expected)
})
