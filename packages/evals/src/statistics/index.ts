/**
 * Statistics of evaluations: pure functions of scores, without a database or a clock.
 *
 * @packageDocumentation
 */
export { krippendorff, type Metric } from "./agreement.ts"
export { compare, type Comparison, type Verdict } from "./compare.ts"
export { holm } from "./holm.ts"
export type { Interval, Range } from "./interval.ts"
export { nearestRank } from "./numbers.ts"
export { itemMean, type ItemOutcomes, type Outcome, type Scale } from "./outcome.ts"
export type { PassAtK, PassFigures } from "./pass.ts"
export { summarize, type Summary } from "./summarize.ts"
