import { tQuantile95 } from "./distributions.ts"
import { meanOf, stdDevOf, told } from "./numbers.ts"

/** The least and the greatest value that a scorer can have. Null where it has no such bounds. */
export type Range = readonly [least: number, greatest: number] | null

/** A 95 % confidence interval, from the lower to the upper end. */
export type Interval = readonly [lower: number, upper: number]

const z95 = 1.959963984540054

/**
 * Wilson's interval of a mean of values within a range. It is made for yes and no; values between vary less than they do, so
 * that it is wide enough for them too. Source: Wilson 1927.
 */
const wilsonInterval = (mean: number, n: number, range: Range): Interval | null => {
  if (range === null) return null
  const width = range[1] - range[0]
  if (width <= 0 || width === Infinity) return null
  const p = (mean - range[0]) / width
  const center = (p + z95 ** 2 / (2 * n)) / (1 + z95 ** 2 / n)
  const half = (z95 / (1 + z95 ** 2 / n)) * Math.sqrt((p * (1 - p)) / n + z95 ** 2 / (4 * n ** 2))
  const end = (share: number) => told(range[0] + width * Math.min(1, Math.max(0, share)))
  // Exactly at the end of the range, where the two are the same but for their last bits.
  return [end(p === 0 ? 0 : center - half), end(p === 1 ? 1 : center + half)]
}

/** Student's interval of the mean of values, which are two or more. */
const tInterval = (values: ReadonlyArray<number>): Interval => {
  const mean = meanOf(values)
  const half = (tQuantile95(values.length - 1) * stdDevOf(values)) / Math.sqrt(values.length)
  return [told(mean - half), told(mean + half)]
}

/**
 * The 95 % interval of the mean of one value per item, or null of fewer than two. Values that are all equal have no
 * spread to compute with, which does not make them certain: they take Wilson's interval, as do yes and no. Law: N2.
 */
export const meanInterval = (
  values: ReadonlyArray<number>,
  { range, isBinary }: { readonly range: Range; readonly isBinary: boolean }
): Interval | null => {
  if (values.length < 2) return null
  const areEqual = values.every((value) => value === values[0])
  return isBinary || areEqual ? wilsonInterval(meanOf(values), values.length, range) : tInterval(values)
}
