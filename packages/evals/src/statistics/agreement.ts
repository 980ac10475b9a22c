import { told } from "./numbers.ts"

/** How two ratings of one item are apart: by their distance, or only whether they differ. */
export type Metric = "interval" | "nominal"

const distance: { readonly [M in Metric]: (a: number, b: number) => number } = {
  interval: (a, b) => (a - b) ** 2,
  nominal: (a, b) => (a === b ? 0 : 1)
}

/**
 * Krippendorff's α: 1 of raters who agree, 0 of those who agree as chance would have it, below 0 of those who disagree on
 * purpose. Of each item the ratings that it got; items with fewer than two say nothing. Null where nothing can be said: no
 * such item, or one rating for all. Source: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability".
 *
 * @example
 * krippendorff([[1, 1], [0, 0], [1, 0]], "nominal") // 0.444444444444
 */
export const krippendorff = (items: ReadonlyArray<ReadonlyArray<number>>, metric: Metric): number | null => {
  const rated = items.filter((ratings) => ratings.length >= 2)
  const times = new Map<number, number>()
  let [observed, n] = [0, 0]
  for (const ratings of rated) {
    let apart = 0
    for (const a of ratings) for (const b of ratings) apart += distance[metric](a, b)
    observed += apart / (ratings.length - 1)
    n += ratings.length
    for (const rating of ratings) times.set(rating, (times.get(rating) ?? 0) + 1)
  }
  let expected = 0
  for (const [a, timesA] of times) for (const [b, timesB] of times) expected += timesA * timesB * distance[metric](a, b)
  return expected === 0 ? null : told(1 - ((n - 1) * observed) / expected)
}
