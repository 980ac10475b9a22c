import { assert, describe, it } from "vitest"
import { linesOf } from "../src/content/form/locate.ts"

/** How long it takes to find places, at the least of three times. */
const least = (json: string, pointers: ReadonlyArray<string>) => {
  const times = Array.from({ length: 3 }, () => {
    const began = performance.now()
    linesOf(json, pointers)
    return performance.now() - began
  })
  return Math.min(...times)
}

describe("a place in what somebody typed", () => {
  it("takes no longer for a megabyte of many deep values", () => {
    const deep = (inner: string, levels = 200) => '{"key":'.repeat(levels) + inner + "}".repeat(levels)
    assert.isBelow(least(deep(`[${"1,".repeat(500_000)}\n1]`), [`${"/key".repeat(200)}/500000`]), 3000)
    assert.isBelow(least("[".repeat(500_000) + "]".repeat(500_000), ["/0/0"]), 3000)
  })

  it("takes no longer for many places than for one", () => {
    const json = `{"rest":[${"1,".repeat(500_000)}1],"columns":[${"\n1,".repeat(200)}1]}`
    const pointers = Array.from({ length: 200 }, (_, n) => `/columns/${n}`)
    assert.isBelow(least(json, pointers), 10 * least(json, pointers.slice(0, 1)))
  })
})
