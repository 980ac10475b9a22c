import { itemChanges, type ScorerComparison } from "@agent-operations/contract/evaluations"
import { compareBySteps } from "../../statistics/compare.ts"
import { type Comparison, holm, itemMean, type ItemOutcomes, type Scale } from "../../statistics/index.ts"

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

/** What is kept of a scorer: of each item by its index, since there may be 50,000 and 32 scorers. NaN is null. */
interface Kept {
  readonly alias: string
  readonly comparison: Comparison
  readonly changes: Uint8Array
  readonly base: Float64Array
  readonly other: Float64Array
}

const byId = (items: ReadonlyArray<ItemOutcomes>) => new Map(items.map((item) => [item.itemId, item]))
const orNull = (mean: number) => (Number.isNaN(mean) ? null : mean)

/**
 * Two runs, compared by one scorer after the other: no more of a scorer is kept than what it tells of each item. Laws: N1,
 * N2.
 *
 * @example
 * const runs = new ComparedRuns()
 * yield* inTurns(runs.add({ alias: "exact", scale, base, other }))
 * runs.comparisons() // { exact: { pairs: 3, difference: 0.25, … } }
 */
export class ComparedRuns {
  readonly #scorers: Array<Kept> = []
  /** The items of both runs: those of the other in its order, then those that only the base has. Alike for every scorer. */
  #items: ReadonlyArray<Pick<ItemOutcomes, "itemId" | "itemFromVersion">> | undefined;

  /** Adds what a scorer made of both runs, by steps. */
  *add(one: Compared): Generator<void, void> {
    const [base, other] = [byId(one.base), byId(one.other)]
    const items = (this.#items ??= [...one.other, ...one.base.filter(({ itemId }) => !other.has(itemId))].map(
      ({ itemId, itemFromVersion }) => ({ itemId, itemFromVersion })
    ))
    yield
    const comparison = yield* compareBySteps(one.base, one.other, one.scale)
    const means = { base: new Float64Array(items.length), other: new Float64Array(items.length) }
    const changes = new Uint8Array(items.length)
    for (const [n, { itemId }] of items.entries()) {
      if (n % 1000 === 0) yield
      const became = changeOf(one, base.get(itemId), other.get(itemId))
      changes[n] = itemChanges.indexOf(became.change)
      means.base[n] = became.base ?? Number.NaN
      means.other[n] = became.other ?? Number.NaN
    }
    this.#scorers.push({ alias: one.alias, comparison, changes, ...means })
  }

  /** The comparisons by alias; p values of several scorers are raised by Holm's method. */
  comparisons(): { readonly [alias: string]: typeof ScorerComparison.Type } {
    const raised = holm(this.#scorers.map(({ comparison }) => comparison.p))
    return Object.fromEntries(
      this.#scorers.map(({ alias, comparison }, n) => [alias, { ...comparison, p: raised[n]! }])
    )
  }

  /** The items that some scorer tells this change of, all by default, from a place on: and whether there are more. */
  items(
    change: Change | undefined,
    { from, limit }: { readonly from: number; readonly limit: number }
  ): { readonly items: ReadonlyArray<ComparedItem>; readonly more: boolean } {
    const wanted = change === undefined ? undefined : itemChanges.indexOf(change)
    const isWanted = (n: number) => wanted === undefined || this.#scorers.some(({ changes }) => changes[n] === wanted)
    const found: Array<ComparedItem> = []
    let place = 0
    for (const [n, item] of (this.#items ?? []).entries()) {
      if (!isWanted(n) || place++ < from) continue
      if (found.length === limit) return { items: found, more: true }
      found.push({ ...item, scores: this.#scoresAt(n) })
    }
    return { items: found, more: false }
  }

  #scoresAt(n: number): ComparedItem["scores"] {
    return Object.fromEntries(
      this.#scorers.map(({ alias, changes, base, other }) => [
        alias,
        { change: itemChanges[changes[n]!]!, base: orNull(base[n]!), other: orNull(other[n]!) }
      ])
    )
  }
}
