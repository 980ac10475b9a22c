/** How many of some values a quick run looks at. */
const maxFew = 12

/** A few of some values, spread over all, the first and the last among them. */
export const fewOf = <T>(values: ReadonlyArray<T>): ReadonlyArray<T> =>
  values.length <= maxFew
    ? values
    : Array.from({ length: maxFew }, (_, n) => values[Math.round((n * (values.length - 1)) / (maxFew - 1))]!)

/** How many times as many random cases as by default a quick run makes, unless it is told. */
export const quickScale = 0.05

/**
 * How many races of two updates a run makes, over all kinds. Few are enough for what always goes wrong, and all that a quick
 * run makes; the others are for what goes wrong by chance.
 */
export const racesAt = (scale: number, quick: boolean): number => Math.ceil(Math.max(quick ? 40 : 240, 400 * scale))

/**
 * The probability that a fault which shows once in so many tries is seen in some tries.
 *
 * @example
 * probability(50, 240) // 0.992
 */
const probability = (oneIn: number, tries: number): number => 1 - (1 - 1 / oneIn) ** tries

/** How often a run tried what may go wrong by chance: races, and reads of each operation beside or after one. */
export interface Tries {
  readonly races: number
  readonly reads: Readonly<Record<string, number>>
}

/** As a share of a hundred, rounded down. */
export const shownProbability = (oneIn: number, tries: number) =>
  `${(Math.floor(probability(oneIn, tries) * 1000) / 10).toFixed(1)} %`

/** What some tries are good for, as a sentence; undefined where there were none. */
export const renderPower = ({ races, reads }: Tries): string | undefined => {
  const fewest = Math.min(...Object.values(reads))
  if (races === 0 || fewest === Infinity) return undefined
  const of = (tries: number) =>
    `${shownProbability(50, tries)} (${tries} tries), in one of 200 of ${shownProbability(200, tries)}`
  return (
    `A fault in one of 50 races is found with a probability of ${of(races)}; ` +
    `one in as many reads of a single operation, of ${of(fewest)}.`
  )
}
