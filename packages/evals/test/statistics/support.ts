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

const scored = number.map((value) => ({ status: "scored" as const, value, passed: value >= 0.5 }))
const none = fc.constantFrom({ status: "unscored" as const }, { status: "failed" as const })

const runOf = (outcome: fc.Arbitrary<Outcome>, most: number, least = 0) =>
  fc
    .uniqueArray(
      fc.record({
        itemId: fc.nat(60).map((n) => `di_${n}`),
        itemFromVersion: fc.constantFrom(1, 1, 1, 2),
        outcomes: fc.array(outcome, { minLength: 1, maxLength: 4 })
      }),
      { minLength: least, maxLength: most, selector: ({ itemId }) => itemId }
    )
    .map((list): ReadonlyArray<ItemOutcomes> => list.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)))

/** A run of up to 40 items, of which some are at another revision, with up to 4 repetitions: all, some or none scored. */
export const items: fc.Arbitrary<ReadonlyArray<ItemOutcomes>> = fc.oneof(
  { weight: 4, arbitrary: runOf(fc.oneof(scored, none), 40) },
  { weight: 2, arbitrary: runOf(scored, 40) },
  { weight: 1, arbitrary: runOf(none, 5) }
)

/** What became of an item in the other run. */
const change = fc.record({
  kind: fc.constantFrom("moved", "moved", "moved", "moved", "moved", "gone", "new", "changed", "unscored"),
  noise: fc.integer({ min: -100, max: 100 }).map((n) => n / 1000)
})

/** Two runs over mostly the same items, whose scores all moved by some amount, up or down or hardly, and a little besides. */
export const pairOfRuns: fc.Arbitrary<readonly [ReadonlyArray<ItemOutcomes>, ReadonlyArray<ItemOutcomes>]> = fc
  .tuple(
    fc.oneof(items, { weight: 2, arbitrary: runOf(fc.oneof({ weight: 5, arbitrary: scored }, none), 40, 10) }),
    fc.constantFrom(-0.3, -0.3, -0.02, 0, 0.02, 0.3, 0.3),
    fc.array(change, { minLength: 40, maxLength: 40 })
  )
  .map(([base, by, changes]) => [
    base.filter((_, n) => changes[n]!.kind !== "new"),
    base
      .filter((_, n) => changes[n]!.kind !== "gone")
      .map((item, n) => {
        const { kind, noise } = changes[n]!
        return {
          itemId: item.itemId,
          itemFromVersion: item.itemFromVersion + (kind === "changed" ? 1 : 0),
          outcomes: item.outcomes.map((one): Outcome => {
            if (one.status !== "scored" || kind === "unscored") return { status: "unscored" }
            const value = one.value + by + noise
            return { ...one, value, passed: value >= 0.5 }
          })
        }
      })
  ])

/** Numbers from 0 to 1 that a seed decides. Source: mulberry32. */
export const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
