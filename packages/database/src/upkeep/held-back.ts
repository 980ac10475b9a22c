import { Effect } from "effect"
import { changeRecord, readRecord, type RemovalRecord } from "./record.ts"

/** What upkeep holds back, as its last round found it. */
export interface HeldBack {
  /** What it is: `traces`. */
  readonly of: string
  readonly count: number
  /** In words that follow "are held back, as". */
  readonly reason: string
}

const heldOf = (removals: Readonly<Record<string, RemovalRecord>>): ReadonlyArray<HeldBack> =>
  Object.entries(removals).flatMap(([of, { held, reason = "" }]) =>
    held === undefined ? [] : [{ of, count: held, reason }]
  )

/**
 * What is held back now: one small read. Nothing where there was no upkeep yet. Fails with `SqlError`.
 *
 * @example
 * const held = yield* heldBack // [{ of: "traces", count: 60, reason: "the clock went ahead by 400d that no server saw pass" }]
 */
export const heldBack = Effect.map(readRecord, (record) => heldOf(record?.removals ?? {}))

const allowed = ({ days, age, asked = age }: RemovalRecord): RemovalRecord => ({
  ...(asked !== undefined && { age: asked }),
  ...(days && { days })
})

/**
 * The operator's word: takes the database's clock as it is now, and the settings that wait, so that the next round removes
 * what was held back. Answers with that, and changes nothing where nothing is. Fails with `SqlError`. Laws: K1, K2.
 *
 * @example
 * const held = yield* allowHeldBack // what goes at the next round, within the hour
 */
export const allowHeldBack = Effect.map(
  changeRecord((record, now) => {
    const held = heldOf(record.removals)
    if (held.length === 0) return { ...record, held }
    const removals = Object.entries(record.removals).map(([of, known]) => [of, allowed(known)])
    return { observed: now, seen: now, removals: Object.fromEntries(removals), held }
  }),
  ({ held }) => held
)
