import type { ItemOutcomes, Outcome } from "../../statistics/index.ts"

/** What a scorer made of one target. */
interface ScoredTarget {
  readonly itemId: string
  readonly itemFromVersion: number
  readonly status: Outcome["status"]
  readonly value: number | null
  readonly passed: boolean | null
}

const outcomeOf = ({ status, value, passed }: ScoredTarget): Outcome =>
  status !== "scored" ? { status } : value === null ? { status: "unscored" } : { status, value, passed }

/** How many targets are looked at in a step. */
const targetsOfStep = 2000

/** The outcomes of each item, from those of targets by ordinal, by steps. Laws: N2, K3. */
export function* itemsOf(targets: ReadonlyArray<ScoredTarget>): Generator<void, ReadonlyArray<ItemOutcomes>> {
  const items = new Map<string, { itemId: string; itemFromVersion: number; outcomes: Array<Outcome> }>()
  for (const [n, target] of targets.entries()) {
    if (n % targetsOfStep === targetsOfStep - 1) yield
    const { itemId, itemFromVersion } = target
    const item = items.get(itemId)
    if (item === undefined) items.set(itemId, { itemId, itemFromVersion, outcomes: [outcomeOf(target)] })
    else item.outcomes.push(outcomeOf(target))
  }
  return [...items.values()]
}
