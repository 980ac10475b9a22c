import type { Range } from "./interval.ts"
import { meanOf } from "./numbers.ts"

/** What one scorer made of one target: a value, nothing (it had none to give), or a failure. */
export type Outcome =
  | { readonly status: "scored"; readonly value: number; readonly passed: boolean | null }
  | { readonly status: "unscored" | "failed" }

/** The outcomes of one scorer for one item of a run, one per repetition. */
export interface ItemOutcomes {
  readonly itemId: string
  /** The revision of the item, by the version of the dataset that it came with. */
  readonly itemFromVersion: number
  readonly outcomes: ReadonlyArray<Outcome>
}

/** What is known of a scorer's values. */
export interface Scale {
  readonly type: "number" | "boolean" | "label"
  /** The values that it can have; [0, 1] of a boolean. */
  readonly range: Range
  readonly higherIsBetter: boolean
}

type Scored = Extract<Outcome, { readonly status: "scored" }>

export const scoredOf = ({ outcomes }: ItemOutcomes): ReadonlyArray<Scored> =>
  outcomes.filter((outcome) => outcome.status === "scored")

/** An item's mean over its scored repetitions, or undefined without one. */
export const itemMean = (item: ItemOutcomes): number | undefined => {
  const scored = scoredOf(item)
  return scored.length === 0 ? undefined : meanOf(scored.map(({ value }) => value))
}

/** Whether every item was scored once at most, with yes or no. */
export const isBinary = (items: ReadonlyArray<ItemOutcomes>, { type }: Scale): boolean =>
  type === "boolean" && items.every(({ outcomes }) => outcomes.length <= 1)
