import { krippendorff, type Metric } from "@agent-operations/evals/statistics"
import { drawn } from "@agent-operations/testing/drawn"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

type Items = ReadonlyArray<ReadonlyArray<number>>

const distance = {
  interval: (a: number, b: number) => (a - b) ** 2,
  nominal: (a: number, b: number) => (a === b ? 0 : 1)
}

/** Over all ordered pairs. */
const apart = (values: ReadonlyArray<number>, metric: Metric) =>
  values.reduce((sum, a) => values.reduce((of, b) => of + distance[metric](a, b), sum), 0)

/** By its definition, pair by pair. */
const byPairs = (items: Items, metric: Metric): number | null => {
  const rated = items.filter(({ length }) => length >= 2)
  const observed = rated.reduce((sum, ratings) => sum + apart(ratings, metric) / (ratings.length - 1), 0)
  const all = rated.flat()
  const expected = apart(all, metric)
  return expected === 0 ? null : 1 - ((all.length - 1) * observed) / expected
}

/** Items of none to six ratings, on which raters agree or not, of few values or many, far from 0 or not. */
const rated: fc.Arbitrary<Items> = fc
  .record({
    from: fc.constantFrom(0, 0, 1000, -1e6, 1e9, -1e12),
    step: fc.constantFrom(0.001, 0.1, 1, 1000),
    values: fc.constantFrom(1, 2, 2, 5, 5, 1_000_000),
    most: fc.constantFrom(1, 3, 3, 6, 6),
    agreed: fc.constantFrom(0, 1, 4)
  })
  .chain(({ from, step, values, most, agreed }) => {
    const value = fc.nat(values - 1).map((n) => from + n * step)
    const split = fc.array(value, { maxLength: most })
    const unanimous = fc.tuple(value, fc.nat(most)).map(([one, times]) => Array.from({ length: times }, () => one))
    const item = fc.oneof({ weight: 2, arbitrary: split }, { weight: agreed, arbitrary: unanimous })
    return fc.array(item, { minLength: 1, maxLength: 25, size: "max" })
  })

const kindOf = (alpha: number | null) => {
  if (alpha === null) return "nothing to say"
  return alpha > 0.05 ? "agreeing" : alpha < -0.05 ? "disagreeing" : "as chance"
}

describe("N1: Krippendorff's α", () => {
  it.each(["interval", "nominal"] as const)("%s is what going through every pair comes to", (metric) => {
    drawn({ "nothing to say": 0.15, agreeing: 0.15, disagreeing: 0.03, "as chance": 0.04 }, (of) =>
      fc.assert(
        fc.property(rated, (items) => {
          const [alpha, pairs] = [krippendorff(items, metric), byPairs(items, metric)]
          of(kindOf(pairs))
          if (alpha === null || pairs === null) return assert.strictEqual(alpha, pairs)
          assert.closeTo(alpha, pairs, 1e-12)
        }),
        { numRuns: 1000 }
      )
    )
  })

  it("of large values is that of what they are above another, to every digit that is told", () => {
    // Both are exact as numbers.
    const above = Array.from({ length: 200 }, (_, n) => [n % 7, (n % 7) + (n % 3) / 4, n % 5])
    for (const from of [2 ** 30, -(2 ** 40), 2 ** 50]) {
      const moved = above.map((ratings) => ratings.map((value) => from + value))
      assert.strictEqual(krippendorff(moved, "interval"), krippendorff(above, "interval"))
    }
  })

  it("of values of any size is that of the same ones in another unit", () => {
    const rated = Array.from({ length: 50 }, (_, n) => [n % 7, (n % 7) + (n % 3) / 4, -(n % 5)])
    for (const unit of [2 ** 600, 2 ** 1020, 2 ** -600, 2 ** -1000]) {
      const others = rated.map((ratings) => ratings.map((value) => value * unit))
      assert.strictEqual(krippendorff(others, "interval"), krippendorff(rated, "interval"))
    }
  })

  it("T15: takes no pair of 200,000 different values, of which there are 40,000,000,000", () => {
    const n = 200_000
    // The halves from 0, each beside the next. By hand: their pairs are n²(n² − 1) / 24 apart, and those of items n / 4.
    const items = Array.from({ length: n / 2 }, (_, whole) => [whole, whole + 0.5])
    assert.closeTo(krippendorff(items, "interval")!, 1 - 6 / (n * (n + 1)), 1e-12)
    assert.strictEqual(krippendorff(items, "nominal"), 0)
  })
})
