import { meanOf, told, unitOf } from "./numbers.ts"
import { atOnce, itemsOfStep } from "./steps.ts"

/** How two ratings of one item are apart: by their distance, or only whether they differ. */
export type Metric = "interval" | "nominal"

/**
 * The squared distances of each value from each other: twice their number times their squared distances from the mean. The
 * mean is of what they are above the first, so that large values keep what they differ by.
 */
const squaredDistances = (values: ReadonlyArray<number>): number => {
  const above = values.map((value) => value - values[0]!)
  const mean = meanOf(above)
  return 2 * values.length * above.reduce((sum, value) => sum + (value - mean) ** 2, 0)
}

/** In how many pairs one value differs from the other: in all but those of a value with itself. */
const differences = (values: ReadonlyArray<number>): number => {
  const times = new Map<number, number>()
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  let same = 0
  for (const count of times.values()) same += count * count
  return values.length * values.length - same
}

/** How far values are apart: the sum over all ordered pairs of them. */
const apart: { readonly [M in Metric]: (values: ReadonlyArray<number>) => number } = {
  interval: squaredDistances,
  nominal: differences
}

/** As `krippendorff`, by steps: there may be 5,000 items of 10 ratings. Law: K3. */
export function* krippendorffBySteps(
  items: ReadonlyArray<ReadonlyArray<number>>,
  metric: Metric
): Generator<void, number | null> {
  const counted = items.filter((ratings) => ratings.length >= 2)
  const unit = metric === "interval" ? unitOf(counted.flat()) : 1
  const all: Array<number> = []
  let observed = 0
  for (const [n, ratings] of counted.entries()) {
    if (n % itemsOfStep === 0) yield
    const rated = ratings.map((rating) => rating / unit)
    observed += apart[metric](rated) / (rated.length - 1)
    for (const rating of rated) all.push(rating)
  }
  yield
  const expected = apart[metric](all)
  return expected === 0 ? null : told(1 - ((all.length - 1) * observed) / expected)
}

/**
 * Krippendorff's α: 1 of raters who agree, 0 of those who agree as chance would have it, below 0 of those who disagree on
 * purpose. Of each item the ratings that it got; items with fewer than two say nothing. Null where nothing can be said: no
 * such item, or one rating for all. Source: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability".
 *
 * @example
 * krippendorff([[1, 1], [0, 0], [1, 0]], "nominal") // 0.444444444444
 */
export const krippendorff = (items: ReadonlyArray<ReadonlyArray<number>>, metric: Metric): number | null =>
  atOnce(krippendorffBySteps(items, metric))
