import type { ItemOutcomes, Outcome, Scale } from "@agent-operations/evals/statistics"
import * as fc from "fast-check"

export const scale: Scale = { type: "number", range: [0, 1], higherIsBetter: true }

/** Items 0, 1, 2, … of the same revisions, with these values, one per repetition. What is 0.5 or more passes. */
export const itemsOf = (values: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<ItemOutcomes> =>
  values.map((repetitions, n) => ({
    itemId: `di_${n}`,
    itemFromVersion: 1,
    outcomes: repetitions.map((value) => ({ status: "scored", value, passed: value >= 0.5 }))
  }))

export const number = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000)

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  number.map((value) => ({ status: "scored" as const, value, passed: value >= 0.5 })),
  fc.constantFrom({ status: "unscored" as const }, { status: "failed" as const })
)

/** A run of up to 40 items, of which some are at another revision, with up to 4 repetitions. */
export const items: fc.Arbitrary<ReadonlyArray<ItemOutcomes>> = fc
  .uniqueArray(
    fc.record({
      itemId: fc.nat(60).map((n) => `di_${n}`),
      itemFromVersion: fc.constantFrom(1, 1, 1, 2),
      outcomes: fc.array(outcome, { minLength: 1, maxLength: 4 })
    }),
    { maxLength: 40, selector: ({ itemId }) => itemId }
  )
  .map((list) => list.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)))

/** Numbers from 0 to 1 that a seed decides. Source: mulberry32. */
export const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
