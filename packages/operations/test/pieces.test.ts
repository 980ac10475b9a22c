import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { findInexact, makeFindInexact } from "../src/json-text/inexact.ts"
import { parsePieces } from "../src/json-text/pieces.ts"
import { runSteps } from "../src/steps.ts"

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

function* decode(bytes: Uint8Array): Generator<void, string> {
  yield
  return utf8.decode(bytes)
}

/** What pieces of so many bytes say, or that they are no JSON. */
const inPieces = (text: string, length: number) => {
  const { look, found } = makeFindInexact()
  try {
    const bytes = Buffer.from(text)
    const value = runSteps(parsePieces(bytes, decode, look, length))
    // As text too, which tells the order of members, and "__proto__" as one of them.
    return { value, text: JSON.stringify(value), inexact: found() }
  } catch {
    return "no JSON"
  }
}

const whole = (text: string) => {
  try {
    const value: unknown = JSON.parse(text)
    return { value, text: JSON.stringify(value), inexact: findInexact(text) }
  } catch {
    return "no JSON"
  }
}

const space = fc.constantFrom("", "", "", " ", "\n", "\t \r")
// No name of one backslash: V8 13.6 takes an escape for it, once it met an object with such a name.
const names = fc.constantFrom(
  '"a"',
  '"b"',
  '"\\u0061"',
  '""',
  '"1"',
  '"0"',
  '"__proto__"',
  '"\\"},["',
  '"\\\\x"',
  '"é"'
)
const leaves = fc.oneof(
  names,
  fc.constantFrom("0", "-1.5e3", "1e999", "9007199254740993", "null", "true", '"\\u0000"', '"\\ud800"', '"😀, [{"')
)

/** Texts of JSON as no `JSON.stringify` writes them: with space, names that repeat, and what is not kept exactly. */
const { json } = fc.letrec<{ json: string; list: string; object: string }>((tie) => ({
  json: fc.oneof({ depthSize: "small", withCrossShrink: true }, leaves, tie("list"), tie("object")),
  list: fc
    .tuple(
      space,
      fc.array(
        fc.tuple(space, tie("json"), space).map((parts) => parts.join("")),
        { maxLength: 5 }
      )
    )
    .map(([gap, items]) => `[${items.length === 0 ? gap : items.join(",")}]`),
  object: fc
    .tuple(space, fc.array(fc.tuple(space, names, space, tie("json"), space), { maxLength: 5 }))
    .map(
      ([gap, members]) =>
        `{${members.length === 0 ? gap : members.map(([a, name, b, value, c]) => `${a}${name}${b}:${value}${c}`).join(",")}}`
    )
}))

const holds = (text: string) => {
  const expected = whole(text)
  for (const length of [0, 5, 100]) assert.deepStrictEqual(inPieces(text, length), expected)
}

describe("a text that is parsed in pieces", () => {
  it("E3, E4: is what JSON.parse and the look at the whole say, wherever it is cut", () => {
    fc.assert(
      fc.property(space, json, space, (before, text, after) => holds(before + text + after)),
      { numRuns: 200 }
    )
  })

  it("E3: is no JSON where the whole is none", () => {
    const odd = fc.constantFrom(",", "]", "}", "[", "{", ":", '"', "\\", "1", " ", "0.5", "x", "\u00a0", "\ufeff")
    const broken = fc.tuple(json, fc.nat(), fc.nat({ max: 2 }), odd).map(([text, at, gone, what]) => {
      const index = at % (text.length + 1)
      return Buffer.from(text.slice(0, index) + what + text.slice(index + gone)).toString()
    })
    fc.assert(fc.property(broken, holds), { numRuns: 200 })
  })

  it.each([
    ["nothing", ""],
    ["a value behind another", "[[1].5]"],
    ["two texts", "[1] [1,2,3]"],
    ["a comma behind a bracket", "[ ,1,2]"],
    ["a comma before a bracket", "[1,2,]"],
    ["a name without a value", '{"a":1,"b"}'],
    ["brackets that do not fit", '{"a":[1,2},3]'],
    ["no end", "[[1,2],[3"],
    ["ends alone", "]],[1,2"],
    ["a string without an end", '["a","b']
  ])("E3: is no JSON, being %s", (_, text) => {
    assert.strictEqual(whole(text), "no JSON")
    holds(text)
  })

  it("E3: is cut no deeper than JSON may nest", () => {
    const text = `${"[1,".repeat(1000)}1${"]".repeat(1000)}`
    assert.strictEqual(JSON.stringify((inPieces(text, 1) as { readonly value: unknown }).value), text)
    const mixed = `[${"[".repeat(255)}${'{"a":[1,2,{"b":[3,4],"c":5}],"d":6},'.repeat(5)}7${"]".repeat(255)},8,[9,10]]`
    holds(mixed)
    for (const broken of [mixed.slice(0, -300), mixed.replace("}", "]"), `${mixed}]`]) {
      assert.strictEqual(whole(broken), "no JSON")
      holds(broken)
    }
  })

  it("E4: is no text where a piece is none", () => {
    const bytes = Buffer.concat([Buffer.from('["a","'), Buffer.of(0xff), Buffer.from('","c"]')])
    assert.throws(() => runSteps(parsePieces(bytes, decode, () => {}, 1)))
  })
})
