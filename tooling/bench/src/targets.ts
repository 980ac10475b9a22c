import { quantile } from "./quantile.ts"

/** Whether a figure meets what is aimed at. */
export type Target = (value: number) => boolean

export const atLeast =
  (least: number): Target =>
  (value) =>
    value >= least

export const atMost =
  (most: number): Target =>
  (value) =>
    value <= most

/** A number as people read it: 12,345. */
export const number = (value: number): string => Math.round(value).toLocaleString("en")

export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

export interface Spread {
  readonly values: ReadonlyArray<number>
  readonly isMet?: Target
}

/** A median, of several with the least and the most; bold where it misses its target. */
export const shown = ({ values, isMet = () => true }: Spread, digits = 2): string => {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)]
  const spread = values.length === 1 ? "" : ` (${least.toFixed(digits)} to ${most.toFixed(digits)})`
  const text = `${middle.toFixed(digits)}${spread}`
  return isMet(middle) ? text : `**${text}**`
}
