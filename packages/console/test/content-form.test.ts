import { assert, describe, it } from "vitest"
import { linesOf } from "../src/content/form/locate.ts"

const text = `{
  "a": { "b": 1,
    "c": [10, [20,
      30], { "~/": "x\\"y" }]
  },

  "": null
}`

describe("a place in what somebody typed", () => {
  it.each([
    ["", 1],
    ["/a", 2],
    ["/a/b", 2],
    ["/a/c", 3],
    ["/a/c/0", 3],
    ["/a/c/1/0", 3],
    ["/a/c/1/1", 4],
    ["/a/c/2/~0~1", 4],
    ["/", 7],
    // What is not there is where it would be.
    ["/a/d", 2],
    ["/a/c/9/x", 3],
    ["/b", 1]
  ] as const)("%j begins on line %i", (pointer, line) => {
    assert.deepStrictEqual(linesOf(text, [pointer]), [line])
  })

  it.each([
    "{x",
    "[{x",
    '{"b":{"c',
    '{"',
    '{"a',
    '{"a\\',
    '["a',
    '{"\\B":1}',
    '{"a\nb":1}',
    '{"a":1,',
    "{{}}",
    "]]",
    "{]}",
    '"',
    ""
  ])("ends at what is not JSON: %j", (wrong) => {
    assert.deepStrictEqual(linesOf(wrong, ["/a/0"]), [1])
  })

  it("is found in a megabyte of many deep values", () => {
    const deep = (inner: string, levels = 200) => '{"key":'.repeat(levels) + inner + "}".repeat(levels)
    const json = deep(`[${"1,".repeat(500_000)}\n1]`)
    assert.strictEqual(linesOf(json, [`${"/key".repeat(200)}/500000`])[0], 2)
    const bottomless = "[".repeat(500_000) + "]".repeat(500_000)
    assert.strictEqual(linesOf(bottomless, ["/0/0"])[0], 1)
  })

  it("is found for many places at once", () => {
    const json = `{"rest":[${"1,".repeat(500_000)}1],"columns":[${"\n1,".repeat(200)}1]}`
    const pointers = Array.from({ length: 200 }, (_, n) => `/columns/${n}`)
    const expected = pointers.map((_, n) => n + 2)
    assert.deepStrictEqual(linesOf(json, pointers), expected)
  })
})
