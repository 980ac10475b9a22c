import { pointerOf } from "@agent-operations/error-envelope/pointer"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { findInexact, inexactPlaces } from "../src/json-text/inexact.ts"

/** A JSON text of a value, written oddly: white space, escapes, exponents. */
const oddly = (value: unknown): fc.Arbitrary<string> => {
  const space = fc.constantFrom("", " ", "\n", "\t\r")
  const text = (s: string) =>
    fc
      .boolean()
      .map((escaped) =>
        escaped
          ? `"${[...s].map((c) => [...c].map((_, i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, "0")}`).join("")).join("")}"`
          : JSON.stringify(s)
      )
  const joined = (parts: ReadonlyArray<fc.Arbitrary<string>>, open: string, close: string) =>
    fc.tuple(space, ...parts).map(([gap, ...items]) => `${gap}${open}${items.join(`${gap},`)}${gap}${close}`)
  if (typeof value === "string") return text(value)
  if (typeof value === "number") return fc.constantFrom(String(value), `${value}e0`, `${value * 10}e-1`)
  if (Array.isArray(value)) return joined(value.map(oddly), "[", "]")
  if (typeof value === "object" && value !== null) {
    return joined(
      Object.entries(value).map(([key, inner]) => fc.tuple(text(key), oddly(inner)).map(([k, v]) => `${k} : ${v}`)),
      "{",
      "}"
    )
  }
  return fc.constant(JSON.stringify(value))
}

const plain = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n + 0),
    fc.string().filter((s) => !s.includes("\0")),
    fc.constantFrom(null, true, false),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      fc.string({ minLength: 1 }).filter((s) => !s.includes("\0")),
      tie("value"),
      { maxKeys: 3 }
    )
  )
})).value

describe("what JSON cannot be kept exactly", () => {
  it("E4: JSON that is kept is let through, however it is written", () => {
    fc.assert(
      fc.property(
        plain.chain((value) => fc.tuple(fc.constant(value), oddly(value))),
        ([value, text]) => {
          assert.deepStrictEqual(JSON.parse(text), value)
          assert.isUndefined(findInexact(text), text)
        }
      )
    )
  })

  it("E4: of numbers with an exponent, those are kept that are the same when they are written again", () => {
    /** Two decimals are one: digits and exponents as whole numbers, of one scale. */
    const isSame = (one: string, other: string) => {
      const scaled = [one, other].map((text) => {
        const [, sign, whole = "", fraction = "", exponent = "0"] = /^(-?)(\d+)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text)!
        return { sign, digits: BigInt(whole + fraction), power: Number(exponent) - fraction.length }
      })
      const least = Math.min(...scaled.map(({ power }) => power))
      const [first, second] = scaled.map(({ digits, power }) => digits * 10n ** BigInt(power - least))
      return first === second && scaled[0]!.sign === scaled[1]!.sign
    }
    const number = fc
      .tuple(
        fc.constantFrom("", "-"),
        fc.nat(99),
        fc.option(fc.stringMatching(/^\d{1,9}$/)),
        fc.integer({ min: -330, max: 15 })
      )
      .map(([sign, whole, fraction, power]) => `${sign}${whole}${fraction === null ? "" : `.${fraction}`}e${power}`)
    fc.assert(
      fc.property(fc.oneof(number, fc.constantFrom("0", "-0", "0.0", "0e0", "-0e1", "1e-400", "0.00e-999")), (text) => {
        const value = Number(text)
        fc.pre(Math.abs(value) <= Number.MAX_SAFE_INTEGER)
        assert.strictEqual(findInexact(`[${text}]`) === undefined, isSame(text, String(value)), text)
      }),
      { numRuns: 2000 }
    )
  })

  it("E3: a number of a megabyte of zeros is looked at", () => {
    assert.isDefined(findInexact(`[0.1${"0".repeat(1_000_000)}1]`))
  })

  it("E4: a number is let through just when the double is what was written", () => {
    const digits = fc.tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 24 }))
    fc.assert(
      fc.property(digits, ([whole, places]) => {
        const sign = whole < 0n ? "-" : ""
        const padded = (whole < 0n ? -whole : whole).toString().padStart(places + 1, "0")
        const text = places === 0 ? `${sign}${padded}` : `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`
        const value = Number(text)
        // The shortest decimal of a double is what every reader of JSON writes for it.
        const [mantissa = "", exponent = "0"] = value.toExponential().replace(/^-/, "").split("e")
        const shortest = BigInt(mantissa.replace(".", ""))
        const scale = Number(exponent) - (mantissa.split(".")[1]?.length ?? 0) + places
        const same =
          scale >= 0
            ? shortest * 10n ** BigInt(scale) === BigInt(padded)
            : shortest === BigInt(padded) * 10n ** BigInt(-scale)
        const tooLarge = Number.isInteger(value) && !Number.isSafeInteger(value)
        const negativeZero = Object.is(value, -0)
        assert.strictEqual(findInexact(text) === undefined, same && !tooLarge && !negativeZero, text)
      }),
      { numRuns: 2000 }
    )
  })

  it("E4: a text is let through just when all of its strings can be kept and no object has a name twice", () => {
    type Node = { readonly string: string } | { readonly items: ReadonlyArray<Node> } | { readonly entries: Entries }
    type Entries = ReadonlyArray<readonly [name: string, value: Node]>
    const string = fc.string({
      unit: fc.constantFrom("a", "b", "\\", '"', "{", "\0", "\ud83d", "\ude00"),
      maxLength: 4
    })
    const { node } = fc.letrec<{ node: Node }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        fc.record({ string }),
        fc.record({ items: fc.array(tie("node"), { maxLength: 3 }) }),
        fc.record({ entries: fc.array(fc.tuple(string, tie("node")), { maxLength: 3 }) })
      )
    }))
    const escapeAll = (s: string) =>
      `"${Array.from({ length: s.length }, (_, i) => `\\u${s.charCodeAt(i).toString(16).padStart(4, "0")}`).join("")}"`
    const write = (node: Node, quote: (s: string) => string): string => {
      if ("string" in node) return quote(node.string)
      if ("items" in node) return `[${node.items.map((item) => write(item, quote)).join(",")}]`
      return `{${node.entries.map(([name, value]) => `${quote(name)}:${write(value, quote)}`).join(",")}}`
    }
    const keeps = (s: string) => s.isWellFormed() && !s.includes("\0")
    const kept = (node: Node): boolean => {
      if ("string" in node) return keeps(node.string)
      if ("items" in node) return node.items.every(kept)
      const names = node.entries.map(([name]) => name)
      return new Set(names).size === names.length && node.entries.every(([name, value]) => keeps(name) && kept(value))
    }
    fc.assert(
      fc.property(node, fc.constantFrom(JSON.stringify, escapeAll), (node, quote) => {
        const text = write(node, quote)
        assert.strictEqual(findInexact(text) === undefined, kept(node), text)
      }),
      { numRuns: 1000 }
    )
  })

  it("E4: a number is refused with what to do about it, and let through however it is written", () => {
    const kept = ["0", "0.0", "0e5", "0E-400", "1e0", "-1.50", "0.1", "1E+2", "100e-2", "0.10e1", "5e-324"]
    const integers = ["9007199254740991", "-9007199254740991", "9007199254740991.0", "9007199254740991e0"]
    const measures = ["1e21", "-1e21", "1E+21", "1.5e300", "1000000000000000000000e0", "1.7976931348623157e308"]
    const refused: ReadonlyArray<readonly [RegExp, ReadonlyArray<string>]> = [
      [/^The number is too large/, ["1e309", "-1e309", "1E+400", "9".repeat(400)]],
      [
        /^An integer beyond 2\^53 - 1 .* send it as a string/,
        [
          ...["9007199254740992", "-9007199254740992", "9007199254740993", "9007199254740992.0", "9007199254740992e0"],
          ...["1e20", "-1e20", "999999999999999e6", "1000000000000000000000", "-1000000000000000000000"]
        ]
      ],
      [
        /^The number has more digits .* send it as a string/,
        [
          ...[
            "-0",
            "-0.0",
            "-0e5",
            "-0E-5",
            "1e-400",
            "-1e-400",
            "2e-324",
            "0.10000000000000001",
            "1.0000000000000001"
          ],
          ...["123456789.123456789", "0.1234567890123456789", "1.23456789012345678e300", "123456789012345678e250"]
        ]
      ]
    ]
    for (const text of [...kept, ...integers, ...measures]) assert.isUndefined(findInexact(text), text)
    for (const [message, texts] of refused) {
      for (const text of texts) {
        const found = findInexact(`[0,${text}]`)
        assert.match(found?.message ?? "", message, text)
        assert.strictEqual(found?.path, "/1")
      }
    }
  })

  it("E4: a text that cannot be stored is refused with what is wrong with it", () => {
    for (const [text, path, message] of [
      [String.raw`{"a":["x","\u0000"]}`, "/a/1", /^The text contains a NUL character/],
      [String.raw`["\ud83d"]`, "/0", /^The text contains a lone surrogate/],
      [String.raw`{"\u0000":1}`, "/\0", /^The text contains a NUL character/],
      [String.raw`{"a":1,"\u0061":1}`, "/a", /^The name is given twice in one object/]
    ] as const) {
      const found = findInexact(text)
      assert.strictEqual(found?.path, path)
      assert.match(found?.message ?? "", message)
    }
  })

  it("K3: each place is told without names that are too long to repeat", () => {
    const text = `{"a":{"${"x".repeat(100_000)}":[${Array<string>(100).fill("1e999").join(",")}]}}`
    const places = inexactPlaces(text, 100)
    assert.lengthOf(places, 100)
    assert.isTrue(places.every(({ path }) => path === "/a"))
  })

  it("E4: all places of a text are told, with where in it they begin, up to the most that are wanted", () => {
    const text = String.raw`{"a":[1e400,0.1],"b":"\u0000","a":9007199254740993}`
    const places = [
      { path: "/a/0", offset: 6 },
      { path: "/b", offset: 21 },
      { path: "/a", offset: 30 },
      { path: "/a", offset: 34 }
    ]
    const told = (most: number) => inexactPlaces(text, most).map(({ path, offset }) => ({ path, offset }))
    assert.deepStrictEqual(told(100), places)
    assert.deepStrictEqual(told(2), places.slice(0, 2))
  })

  it("E3: objects and arrays may nest 256 deep", () => {
    for (const [open, close, key] of [
      ["[", "]", "0"],
      ['{"a":', "}", "a"]
    ] as const) {
      const nested = (depth: number) => `${open.repeat(depth)}[]${close.repeat(depth)}`
      assert.isUndefined(findInexact(nested(255)))
      assert.deepStrictEqual(findInexact(nested(256)), {
        path: `/${key}`.repeat(256),
        message: "Nested deeper than 256."
      })
    }
  })

  it("E4: the place is named by its JSON Pointer", () => {
    const key = fc.string({ minLength: 1 }).filter((s) => s.isWellFormed() && !s.includes("\0"))
    fc.assert(
      fc.property(fc.array(fc.oneof(key, fc.nat(3)), { maxLength: 8 }), (path) => {
        const text = path.reduceRight<string>(
          (inner, step) =>
            typeof step === "number"
              ? `[${"0,".repeat(step)}${inner}]`
              : `{"before":[1,{"x":2}],${JSON.stringify(step)}:${inner}}`,
          "9007199254740993"
        )
        if (path.includes("before")) return
        assert.strictEqual(findInexact(text)?.path, pointerOf(path))
      })
    )
  })

  it("E3: a megabyte built to be slow is looked through", () => {
    for (const text of [
      `"${"\\n".repeat(500_000)}"`,
      `[${"1,".repeat(500_000)}1]`,
      `{${Array.from({ length: 80_000 }, (_, i) => `"${i}":${i}`).join(",")}}`,
      `"${"a".repeat(1_000_000)}"`,
      `[${'"\\\\",'.repeat(160_000)}1]`
    ]) {
      assert.isUndefined(findInexact(text))
    }
  })
})
