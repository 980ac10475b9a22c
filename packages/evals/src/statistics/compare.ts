import { fairCoin, twoSidedT } from "./distributions.ts"
import { type Interval, meanInterval } from "./interval.ts"
import { meanOf, stdDevOf, told } from "./numbers.ts"
import { isBinary, itemMean, type ItemOutcomes, type Scale } from "./outcome.ts"
import { atOnce, itemsOfStep } from "./steps.ts"
import { smallBelow } from "./summarize.ts"

/** What the interval of the difference says: that it leaves out 0, on the better or the worse side, or not. */
export type Verdict = "better" | "worse" | "no_evidence"

/** One scorer over two runs: the other against the base. */
export interface Comparison {
  /** Items of the same revision that are scored in both runs: what every figure is over. */
  readonly pairs: number
  readonly onlyInBase: number
  readonly onlyInOther: number
  /** Items that are in both runs at different revisions. */
  readonly changed: number
  /** Items that are in both runs at one revision, and have no score in one of them. */
  readonly unscored: number
  /** The mean of the other's less the base's. */
  readonly difference: number | null
  readonly ci95: Interval | null
  /** How often chance alone yields as much, by a paired t test. */
  readonly p: number | null
  /** The same of items that are scored once with yes or no, exactly. Source: McNemar 1947. */
  readonly mcnemar: number | null
  readonly small: boolean
  readonly verdict: Verdict
  /** Items whose score rose, fell and stayed, in the scorer's own sense of better. */
  readonly improved: number
  readonly regressed: number
  readonly unchanged: number
}

interface Pairing {
  readonly differences: ReadonlyArray<number>
  readonly onlyInBase: number
  readonly onlyInOther: number
  readonly changed: number
  readonly unscored: number
}

function* pair(base: ReadonlyArray<ItemOutcomes>, other: ReadonlyArray<ItemOutcomes>): Generator<void, Pairing> {
  const baseItems = new Map(base.map((item) => [item.itemId, item]))
  const differences: Array<number> = []
  let [changed, unscored, onlyInOther] = [0, 0, 0]
  for (const [n, item] of other.entries()) {
    if (n % itemsOfStep === itemsOfStep - 1) yield
    const before = baseItems.get(item.itemId)
    if (before === undefined) onlyInOther++
    else if (before.itemFromVersion !== item.itemFromVersion) changed++
    else {
      const [was, is] = [itemMean(before), itemMean(item)]
      if (was === undefined || is === undefined) unscored++
      else differences.push(is - was)
    }
  }
  return { differences, onlyInBase: base.length - (other.length - onlyInOther), onlyInOther, changed, unscored }
}

const pOf = (differences: ReadonlyArray<number>): number | null => {
  if (differences.length < 2) return null
  const deviation = stdDevOf(differences)
  if (deviation === 0) return differences[0] === 0 ? 1 : null
  return told(twoSidedT((meanOf(differences) / deviation) * Math.sqrt(differences.length), differences.length - 1))
}

/** What an interval of a difference says: one that ends at 0 says nothing. */
export const verdictOf = (interval: Interval | null, { higherIsBetter }: Pick<Scale, "higherIsBetter">): Verdict => {
  if (interval === null || (interval[0] <= 0 && interval[1] >= 0)) return "no_evidence"
  return interval[0] > 0 === higherIsBetter ? "better" : "worse"
}

/** As `compare`, by steps: there may be 50,000 items. Law: K3. */
export function* compareBySteps(
  base: ReadonlyArray<ItemOutcomes>,
  other: ReadonlyArray<ItemOutcomes>,
  scale: Scale
): Generator<void, Comparison> {
  const { differences, ...counts } = yield* pair(base, other)
  yield
  const binary = isBinary(base, scale) && isBinary(other, scale)
  const width = scale.range === null ? null : scale.range[1] - scale.range[0]
  const range = width === null ? null : ([-width, width] as const)
  // Differences of yes and no have three values: only those that are all equal take Wilson's interval.
  const ci95 = meanInterval(differences, { range, isBinary: false })
  const [up, down] = [differences.filter((by) => by > 0).length, differences.filter((by) => by < 0).length]
  return {
    pairs: differences.length,
    ...counts,
    difference: differences.length === 0 ? null : told(meanOf(differences)),
    ci95,
    p: pOf(differences),
    mcnemar: binary && differences.length > 0 ? told(fairCoin(up, down)) : null,
    small: differences.length < smallBelow,
    verdict: verdictOf(ci95, scale),
    improved: scale.higherIsBetter ? up : down,
    regressed: scale.higherIsBetter ? down : up,
    unchanged: differences.length - up - down
  }
}

/**
 * Compares what a scorer made of two runs, pair by pair: an item's mean in the other run less that in the base, where both
 * scored the same revision of it. Items are given by ordinal of the other run, and each ID once. Laws: N1, N2.
 */
export const compare = (
  base: ReadonlyArray<ItemOutcomes>,
  other: ReadonlyArray<ItemOutcomes>,
  scale: Scale
): Comparison => atOnce(compareBySteps(base, other, scale))
