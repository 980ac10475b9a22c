import { assert, describe, it } from "vitest"
import { compareSides, diffJson, diffLines, type Json, mergeLines } from "../src/index.ts"
import { below, lists, side } from "./large-json.ts"

/** Numbers below many objects, of which the last differs. */
const numbers = (last: number): Json => below(240, [...Array.from({ length: 400_000 }, () => 1), last])

const took = (work: () => unknown) => {
  const started = performance.now()
  work()
  return performance.now() - started
}

describe("what is large", () => {
  it("is compared in time that does not grow with its depth", () => {
    const [before, after] = [numbers(1), numbers(2)]
    // Each level anew, it took 20 s.
    assert.isBelow(
      took(() => diffJson(before, after)),
      4000
    )
  })

  it("takes for many lists not many times what one takes", () => {
    const one = took(() => compareSides(side({ l: lists(1)["l1"]! }), side({ l: lists(2)["l1"]! })))
    const all = took(() => compareSides(side(lists(1)), side(lists(2))))
    // With an effort of its own each list would take as long as the one.
    assert.isBelow(all, Math.max(one, 20) * 100)
  })

  it("is told whole, at once, where two texts have nothing in common", () => {
    const text = (letter: string) => Array.from({ length: 60_000 }, (_, n) => `${letter}${n}`).join("\n")
    assert.isBelow(
      took(() => diffLines(`same\n${text("a")}\nsame`, `same\n${text("b")}\nsame`)),
      5000
    )
  })

  it("is merged within seconds, where it is long or repeats itself", () => {
    const same = Array.from({ length: 4000 }, () => "").join("\n")
    const lines = (letter: string) => Array.from({ length: 130_000 }, (_, n) => `${letter}${n}`).join("\n")
    for (const versions of [
      { base: same, mine: `a\n${same}\nb\n${same}`, theirs: `${same}\n${same}\nc` },
      { base: lines("a"), mine: lines("b"), theirs: lines("c") }
    ]) {
      // By node-diff3 alone it took minutes.
      assert.isBelow(
        took(() => mergeLines(versions)),
        5000
      )
    }
  })
})
