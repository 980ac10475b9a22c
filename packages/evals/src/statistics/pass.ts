import { meanOf, told } from "./numbers.ts"
import { type ItemOutcomes, scoredOf } from "./outcome.ts"

/** How often at least one of k tries passes. */
export interface PassAtK {
  readonly k: number
  readonly value: number
}

export interface PassFigures {
  /** The share of scored repetitions that passed. */
  readonly passRate: number | null
  /** The share of items whose repetitions all passed. */
  readonly passAll: number | null
  readonly passAtK: ReadonlyArray<PassAtK>
}

const ks: ReadonlyArray<number> = [1, 2, 3, 5, 10, 20, 50, 100]

/**
 * How often k of `tries` without putting back have at least one of the `passed`: 1 − C(tries − passed, k) / C(tries, k), as a
 * product, since the binomials themselves overflow. Source: Chen et al. 2021, arXiv 2107.03374.
 */
export const passAtK = (tries: number, passed: number, k: number): number => {
  if (tries - passed < k) return 1
  let allFail = 1
  for (let n = tries - passed + 1; n <= tries; n++) allFail *= 1 - k / n
  return 1 - allFail
}

/** What passes, of the repetitions that were scored. Null where the scorer knows no passing, or nothing was scored. */
export const passFigures = (items: ReadonlyArray<ItemOutcomes>): PassFigures => {
  const tried = items
    .map((item) => scoredOf(item).flatMap(({ passed }) => passed ?? []))
    .filter((verdicts) => verdicts.length > 0)
    .map((verdicts) => ({ tries: verdicts.length, passed: verdicts.filter(Boolean).length }))
  if (tried.length === 0) return { passRate: null, passAll: null, passAtK: [] }
  const sum = (count: (item: (typeof tried)[number]) => number) => tried.reduce((all, item) => all + count(item), 0)
  return {
    passRate: told(sum(({ passed }) => passed) / sum(({ tries }) => tries)),
    passAll: told(tried.filter(({ tries, passed }) => tries === passed).length / tried.length),
    passAtK: ks.flatMap((k) => {
      const enough = tried.filter(({ tries }) => tries >= k)
      return enough.length === 0
        ? []
        : [{ k, value: told(meanOf(enough.map(({ tries, passed }) => passAtK(tries, passed, k)))) }]
    })
  }
}
