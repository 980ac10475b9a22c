const sorted = (numbers: ReadonlyArray<number>) => numbers.toSorted((a, b) => a - b)
export const median = (numbers: ReadonlyArray<number>): number => sorted(numbers)[Math.floor(numbers.length / 2)] ?? NaN

/**
 * How far apart two samples are, as the z of Mann and Whitney's U: beyond 3.3 in either direction, one in a thousand
 * pairs of samples from the same distribution is.
 */
export const mannWhitney = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  const all = [...a.map((value) => ({ value, first: true })), ...b.map((value) => ({ value, first: false }))]
  const ranks = all.toSorted((x, y) => x.value - y.value)
  const rankSum = ranks.reduce((sum, { first }, index) => (first ? sum + index + 1 : sum), 0)
  const u = rankSum - (a.length * (a.length + 1)) / 2
  const [mean, deviation] = [
    (a.length * b.length) / 2,
    Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  ]
  return (u - mean) / deviation
}
