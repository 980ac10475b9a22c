/** The smallest of some numbers that so great a share of them does not exceed: 0.5 for the median. */
export const quantile = (numbers: ReadonlyArray<number>, share: number): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
