import { compare, holm, krippendorff } from "@agent-operations/evals/statistics"
import { drawn } from "@agent-operations/testing/drawn"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { fairCoin } from "../../src/statistics/distributions.ts"
import { itemsOf, pairOfRuns, random, scale } from "./support.ts"

type Items = ReturnType<typeof itemsOf>

describe("a comparison of two runs", () => {
  it("is by pairs of the same revision, and counts the rest", () => {
    const [a, b, c, d] = itemsOf([[0.2], [0.4], [0.6], [0.8]]) as [Item, Item, Item, Item]
    const other = [
      { ...a, outcomes: [{ status: "scored" as const, value: 0.5, passed: true }] },
      { ...b, itemFromVersion: 2 },
      { ...c, outcomes: [{ status: "failed" as const }] },
      { ...d, itemId: "di_new" }
    ]
    assert.deepInclude(compare([a, b, c, d], other, scale), {
      pairs: 1,
      onlyInBase: 1,
      onlyInOther: 1,
      changed: 1,
      unscored: 1,
      difference: 0.3,
      ci95: null,
      verdict: "no_evidence",
      improved: 1
    })
  })

  it("tells better from worse where the interval leaves out 0, in the scorer's own sense", () => {
    const next = random(7)
    const before = Array.from({ length: 60 }, () => [next() * 0.5])
    const after = before.map(([value]) => [value! + 0.1 + next() * 0.2])
    const [base, other] = [itemsOf(before), itemsOf(after)]
    assert.strictEqual(compare(base, other, scale).verdict, "better")
    assert.strictEqual(compare(other, base, scale).verdict, "worse")
    assert.strictEqual(compare(base, other, { ...scale, higherIsBetter: false }).verdict, "worse")
    assert.strictEqual(compare(base, base, scale).verdict, "no_evidence")
    // By hand: differences 2, 1, -1, 4, 2; of 4 degrees of freedom, Student's distribution has a closed form.
    const [paired, against] = [
      [[5], [7], [3], [9], [6]],
      [[3], [6], [4], [5], [4]]
    ].map(itemsOf)
    const { p, ci95 } = compare(against!, paired!, { ...scale, range: [0, 10] })
    assert.closeTo(p!, 0.120243, 1e-5)
    assert.closeTo(ci95![0], -0.655595, 1e-5)
    assert.closeTo(ci95![1], 3.855595, 1e-5)
  })

  it("is not certain of few items that all moved by the same", () => {
    const [base, other] = [itemsOf([[0], [0]]), itemsOf([[1], [1]])]
    assert.strictEqual(compare(base, other, { ...scale, type: "boolean" }).verdict, "no_evidence")
  })

  it("of items that all moved by the same is Wilson's, over all that they can move, and none without bounds", () => {
    const [base, other] = [0, 1].map((value) => itemsOf(Array.from({ length: 40 }, () => [value]))) as [Items, Items]
    const within = (range: readonly [number, number] | null) => compare(base, other, { ...scale, range })
    // By its formula: of a share of 1 in -1 to 1, and of 0.6 in -5 to 5.
    const [one, five] = [within([0, 1]), within([0, 5])]
    assert.deepStrictEqual([one.ci95, one.verdict], [[0.824756797605, 1], "better"])
    assert.deepStrictEqual([five.ci95, five.verdict], [[-0.540410633965, 2.36516743157], "no_evidence"])
    const open = within(null)
    assert.deepStrictEqual([open.difference, open.ci95, open.verdict], [1, null, "no_evidence"])
  })

  it("N1: is the same of the same scores, and turned around the opposite of the same pairs", () => {
    drawn({ better: 0.08, worse: 0.08, no_evidence: 0.2 }, (of) =>
      fc.assert(
        fc.property(pairOfRuns, ([base, other]) => {
          const [there, back] = [compare(base, other, scale), compare(other, base, scale)]
          of(there.verdict)
          assert.deepStrictEqual(compare(structuredClone(base), structuredClone(other), scale), there)
          assert.deepInclude(back, {
            pairs: there.pairs,
            onlyInBase: there.onlyInOther,
            onlyInOther: there.onlyInBase,
            changed: there.changed,
            unscored: there.unscored,
            improved: there.regressed,
            regressed: there.improved,
            unchanged: there.unchanged
          })
          assert.closeTo((back.difference ?? 0) + (there.difference ?? 0), 0, 1e-9)
          assert.strictEqual(back.p === null, there.p === null)
          assert.closeTo(back.p ?? 0, there.p ?? 0, 1e-9)
          const opposite = { better: "worse", worse: "better", no_evidence: "no_evidence" }
          assert.strictEqual(back.verdict, opposite[there.verdict])
          const { pairs, onlyInOther, changed, unscored } = there
          assert.strictEqual(pairs + onlyInOther + changed + unscored, other.length)
        }),
        { numRuns: 200 }
      )
    )
  })

  it("has McNemar's exact p of yes and no, as counting every fall of the coins does", () => {
    for (let tosses = 1; tosses <= 14; tosses++) {
      const ways = Array.from({ length: tosses + 1 }, () => 0)
      for (let fall = 0; fall < 2 ** tosses; fall++) ways[fall.toString(2).replaceAll("0", "").length]!++
      for (let few = 0; few <= tosses / 2; few++) {
        const tail = ways.slice(0, few + 1).reduce((sum, count) => sum + count, 0) / 2 ** tosses
        assert.closeTo(fairCoin(few, tosses - few), Math.min(1, 2 * tail), 1e-9)
      }
    }
    const [base, other] = [
      [0, 0, 0, 0, 0, 0, 0, 0],
      [1, 1, 1, 1, 1, 1, 0, 0]
    ].map((values) => itemsOf(values.map((v) => [v])))
    assert.closeTo(compare(base!, other!, { ...scale, type: "boolean" }).mcnemar!, 2 / 2 ** 6, 1e-9)
  })

  it("raises p values by how many tests there are", () => {
    assert.deepStrictEqual(holm([0.01, null, 0.04, 0.03]), [0.03, null, 0.06, 0.06])
    assert.deepStrictEqual(holm([0.5, 0.9]), [1, 1])
  })
})

type Item = ReturnType<typeof itemsOf>[number]

describe("agreement of reviewers", () => {
  it("is Krippendorff's α, as his own example has it", () => {
    const ratings = [
      [1, 1, 1],
      [2, 2, 3, 2],
      [3, 3, 3, 3],
      [3, 3, 3, 3],
      [2, 2, 2, 2],
      [1, 2, 3, 4],
      [4, 4, 4, 4],
      [1, 1, 2, 1],
      [2, 2, 2, 2],
      [5, 5, 5],
      [1, 1],
      [3]
    ]
    assert.closeTo(krippendorff(ratings, "nominal")!, 0.743, 5e-4)
    assert.closeTo(krippendorff(ratings, "interval")!, 0.849, 5e-4)
  })

  it("says nothing where nobody rated twice, or all gave one rating", () => {
    assert.isNull(krippendorff([[1], [2], []], "nominal"))
    assert.isNull(
      krippendorff(
        [
          [1, 1],
          [1, 1]
        ],
        "interval"
      )
    )
  })
})
