/**
 * The p values of several tests, each raised by how many there are, so that 1 in 20 runs of nothing but chance has any
 * below 0.05, however many scorers it has. In the order given; what has none stays null. Source: Holm 1979.
 */
export const holm = (ps: ReadonlyArray<number | null>): ReadonlyArray<number | null> => {
  const tested = ps.flatMap((p, index) => (p === null ? [] : [{ p, index }])).toSorted((a, b) => a.p - b.p)
  const raised: Array<number | null> = ps.map(() => null)
  let least = 0
  for (const [rank, { p, index }] of tested.entries()) {
    least = Math.max(least, Math.min(1, p * (tested.length - rank)))
    raised[index] = least
  }
  return raised
}
