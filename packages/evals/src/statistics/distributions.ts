// A program that includes this file alone has the declarations too.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./jstat.d.ts" />
import jstat from "jstat"

/** The t beyond which 2.5 % of Student's distribution lie. */
export const tQuantile95 = (degreesOfFreedom: number): number => jstat.studentt.inv(0.975, degreesOfFreedom)

/** How often chance alone yields a t at least that far from 0, on either side. */
export const twoSidedT = (t: number, degreesOfFreedom: number): number =>
  Math.min(1, 2 * jstat.studentt.cdf(-Math.abs(t), degreesOfFreedom))

/** How often a fair coin, tossed `either + other` times, falls at least that unevenly. */
export const fairCoin = (either: number, other: number): number => {
  const [few, tosses] = [Math.min(either, other), either + other]
  // P(X ≤ few) = I_½(tosses − few, few + 1)
  return tosses === 0 ? 1 : Math.min(1, 2 * jstat.ibeta(0.5, tosses - few, few + 1))
}
