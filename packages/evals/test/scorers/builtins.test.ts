import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { Scorers } from "../../src/scorers/index.ts"
import { scoring } from "./support.ts"

const layer = Scorers.layer({ threads: 1 })

type Row = readonly [
  name: string,
  options: Record<string, unknown>,
  output: unknown,
  expected: unknown,
  value: number | null | "failed"
]

const rows: ReadonlyArray<Row> = [
  ["exact", {}, "Paris", "Paris", 1],
  ["exact", {}, "paris ", "Paris", 0],
  ["exact", { ignoreCase: true, trim: true }, "paris ", "Paris", 1],
  ["exact", {}, "Paris", "Paris ", 0],
  ["exact", { trim: true }, "\nParis", "Paris ", 1],
  ["exact", { trim: true }, "paris", "Paris", 0],
  ["exact", { ignoreCase: true }, "PARIS", "paris", 1],
  ["exact", { ignoreCase: true }, "PARIS ", "paris", 0],
  ["exact", {}, [1, 2], [2, 1], 0],
  ["exact", {}, { b: 1, a: [2] }, { a: [2], b: 1 }, 1],
  ["exact", {}, 1, "1", 0],
  ["exact", {}, null, "Paris", 0],
  ["exact", {}, "Paris", null, null],
  ["exact", {}, undefined, "Paris", "failed"],
  ["contains", {}, "It is Paris.", "Paris", 1],
  ["contains", {}, "It is Paris.", ["paris", "Rome"], 0],
  ["contains", { ignoreCase: true, mode: "any" }, "It is Paris.", ["paris", "Rome"], 1],
  ["contains", {}, "It is Paris.", ["is", "Paris"], 1],
  ["contains", {}, "it is paris.", "PARIS", 0],
  ["contains", { ignoreCase: true }, "it is paris.", "PARIS", 1],
  ["contains", { mode: "any" }, "It is Paris.", ["Lima", "Rome"], 0],
  ["contains", { mode: "any" }, "It is Paris.", ["Paris", "Rome"], 1],
  ["contains", {}, { city: "Paris" }, '"city":"Paris"', 1],
  ["regex", { pattern: "^p.r+is$", flags: "i" }, "PARIS", null, 1],
  ["regex", { pattern: "^p.r+is$" }, "PARIS", null, 0],
  ["regex", {}, "a1", "\\d", 1],
  ["regex", { pattern: "(" }, "a", null, "failed"],
  ["numeric", { tolerance: 0.5 }, "3.4", 3, 1],
  ["numeric", { tolerance: 0.1, relative: true }, 111, 100, 0],
  ["numeric", { tolerance: 0.1, relative: true }, -110, -100, 1],
  ["numeric", {}, "many", 3, 0],
  ["numeric", {}, "", 0, 0],
  ["numeric", {}, " \n", 0, 0],
  ["numeric", {}, null, 0, 0],
  ["numeric", {}, 0, "", "failed"],
  ["numeric", {}, 3, 3, 1],
  ["numeric", {}, 3.000001, 3, 0],
  ["numeric", { tolerance: 0.5 }, 2.5, 3, 1],
  ["numeric", { tolerance: 0.5 }, 3.5, 3, 1],
  ["numeric", { tolerance: 0.5 }, 2.4, 3, 0],
  ["numeric", { tolerance: 0.5 }, 3.6, 3, 0],
  ["numeric", { tolerance: 0.5, relative: true }, 0, 0, 1],
  ["numeric", { tolerance: 0.5, relative: true }, 0.1, 0, 0],
  ["numeric", {}, 3, "many", "failed"],
  ["levenshtein", {}, "kitten", "sitting", 1 - 3 / 7],
  ["levenshtein", {}, "", "", 1],
  ["levenshtein", {}, "", "abc", 0],
  ["levenshtein", {}, "PARIS", "paris", 0],
  ["levenshtein", { ignoreCase: true }, "PARIs", "pArIS", 1],
  ["levenshtein", {}, "a".repeat(20_000), "a", 1 / 20_000],
  ["levenshtein", {}, "a".repeat(20_001), "a", "failed"],
  ["jsonEqual", {}, '{"a":[1,2],"b":null}', { b: null, a: [1, 2] }, 1],
  ["jsonEqual", {}, { a: [1, 2] }, { a: [2, 1] }, 0],
  ["jsonEqual", {}, "1", "1", 1],
  ["jsonEqual", {}, "1", 1, 1],
  ["jsonEqual", {}, 1, "1", 0],
  ["jsonEqual", { ignore: ["/a"] }, { a: 1, b: 2 }, { b: 2 }, 1],
  ["jsonEqual", { ignore: ["/a"] }, { a: 1, b: 2 }, { a: 1, b: 3 }, 0],
  ["jsonEqual", { ignore: ["/of/a"] }, { of: { a: 1, b: 2 }, a: 1 }, { of: { a: 2, b: 2 }, a: 1 }, 1],
  ["jsonEqual", { ignore: ["/of/a"] }, { of: { a: 1 }, a: 1 }, { of: { a: 1 }, a: 2 }, 0],
  ["jsonEqual", { ordered: false }, { a: [1, { b: [2, 3] }] }, { a: [{ b: [3, 2] }, 1] }, 1],
  ["jsonEqual", { ignore: ["/id", "/list/0"] }, { id: 1, list: [1, 2] }, { id: 2, list: [3, 2] }, 1],
  ["jsonSchema", { schema: { type: "object", required: ["a"] } }, '{"a":1}', null, 1],
  ["jsonSchema", {}, { b: 1 }, { required: ["a"] }, 0],
  ["jsonSchema", { schema: { type: "nothing" } }, {}, null, "failed"],
  ["jsonSchema", { schema: { $ref: "https://example.com/schema" } }, {}, null, "failed"],
  ["listOverlap", {}, ["a", "b", "b"], ["b", "c"], 0.4],
  ["listOverlap", { measure: "precision" }, ["a", "b"], ["b", "c", "d"], 0.5],
  ["listOverlap", { measure: "recall" }, '["a", "b"]', ["b", "c", "d", "e"], 0.25],
  ["listOverlap", { measure: "jaccard" }, [1, { a: 1 }], [{ a: 1 }], 0.5],
  ["listOverlap", {}, [], [], 1],
  ["listOverlap", {}, [], ["a"], 0],
  ["listOverlap", {}, ["a"], [], 0],
  ["listOverlap", { measure: "precision" }, [], ["a"], 1],
  ["listOverlap", { measure: "precision" }, ["a"], [], 0],
  ["listOverlap", { measure: "recall" }, [], ["a"], 0],
  ["listOverlap", { measure: "recall" }, ["a"], [], 1],
  ["listOverlap", { measure: "jaccard" }, [], [], 1],
  ["listOverlap", { measure: "recall" }, ["a"], ["a", "a"], 0.5],
  ["listOverlap", { measure: "precision" }, ["a", "a"], ["a"], 0.5],
  ["listOverlap", {}, ["a", "a"], ["a", "a"], 1],
  ["listOverlap", { measure: "jaccard" }, ["a", "a", "b"], ["c", "a", "a"], 0.5],
  ["listOverlap", {}, "no list", ["a"], 0],
  ["listOverlap", {}, ["a"], "no list", "failed"]
]

const endless = `${"a".repeat(60)}b`

describe("S1, S3: built-in measures", () => {
  it.layer(layer, { excludeTestServices: true })((it) => {
    it.effect.each(rows)("%s with %j: %j is to be %j", ([name, options, output, expected, value]) =>
      Effect.gen(function* () {
        const scorers = yield* Scorers
        const score = yield* scorers.score(scoring({ type: "builtin", name, options }, { output, expected }))
        const status = value === "failed" ? "failed" : value === null ? "unscored" : "scored"
        expect(score).toMatchObject({ status })
        if (typeof value === "number") expect(score.value).toBeCloseTo(value, 12)
      })
    )

    it.effect.each([
      ["regex", { pattern: "^(a+)+$" }],
      ["jsonSchema", { schema: { pattern: "^(a+)+$" } }]
    ] as const)("%s with %j is ended where it takes too long", ([name, options]) =>
      Effect.gen(function* () {
        const scorers = yield* Scorers
        const asked = scoring({ type: "builtin", name, options }, { output: endless }, { timeoutMs: 500 })
        const { status, detail } = yield* scorers.score(asked)
        expect({ status, detail: JSON.parse(detail) }).toMatchObject({
          status: "failed",
          detail: { error: { code: "TIMEOUT" } }
        })
      })
    )

    it.effect("K3: contains takes no time that grows with the product of the lengths", () =>
      Effect.gen(function* () {
        const scorers = yield* Scorers
        const output = "a".repeat(1_000_000)
        // A quarter of a million million comparisons, if each were made, before the deadline and with nothing that ends them.
        const expected = `${"a".repeat(50_000)}b${"a".repeat(450_000)}`
        const source = { type: "builtin", name: "contains", options: {} }
        const score = yield* scorers.score(scoring(source, { output, expected: [expected, "a"] }))
        expect({ status: score.status, value: score.value }).toEqual({ status: "scored", value: 0 })
      })
    )

    it.effect("tell what is missing, how far apart things are, and what a schema refuses", () =>
      Effect.gen(function* () {
        const scorers = yield* Scorers
        const detail = (name: string, options: object, output: unknown, expected: unknown) =>
          Effect.map(
            scorers.score(scoring({ type: "builtin", name, options }, { output, expected })),
            (score) => JSON.parse(score.detail) as unknown
          )
        expect(yield* detail("contains", {}, "a b", ["b", "c", "d"])).toEqual({ explanation: "Not there: c, d" })
        expect(yield* detail("contains", {}, "a b", ["a", "b"])).toEqual({})
        expect(yield* detail("numeric", { tolerance: 1 }, 2.5, 3)).toEqual({ metadata: { difference: 0.5 } })
        expect(yield* detail("numeric", {}, "many", 3)).toEqual({ explanation: "The output is no number." })
        expect(yield* detail("levenshtein", {}, "kitten", "sitting")).toEqual({ metadata: { edits: 3 } })
        expect(yield* detail("listOverlap", {}, ["a", "b", "b"], ["b", "c"])).toEqual({
          metadata: { both: 1, output: 3, expected: 2 }
        })
        expect(yield* detail("listOverlap", {}, "a", ["b"])).toEqual({ explanation: "The output is no list." })
        const schema = { properties: { a: { type: "string" } }, required: ["b"] }
        const refused = (output: unknown) =>
          Effect.map(detail("jsonSchema", { schema }, output, null), (told) =>
            (told as { readonly explanation: string }).explanation.replace(/:.*/u, "")
          )
        expect(yield* refused({ a: "a" })).toBe("The output")
        expect(yield* refused({ a: 1, b: 1 })).toBe("/a")
        expect(yield* detail("jsonSchema", { schema }, { b: 1 }, null)).toEqual({})
      })
    )

    it.effect("measure the same on a thread, where there is much to read", () =>
      Effect.gen(function* () {
        const scorers = yield* Scorers
        const metadata = { much: "x".repeat(10_000) }
        for (const [name, options, output, expected] of rows) {
          if (["regex", "jsonSchema"].includes(name)) continue
          const source = { type: "builtin", name, options }
          const here = yield* scorers.score(scoring(source, { output, expected }))
          expect(yield* scorers.score(scoring(source, { output, expected, metadata }))).toEqual(here)
        }
      })
    )

    it.effect("latency and usage read what was measured", () =>
      Effect.gen(function* () {
        const scorers = yield* Scorers
        const trace = { durationMs: 1500, usage: { micros: 7, inputTokens: 3, outputTokens: 4 } }
        const value = (name: string, options: object, given: unknown) =>
          Effect.map(
            scorers.score(scoring({ type: "builtin", name, options }, { trace: given })),
            (score) => score.value
          )
        expect(yield* value("latency", {}, trace)).toBe(1500)
        expect(yield* value("latency", { unit: "s" }, trace)).toBe(1.5)
        expect(yield* value("usage", {}, trace)).toBe(7)
        expect(yield* value("usage", { of: "micros" }, { usage: { micros: 9, inputTokens: 3 } })).toBe(9)
        expect(yield* value("usage", { of: "inputTokens" }, trace)).toBe(3)
        expect(yield* value("usage", { of: "outputTokens" }, trace)).toBe(4)
        expect(yield* value("usage", { of: "totalTokens" }, trace)).toBe(7)
        expect(yield* value("usage", { of: "totalTokens" }, { usage: { inputTokens: 3 } })).toBe(null)
        expect(yield* value("usage", { of: "totalTokens" }, { usage: { outputTokens: 4 } })).toBe(null)
        expect(yield* value("usage", { of: "totalTokens" }, { usage: { inputTokens: 0, outputTokens: 0 } })).toBe(0)
        for (const of of ["micros", "inputTokens", "outputTokens"]) {
          expect(yield* value("usage", { of }, { usage: {} })).toBe(null)
          expect(yield* value("usage", { of }, { usage: { [of]: 0 } })).toBe(0)
        }
        expect(yield* value("latency", {}, null)).toBe(null)
        expect(yield* value("latency", {}, { durationMs: 0 })).toBe(0)
      })
    )
  })
})
