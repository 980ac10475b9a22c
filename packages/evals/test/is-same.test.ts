import { runSteps } from "@agent-operations/operations"
import * as fc from "fast-check"
import { isDeepStrictEqual } from "node:util"
import { assert, describe, it } from "vitest"
import { isSame } from "../src/is-same.ts"

describe("I1: what a file says of a definition", () => {
  it("is compared as JSON", () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(value, value, (one, other) => {
        assert.isTrue(runSteps(isSame(one, structuredClone(one))))
        assert.isTrue(runSteps(isSame({ a: [one, other] }, structuredClone({ a: [one, other] }))))
        assert.strictEqual(runSteps(isSame({ a: one }, { a: other })), isDeepStrictEqual({ a: one }, { a: other }))
      })
    )
    for (const [one, other] of [
      [[1], { 0: 1 }],
      [[1], [1, 2]],
      [{ a: 1 }, { b: 1 }],
      [{ toString: 1 }, { a: 1 }],
      [null, {}]
    ]) {
      assert.isFalse(runSteps(isSame(one, other)))
    }
    assert.isTrue(runSteps(isSame({ a: 1, b: 2 }, { b: 2, a: 1 })))
  })

  it("K3: is compared by steps where it has many names", () => {
    const many = () => Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`n${n}`, n]))
    let steps = 0
    for (const _ of isSame(many(), many())) steps++
    assert.strictEqual(steps, 10)
  })
})
