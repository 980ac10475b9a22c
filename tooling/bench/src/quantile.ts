/** The smallest of some numbers that so great a share of them does not exceed: 0.5 for the median. */
export const quantile = (numbers: ReadonlyArray<number>, share: number): number =>
  quantileOfSorted(
    numbers.toSorted((a, b) => a - b),
    share
  )

/** The same of numbers that are sorted already, for whoever wants several. */
export const quantileOfSorted = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
