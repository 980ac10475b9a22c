/** How much is due, of how much there is. */
export interface Amount {
  readonly due: number
  /** With what is due. */
  readonly kept: number
}

/** The largest removal of each day, by the day: `{ "2019-01-31": 120 }`. */
export type LargestOfDays = Readonly<Record<string, number>>

const day = 86_400_000

/** For how long a removal is one to compare with. */
const remembered = 30 * day

/** Adds a removal at a time to those of the 30 days before it. */
export const withRemoval = (days: LargestOfDays, at: number, count: number): LargestOfDays => {
  const today = new Date(at).toISOString().slice(0, 10)
  const kept = Object.entries(days).filter(([other]) => Date.parse(other) > at - remembered)
  return { ...Object.fromEntries(kept), [today]: Math.max(count, days[today] ?? 0) }
}

/**
 * Whether what is due is more than half of what there is, or more than five times the largest removal of the 30 days
 * before; where there was none, anything is.
 */
export const isLarge = ({ due, kept }: Amount, days: LargestOfDays, at: number): boolean => {
  const recent = Object.entries(days).filter(([other]) => Date.parse(other) > at - remembered)
  const largest = Math.max(0, ...recent.map(([, count]) => count))
  return due > kept / 2 || due > 5 * largest
}
