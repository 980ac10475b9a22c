import { assert, describe, it } from "vitest"
import { compareSides, diffJson, type Json, numberValues, type Side } from "../src/index.ts"

const side = (settings: Json): Side => ({
  name: "Large",
  description: null,
  text: "",
  source: { type: "table" },
  settings,
  references: {}
})

/** Numbers below many objects, of which the last differs. */
const numbers = (last: number): Json => {
  let value: Json = [...Array.from({ length: 400_000 }, () => 1), last]
  for (let level = 0; level < 240; level++) value = { a: value }
  return value
}

const took = <T>(work: () => T) => {
  const started = performance.now()
  const result = work()
  return { result, ms: performance.now() - started }
}

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

  it("is compared in time that does not grow with its depth", () => {
    const [before, after] = [numbers(1), numbers(2)]
    const { result, ms } = took(() => diffJson(before, after))
    assert.strictEqual(result.length, 1)
    assert.strictEqual(result[0]?.path.length, 240)
    // Each level anew, it took 20 s.
    assert.isBelow(ms, 4000)
  })

  it("has one effort for all its lists, and tells of at least one change a part", () => {
    const lists = (revision: number) =>
      Object.fromEntries(
        Array.from({ length: 300 }, (_, n) => [`l${n}`, Array.from({ length: 600 }, (_, i) => i * 2 + revision)])
      )
    const one = took(() => compareSides(side({ l: lists(1)["l1"]! }), side({ l: lists(2)["l1"]! }))).ms
    const { result, ms } = took(() => compareSides(side(lists(1)), side(lists(2))))
    assert.strictEqual(result.find(({ title }) => title === "Settings")?.values.length, 300)
    // With an effort of its own each list would take as long as the one.
    assert.isBelow(ms, Math.max(one, 20) * 100)
    const few = compareSides(side([1]), side([2]), { steps: 0, changes: 0, isCut: false })
    assert.strictEqual(few.find(({ title }) => title === "Settings")?.values.length, 1)
  })
})
