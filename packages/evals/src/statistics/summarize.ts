import { type Interval, meanInterval } from "./interval.ts"
import { meanOf, stdDevOf, told } from "./numbers.ts"
import { isBinary, itemMean, type ItemOutcomes, type Scale } from "./outcome.ts"
import { type PassFigures, passFigures, type Tried, triedOf } from "./pass.ts"
import { atOnce, itemsOfStep } from "./steps.ts"

/** The figures of one scorer over one run. */
export interface Summary extends PassFigures {
  /** Items with at least one scored repetition: what the mean, its deviation and its interval are over. */
  readonly items: number
  /** Repetitions. What is unscored or failed is in no figure, and never counts as zero. */
  readonly scored: number
  readonly unscored: number
  readonly failed: number
  readonly mean: number | null
  readonly stdDev: number | null
  readonly ci95: Interval | null
  /** Fewer than 30 items: the interval is a rough one. Source: arXiv 2503.01747. */
  readonly small: boolean
}

/** Below this many items, an interval is a rough one. */
export const smallBelow = 30

/** As `summarize`, by steps: there may be 50,000 items. Law: K3. */
export function* summarizeBySteps(items: ReadonlyArray<ItemOutcomes>, scale: Scale): Generator<void, Summary> {
  const means: Array<number> = []
  const tried: Array<Tried> = []
  const counts = { scored: 0, unscored: 0, failed: 0 }
  for (const [n, item] of items.entries()) {
    if (n % itemsOfStep === itemsOfStep - 1) yield
    const mean = itemMean(item)
    if (mean !== undefined) means.push(mean)
    for (const { status } of item.outcomes) counts[status]++
    const tries = triedOf(item)
    if (tries !== undefined) tried.push(tries)
  }
  return {
    items: means.length,
    ...counts,
    mean: means.length === 0 ? null : told(meanOf(means)),
    stdDev: means.length < 2 ? null : told(stdDevOf(means)),
    ci95: meanInterval(means, { range: scale.range, isBinary: isBinary(items, scale) }),
    small: means.length < smallBelow,
    ...(yield* passFigures(tried))
  }
}

/**
 * Sums up what a scorer made of a run's items, which are given by ordinal. Repetitions are averaged per item first, since
 * they tell of the same item: they narrow no interval as items do. Laws: N1, N2. Source: Miller 2024, arXiv 2411.00640.
 *
 * @example
 * const once = (value: number) => [{ status: "scored" as const, value, passed: value === 1 }]
 * const items = [1, 1, 0].map((value, n) => ({ itemId: `di_${n}`, itemFromVersion: 1, outcomes: once(value) }))
 * summarize(items, { type: "boolean", range: [0, 1], higherIsBetter: true }).ci95 // [0.208, 0.939]
 */
export const summarize = (items: ReadonlyArray<ItemOutcomes>, scale: Scale): Summary =>
  atOnce(summarizeBySteps(items, scale))
