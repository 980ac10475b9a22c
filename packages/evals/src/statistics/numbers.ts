/** The mean in the order given: the same order yields the same bits. */
export const meanOf = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** The standard deviation of a sample, with n − 1; of two values or more. */
export const stdDevOf = (values: ReadonlyArray<number>): number => {
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/** The least value that at least `share` of the values are not above: the nearest rank. Null of no values. */
export const nearestRank = (values: ReadonlyArray<number>, share: number): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}

/**
 * A figure as it is told: 12 significant digits. Engines differ in the last bits of `Math.log` and its like, and a figure
 * is the same on every machine. Law: N1.
 */
export const told = (figure: number): number => Number(figure.toPrecision(12))
