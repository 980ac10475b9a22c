/**
 * A power of two near the largest of these values. In units of it they keep each of their bits, and what numbers hold is
 * enough for their sum and their squares.
 */
export const unitOf = (values: ReadonlyArray<number>): number => {
  const most = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return 2 ** Math.min(1023, Math.floor(Math.log2(most))) || 1
}

/** The mean in the order given: the same order yields the same bits. */
export const meanOf = (values: ReadonlyArray<number>): number => {
  const unit = unitOf(values)
  return (values.reduce((sum, value) => sum + value / unit, 0) / values.length) * unit
}

/** The standard deviation of a sample, with n − 1; of two values or more. */
export const stdDevOf = (values: ReadonlyArray<number>): number => {
  const unit = unitOf(values)
  const mean = meanOf(values) / unit
  return unit * Math.sqrt(values.reduce((sum, value) => sum + (value / unit - mean) ** 2, 0) / (values.length - 1))
}

/** The least value that at least `share` of the values are not above: the nearest rank. Null of no values. */
export const nearestRank = (values: ReadonlyArray<number>, share: number): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}

/**
 * A figure as it is told: 12 significant digits. Engines differ in the last bits of `Math.log` and its like, and a figure
 * is the same on every machine. What is beyond all numbers is told as the last of them. Law: N1.
 */
export const told = (figure: number): number =>
  Number(Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, figure)).toPrecision(12))
