import { type Interval, meanInterval } from "./interval.ts"
import { meanOf, stdDevOf, told } from "./numbers.ts"
import { isBinary, itemMean, type ItemOutcomes, type Scale } from "./outcome.ts"
import { type PassFigures, passFigures } from "./pass.ts"

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

/**
 * Sums up what a scorer made of a run's items, which are given by ordinal. Repetitions are averaged per item first, since
 * they tell of the same item: they narrow no interval as items do. Laws: N1, N2. Source: Miller 2024, arXiv 2411.00640.
 *
 * @example
 * const once = (value: number) => [{ status: "scored" as const, value, passed: value === 1 }]
 * const items = [1, 1, 0].map((value, n) => ({ itemId: `di_${n}`, itemFromVersion: 1, outcomes: once(value) }))
 * summarize(items, { type: "boolean", range: [0, 1], higherIsBetter: true }).ci95 // [0.208, 0.939]
 */
export const summarize = (items: ReadonlyArray<ItemOutcomes>, scale: Scale): Summary => {
  const means = items.flatMap((item) => itemMean(item) ?? [])
  const count = (status: string) =>
    items.reduce((all, { outcomes }) => all + outcomes.filter((outcome) => outcome.status === status).length, 0)
  return {
    items: means.length,
    scored: count("scored"),
    unscored: count("unscored"),
    failed: count("failed"),
    mean: means.length === 0 ? null : told(meanOf(means)),
    stdDev: means.length < 2 ? null : told(stdDevOf(means)),
    ci95: meanInterval(means, { range: scale.range, isBinary: isBinary(items, scale) }),
    small: means.length < smallBelow,
    ...passFigures(items)
  }
}
