import { nearestRank, summarize } from "@agent-operations/evals/statistics"
import { drawn } from "@agent-operations/testing/drawn"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { passAtK } from "../../src/statistics/pass.ts"
import { items, itemsOf, number, random, scale } from "./support.ts"

/** Every choice of k of these, by brute force. */
const choices = <A>(of: ReadonlyArray<A>, k: number): ReadonlyArray<ReadonlyArray<A>> =>
  k === 0 ? [[]] : of.flatMap((first, index) => choices(of.slice(index + 1), k - 1).map((others) => [first, ...others]))

describe("statistics of a run", () => {
  it("are Student's over items, and Wilson's of yes and no", () => {
    // By hand, with t = 2.776445 from a table of Student's distribution; 8 of 10 is a worked example of Wilson's interval.
    const numbers = summarize(itemsOf([2.1, 3.4, 1.9, 4.2, 2.8].map((value) => [value])), { ...scale, range: [0, 5] })
    assert.deepInclude(numbers, { items: 5, scored: 5, mean: 2.88, small: true })
    assert.closeTo(numbers.stdDev!, 0.947101, 1e-5)
    assert.closeTo(numbers.ci95![0], 1.704021, 1e-5)
    assert.closeTo(numbers.ci95![1], 4.055979, 1e-5)
    const answers = [1, 1, 1, 1, 0, 1, 1, 0, 1, 1].map((value) => [value])
    const booleans = summarize(itemsOf(answers), { ...scale, type: "boolean" })
    assert.closeTo(booleans.ci95![0], 0.49016, 1e-5)
    assert.closeTo(booleans.ci95![1], 0.94331, 1e-5)
    assert.deepInclude(booleans, { passRate: 0.8, passAll: 0.8, passAtK: [{ k: 1, value: 0.8 }] })
  })

  it("have no interval of fewer than two items, and no figure of none", () => {
    assert.isNull(summarize(itemsOf([[0.5, 0.7]]), scale).ci95)
    const none = summarize([], scale)
    assert.deepInclude(none, { items: 0, mean: null, stdDev: null, ci95: null, passRate: null, passAtK: [] })
  })

  it("are not certain where all items agree", () => {
    const [lower, upper] = summarize(
      itemsOf([
        [1, 1],
        [1, 1],
        [1, 1]
      ]),
      scale
    ).ci95!
    assert.isBelow(lower, 0.5)
    assert.strictEqual(upper, 1)
    assert.isNull(summarize(itemsOf([[1], [1]]), { ...scale, range: null }).ci95)
  })

  it("N2: repetitions that tell the same narrow nothing", () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 40 }), fc.integer({ min: 2, max: 5 }), (values, times) => {
        const [once, often] = [1, times].map((n) => summarize(itemsOf(values.map((v) => Array(n).fill(v))), scale))
        for (const figure of ["items", "mean", "stdDev", "passRate", "passAll"] as const) {
          if (once![figure] === null) assert.isNull(often![figure])
          else assert.closeTo(often![figure]!, once![figure]!, 1e-9)
        }
        assert.strictEqual(often!.ci95 === null, once!.ci95 === null)
        for (const end of [0, 1] as const) {
          if (once!.ci95 !== null) assert.closeTo(often!.ci95![end], once!.ci95[end], 1e-9)
        }
      })
    )
  })

  it("N2: what is unscored or failed is counted, and in no figure", () => {
    fc.assert(
      fc.property(items, fc.constantFrom("unscored" as const, "failed" as const), (run, status) => {
        const more = run.map((item) => ({ ...item, outcomes: [...item.outcomes, { status }] }))
        const [before, after] = [summarize(run, scale), summarize(more, scale)]
        assert.deepStrictEqual(after, { ...before, [status]: before[status] + run.length })
      })
    )
  })

  it("N1: lie where they must: the mean within its interval, the interval within the values that can be", () => {
    drawn({ interval: 0.3, none: 0.1 }, (of) =>
      fc.assert(
        fc.property(items, (run) => {
          const { mean, ci95, scored, unscored, failed } = summarize(run, scale)
          of(ci95 === null ? "none" : "interval")
          assert.strictEqual(
            scored + unscored + failed,
            run.reduce((all, { outcomes }) => all + outcomes.length, 0)
          )
          if (ci95 !== null) assert.isTrue(ci95[0] <= mean! && mean! <= ci95[1])
          assert.deepStrictEqual(summarize(structuredClone(run), scale), summarize(run, scale))
        }),
        { numRuns: 200 }
      )
    )
  })

  it("N2: 95 % intervals cover 92 to 98 % of the means of 30 items with 5 repetitions each", () => {
    const next = random(20_261_123)
    let covered = 0
    for (let trial = 0; trial < 1000; trial++) {
      const run = Array.from({ length: 30 }, () => {
        const chance = next()
        return Array.from({ length: 5 }, () => (next() < chance ? 1 : 0))
      })
      const [lower, upper] = summarize(itemsOf(run), { ...scale, type: "boolean" }).ci95!
      if (lower <= 0.5 && 0.5 <= upper) covered++
    }
    assert.isAtLeast(covered, 920)
    assert.isAtMost(covered, 980)
  })

  it("count pass@k as trying every choice does", () => {
    for (let tries = 1; tries <= 7; tries++) {
      for (let passed = 0; passed <= tries; passed++) {
        for (let k = 1; k <= tries; k++) {
          const all = choices([...Array(tries).keys()], k)
          const share = all.filter((choice) => choice.some((at) => at < passed)).length / all.length
          assert.closeTo(passAtK(tries, passed, k), share, 1e-12)
        }
      }
    }
  })

  it("take percentiles by the nearest rank", () => {
    const values = [15, 20, 35, 40, 50]
    const ranks = [0.05, 0.3, 0.4, 0.5, 1].map((share) => nearestRank(values.toReversed(), share))
    assert.deepStrictEqual(ranks, [15, 20, 20, 35, 50])
    assert.isNull(nearestRank([], 0.5))
  })
})
