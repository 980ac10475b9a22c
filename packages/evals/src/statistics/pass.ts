import { meanOf, told } from "./numbers.ts"
import { type ItemOutcomes, scoredOf } from "./outcome.ts"
import { itemsOfStep } from "./steps.ts"

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

/** How often an item was tried, and passed. */
export interface Tried {
  readonly tries: number
  readonly passed: number
}

/** How often an item was tried, by a scorer that knows passing. */
export const triedOf = (item: ItemOutcomes): Tried | undefined => {
  const verdicts = scoredOf(item).flatMap(({ passed }) => passed ?? [])
  return verdicts.length === 0 ? undefined : { tries: verdicts.length, passed: verdicts.filter(Boolean).length }
}

/** What passes, by steps, of the items that were tried: null and none of no items. */
export function* passFigures(tried: ReadonlyArray<Tried>): Generator<void, PassFigures> {
  if (tried.length === 0) return { passRate: null, passAll: null, passAtK: [] }
  const sum = (count: (item: Tried) => number) => tried.reduce((all, item) => all + count(item), 0)
  const figures: Array<PassAtK> = []
  for (const k of ks) {
    const enough = tried.filter(({ tries }) => tries >= k)
    if (enough.length === 0) continue
    const values: Array<number> = []
    for (const [n, { tries, passed }] of enough.entries()) {
      if (n % itemsOfStep === 0) yield
      values.push(passAtK(tries, passed, k))
    }
    figures.push({ k, value: told(meanOf(values)) })
  }
  return {
    passRate: told(sum(({ passed }) => passed) / sum(({ tries }) => tries)),
    passAll: told(tried.filter(({ tries, passed }) => tries === passed).length / tried.length),
    passAtK: figures
  }
}
