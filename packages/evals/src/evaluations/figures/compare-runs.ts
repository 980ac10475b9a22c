import type { itemChanges, ScorerComparison } from "@agent-operations/contract/evaluations"
import { compare, holm, itemMean, type ItemOutcomes, type Scale } from "../../statistics/index.ts"

type Change = (typeof itemChanges)[number]

/** What became of an item by one scorer. */
export interface ItemChange {
  readonly change: Change
  readonly base: number | null
  readonly other: number | null
}

/** What one scorer made of two runs, item by item. */
export interface Compared {
  readonly alias: string
  readonly scale: Scale
  readonly base: ReadonlyArray<ItemOutcomes>
  readonly other: ReadonlyArray<ItemOutcomes>
}

/** The comparisons by alias; p values of several scorers are raised by Holm's method. Laws: N1, N2. */
export const comparisons = (
  all: ReadonlyArray<Compared>
): { readonly [alias: string]: typeof ScorerComparison.Type } => {
  const each = all.map(({ base, other, scale }) => compare(base, other, scale))
  const raised = holm(each.map(({ p }) => p))
  return Object.fromEntries(each.map((one, n) => [all[n]!.alias, { ...one, p: raised[n]! }]))
}

const meanOf = (item: ItemOutcomes | undefined) => (item === undefined ? null : (itemMean(item) ?? null))

const changeOf = (
  { scale }: Compared,
  before: ItemOutcomes | undefined,
  after: ItemOutcomes | undefined
): ItemChange => {
  const [base, other] = [meanOf(before), meanOf(after)]
  const told = (change: Change): ItemChange => ({ change, base, other })
  if (before === undefined) return told("onlyInOther")
  if (after === undefined) return told("onlyInBase")
  if (before.itemFromVersion !== after.itemFromVersion) return told("changed")
  if (base === null || other === null) return told("unscored")
  if (base === other) return told("unchanged")
  return told(other > base === scale.higherIsBetter ? "improved" : "regressed")
}

/** An item of either run, with what became of it by each scorer. */
export interface ComparedItem {
  readonly itemId: string
  readonly itemFromVersion: number
  readonly scores: { readonly [alias: string]: ItemChange }
}

/** The items of both runs: those of the other in its order, then those that only the base has. */
export const comparedItems = (all: ReadonlyArray<Compared>): ReadonlyArray<ComparedItem> => {
  const byId = (items: ReadonlyArray<ItemOutcomes>) => new Map(items.map((item) => [item.itemId, item]))
  const sides = all.map((one) => ({ one, base: byId(one.base), other: byId(one.other) }))
  const [first] = all
  // A map keeps the place where a key came first, and what was set for it last.
  const both = new Map([...(first?.other ?? []), ...(first?.base ?? [])].map((item) => [item.itemId, item]))
  for (const item of first?.other ?? []) both.set(item.itemId, item)
  return [...both.values()].map(({ itemId, itemFromVersion }) => ({
    itemId,
    itemFromVersion,
    scores: Object.fromEntries(
      sides.map(({ one, base, other }) => [one.alias, changeOf(one, base.get(itemId), other.get(itemId))])
    )
  }))
}
