import { assert, describe, it } from "vitest"
import { lineOf } from "../src/content/form/locate.ts"
import { keysOf, pointerOf } from "../src/content/pointer.ts"

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
    assert.strictEqual(lineOf(text, pointer), line)
  })

  it("a pointer's keys are those that it was made of", () => {
    for (const keys of [[], [""], ["~1", "/", "~", "~0/1"], ["columns", "0"]]) {
      assert.deepStrictEqual(keysOf(pointerOf(keys)), keys)
    }
  })

  it("takes no longer for a megabyte of many deep values", () => {
    const deep = (inner: string, levels = 200) => '{"key":'.repeat(levels) + inner + "}".repeat(levels)
    const json = deep(`[${"1,".repeat(500_000)}\n1]`)
    const started = performance.now()
    assert.strictEqual(lineOf(json, `${"/key".repeat(200)}/500000`), 2)
    assert.isBelow(performance.now() - started, 3000)
    const bottomless = "[".repeat(500_000) + "]".repeat(500_000)
    assert.strictEqual(lineOf(bottomless, "/0/0"), 1)
    assert.isBelow(performance.now() - started, 6000)
  })
})
