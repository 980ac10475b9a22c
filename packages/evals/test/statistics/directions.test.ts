import { compare, holm, type ItemOutcomes, type Outcome, summarize } from "@agent-operations/evals/statistics"
import { drawn } from "@agent-operations/testing/drawn"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { verdictOf } from "../../src/statistics/compare.ts"
import { fairCoin } from "../../src/statistics/distributions.ts"
import { items, itemsOf, pairOfRuns, scale } from "./support.ts"

const booleans = { ...scale, type: "boolean" } as const

/** One item per list of outcomes. */
const withOutcomes = (outcomes: ReadonlyArray<ReadonlyArray<Outcome>>): ReadonlyArray<ItemOutcomes> =>
  outcomes.map((of, n) => ({ itemId: `di_${n}`, itemFromVersion: 1, outcomes: of }))

const scored = (value: number, passed: boolean | null = null): Outcome => ({ status: "scored", value, passed })
const once = (values: ReadonlyArray<number>) => itemsOf(values.map((value) => [value]))

describe.each([true, false])("where higher is better: %s", (higherIsBetter) => {
  const of = { ...scale, higherIsBetter }
  const [rise, fall] = higherIsBetter ? (["better", "worse"] as const) : (["worse", "better"] as const)

  it.each([
    [[0.1, 0.3], rise],
    [[-0.3, -0.1], fall],
    [[Number.MIN_VALUE, 1], rise],
    [[-1, -Number.MIN_VALUE], fall],
    [[0, 0.3], "no_evidence"],
    [[-0.3, 0], "no_evidence"],
    [[-0.1, 0.1], "no_evidence"],
    [[0, 0], "no_evidence"]
  ] as const)("an interval of %j says %s", ([lower, upper], verdict) => {
    assert.strictEqual(verdictOf([lower, upper], { higherIsBetter }), verdict)
  })

  it("no interval says nothing", () => assert.strictEqual(verdictOf(null, { higherIsBetter }), "no_evidence"))

  it("counts what rose, fell and stayed in the scorer's own sense", () => {
    const [base, other] = [once([0.5, 0.5, 0.5, 0.5, 0.5, 0.5]), once([0.6, 0.7, 0.8, 0.4, 0.5, 0.5])]
    assert.deepInclude(compare(base, other, of), {
      pairs: 6,
      improved: higherIsBetter ? 3 : 1,
      regressed: higherIsBetter ? 1 : 3,
      unchanged: 2,
      difference: 0.0833333333333
    })
  })

  it("what is equal in both is no change, and no evidence of one", () => {
    const run = once([0.2, 0.4, 0.9])
    const same = { difference: 0, p: 1, verdict: "no_evidence" as const, improved: 0, regressed: 0, unchanged: 3 }
    assert.deepInclude(compare(run, run, of), same)
  })

  it("a pair of which one has no score is no pair, and never a zero", () => {
    const none: ReadonlyArray<Outcome> = [{ status: "unscored" }]
    const failed: ReadonlyArray<Outcome> = [{ status: "failed" }]
    const [base, other] = [
      withOutcomes([none, [scored(1)], failed, [scored(0.25)]]),
      withOutcomes([[scored(1)], none, failed, [scored(0.75)]])
    ]
    const { improved, regressed } = compare(base, other, of)
    assert.deepInclude(compare(base, other, of), { pairs: 1, unscored: 3, difference: 0.5, unchanged: 0 })
    assert.deepStrictEqual([improved, regressed], higherIsBetter ? [1, 0] : [0, 1])
  })
})

describe("a comparison of few", () => {
  it("of none has no figure, and no McNemar's p either", () => {
    const figures = { pairs: 0, difference: null, ci95: null, p: null, mcnemar: null, verdict: "no_evidence" as const }
    assert.deepInclude(compare([], [], booleans), figures)
    assert.deepInclude(compare(once([1]), withOutcomes([[{ status: "failed" }]]), booleans), figures)
  })

  it("of one pair has a difference and McNemar's p, and neither interval nor t test", () => {
    assert.deepInclude(compare(once([0]), once([1]), booleans), {
      pairs: 1,
      difference: 1,
      ci95: null,
      p: null,
      mcnemar: 1
    })
  })

  it("that all moved by the same has no p, since it has no spread", () => {
    assert.isNull(compare(once([0, 1]), once([2, 3]), { ...scale, range: null }).ci95)
    assert.isNull(compare(once([0, 0]), once([1, 1]), scale).p)
    assert.strictEqual(compare(once([1, 1]), once([1, 1]), scale).p, 1)
  })

  it("below 30 items it is small, and at 30 it is not", () => {
    for (const [count, isSmall] of [
      [29, true],
      [30, false]
    ] as const) {
      const run = once(Array.from({ length: count }, (_, n) => n / 100))
      assert.strictEqual(summarize(run, scale).small, isSmall)
      assert.strictEqual(compare(run, run, scale).small, isSmall)
      const unscored = { ...run[0]!, outcomes: [{ status: "unscored", value: null, passed: null }] } as const
      assert.deepInclude(summarize([...run, unscored, unscored], scale), { items: count, unscored: 2, small: isSmall })
    }
  })

  it("of yes and no has Student's interval, unless all moved by the same", () => {
    // By hand, with t = 2.776445: differences 1, 1, 1, 0, -1, of which the deviation is the root of 0.8.
    const { ci95 } = compare(once([0, 0, 0, 1, 1]), once([1, 1, 1, 1, 0]), booleans)
    assert.closeTo(ci95![0], 0.4 - 1.110578, 1e-5)
    assert.closeTo(ci95![1], 0.4 + 1.110578, 1e-5)
  })

  it("has McNemar's p only where both runs scored each item once, with yes or no", () => {
    const [single, repeated] = [once([0, 1]), itemsOf([[0, 0], [1]])]
    assert.isNumber(compare(single, single, booleans).mcnemar)
    assert.isNull(compare(single, repeated, booleans).mcnemar)
    assert.isNull(compare(repeated, single, booleans).mcnemar)
    for (const type of ["number", "label"] as const) assert.isNull(compare(single, single, { ...scale, type }).mcnemar)
    assert.strictEqual(fairCoin(0, 0), 1)
  })
})

describe("a summary of few", () => {
  it("of one item has a mean, and neither deviation nor interval", () => {
    assert.deepInclude(summarize(once([0.7]), scale), { items: 1, mean: 0.7, stdDev: null, ci95: null, small: true })
  })

  it("of one pass out of one is not certain of all, and of none passed not of none", () => {
    for (const [value, certain] of [
      [1, 1],
      [0, 0]
    ] as const) {
      const { ci95 } = summarize(once([value, value]), booleans)
      assert.strictEqual(ci95![value], certain)
      // Wilson's interval of 2 of 2: 2 / (2 + 1.96²).
      assert.closeTo(Math.abs(ci95![1 - value]! - (1 - value)), 0.342372, 1e-5)
    }
  })

  it("has Wilson's interval end where the values do, of however many", () => {
    for (let count = 2; count <= 200; count++) {
      const interval = (value: number, range: readonly [number, number]) =>
        summarize(once(Array.from({ length: count }, () => value)), { ...scale, range }).ci95!
      assert.deepStrictEqual(
        [interval(0, [0, 1])[0], interval(1, [0, 1])[1], interval(0, [-1, 0])[1]],
        [0, 1, 0],
        `of ${count}`
      )
    }
  })

  it("has Wilson's interval in the range of the scorer, wherever that begins", () => {
    const { ci95 } = summarize(once([20, 20]), { ...scale, range: [10, 20] })
    assert.closeTo(ci95![0], 10 + 10 * 0.342372, 1e-4)
    assert.strictEqual(ci95![1], 20)
    for (const range of [[20, 20], null] as const) assert.isNull(summarize(once([20, 20]), { ...scale, range }).ci95)
  })

  it("tells figures in 12 digits", () => {
    assert.strictEqual(summarize(once([0.1, 0.2, 0.4]), scale).mean, 0.233333333333)
  })
})

describe("what passes", () => {
  const figures = (of: ReadonlyArray<ReadonlyArray<Outcome>>) => {
    const { passRate, passAll, passAtK } = summarize(withOutcomes(of), scale)
    return { passRate, passAll, passAtK: passAtK.map(({ k, value }) => [k, value]) }
  }
  const [yes, no, unscored, failed] = [
    scored(1, true),
    scored(0, false),
    { status: "unscored" } as const,
    { status: "failed" } as const
  ]

  it("is of repetitions, and of items whose repetitions all passed", () => {
    assert.deepStrictEqual(figures([[yes], [no, no, no], [yes, yes]]), {
      passRate: 0.5,
      passAll: 0.666666666667,
      passAtK: [
        [1, 0.666666666667],
        [2, 0.5],
        [3, 0]
      ]
    })
    assert.deepInclude(figures([[yes, no]]), { passRate: 0.5, passAll: 0 })
    assert.deepInclude(figures([[yes, yes]]), { passRate: 1, passAll: 1 })
    assert.deepInclude(figures([[no, no]]), { passRate: 0, passAll: 0 })
  })

  it("N2: leaves out what was not scored, and items without a score", () => {
    assert.deepInclude(figures([[yes, failed, unscored], [failed], [unscored]]), { passRate: 1, passAll: 1 })
  })

  it("is nothing where nothing was scored, or the scorer knows no passing", () => {
    const none = { passRate: null, passAll: null, passAtK: [] }
    for (const of of [[], [[]], [[failed], [unscored]], [[scored(1)], [scored(0)]]]) {
      assert.deepStrictEqual(figures(of), none)
    }
  })
})

describe("p values of several scorers", () => {
  it.each([
    [[], []],
    [[null], [null]],
    [[0.04], [0.04]],
    [
      [0.04, 0.03],
      [0.06, 0.06]
    ],
    [
      [null, 0.02, null, 0.5],
      [null, 0.04, null, 0.5]
    ],
    [
      [0.6, 0.7, 0.8],
      [1, 1, 1]
    ]
  ])("%j are told as %j", (ps, told) => {
    const raised = holm(ps)
    assert.lengthOf(raised, told.length)
    for (const [n, p] of told.entries()) {
      if (p === null) assert.isNull(raised[n])
      else assert.closeTo(raised[n]!, p, 1e-12)
    }
  })
})

describe("of two runs that differ in every way", () => {
  it("a scorer whose other direction is the better one tells the mirror image, and the same figures", () => {
    drawn({ better: 0.08, worse: 0.08, no_evidence: 0.2, none: 0.03, one: 0.01, unscored: 0.2, changed: 0.2 }, (of) =>
      fc.assert(
        fc.property(pairOfRuns, ([base, other]) => {
          const [higher, lower] = [true, false].map((higherIsBetter) =>
            compare(base, other, { ...scale, higherIsBetter })
          )
          const { verdict, improved, regressed, ...figures } = higher!
          of(
            ...[verdict, figures.unscored > 0 ? ("unscored" as const) : undefined],
            ...[figures.changed > 0 ? ("changed" as const) : undefined],
            figures.pairs === 0 ? "none" : figures.pairs === 1 ? "one" : undefined
          )
          const mirrored = { better: "worse", worse: "better", no_evidence: "no_evidence" } as const
          assert.deepStrictEqual(lower, {
            ...figures,
            verdict: mirrored[verdict],
            improved: regressed,
            regressed: improved
          })
          assert.strictEqual(improved + regressed + figures.unchanged, figures.pairs)
        }),
        { numRuns: 300 }
      )
    )
  })

  it("what is summed up is of so many items as were scored", () => {
    drawn({ all: 0.1, some: 0.2, none: 0.02, repeated: 0.2 }, (of) =>
      fc.assert(
        fc.property(items, (run) => {
          const { items: scoredItems, scored, unscored, failed, mean } = summarize(run, scale)
          of(
            scored === 0 ? "none" : unscored + failed === 0 ? "all" : "some",
            scored > scoredItems ? "repeated" : undefined
          )
          assert.strictEqual(mean === null, scoredItems === 0)
          assert.isAtMost(scoredItems, scored)
        }),
        { numRuns: 300 }
      )
    )
  })
})
