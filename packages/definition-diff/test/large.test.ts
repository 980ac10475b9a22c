import { assert, describe, it } from "vitest"
import { compareSides, diffJson, fullEffort, type Json, numberValues } from "../src/index.ts"
import { below, lists, side } from "./large-json.ts"

describe("what is large", () => {
  it("has equal numbers for equal values, and only for those", () => {
    const number = numberValues()
    const distinct: ReadonlyArray<Json> = [0, "0", null, "null", false, [], {}, [[]], [{}], [0], ["0"], ["0,0"], [0, 0]]
    const others: ReadonlyArray<Json> = [{ a: 1 }, { a: "1" }, { b: 1 }, { a: 1, b: 1 }, ["a", 1], [["a", 1]], "a"]
    const all = [...distinct, ...others]
    assert.strictEqual(new Set(all.map(number)).size, all.length)
    for (const value of all) assert.strictEqual(number(structuredClone(value)), number(value))
    assert.strictEqual(number({ a: 1, b: [2] }), number({ b: [2], a: 1 }))
    assert.strictEqual(number(-0), number(0))
  })

  it("is looked at as often, however deep it lies", () => {
    const compared = (levels: number) => {
      let reads = 0
      const deep = (last: number) =>
        below(levels, {
          get a() {
            reads++
            return [1, last]
          }
        })
      const result = diffJson(deep(1), deep(2))
      assert.strictEqual(result.length, 1)
      assert.strictEqual(result[0]?.path.length, levels + 1)
      return reads
    }
    const once = compared(0)
    assert.isAbove(once, 0)
    assert.strictEqual(compared(240), once)
  })

  it("has one effort for all its lists, and tells of at least one change a part", () => {
    const effort = fullEffort()
    const few = fullEffort().steps / 100
    const result = compareSides(side(lists(1)), side(lists(2)), effort)
    assert.strictEqual(result.find(({ title }) => title === "Settings")?.values.length, 300)
    // With an effort of its own, a list would leave this one whole; without an end, they would take many times as much.
    assert.isBelow(effort.steps, few)
    assert.isAbove(effort.steps, -few)
    const cut = compareSides(side([1]), side([2]), { steps: 0, changes: 0, isCut: false })
    assert.strictEqual(cut.find(({ title }) => title === "Settings")?.values.length, 1)
  })
})
