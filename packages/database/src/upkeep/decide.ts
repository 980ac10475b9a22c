import { Duration, Effect } from "effect"
import { type Amount, isLarge, withRemoval } from "./amount.ts"
import type { RemovalRecord } from "./record.ts"
import type { Sight } from "./UpkeepClock.ts"

/** What a removal removed. */
export interface Removed {
  /** In the unit of `Removal.of`. */
  readonly count: number
  /** How many partitions of tables went with it. */
  readonly partitions?: number
}

/** What is removed for good because time has passed. Times are in milliseconds since 1970. */
export interface Removal<E> {
  /** What it is, in the plural, as the log, the metric and `/readyz` name it: `traces`. */
  readonly of: string
  /** How long it is kept, `0` of what has a date of its own. Default: for good. */
  readonly age?: Duration.Input | undefined
  /** Whether the age is a setting of the operator's, who may have meant another. Default: false. Law: K2. */
  readonly isSetting?: boolean
  /** How much there is, and how much of it was there before a time. */
  readonly count: (until: number) => Effect.Effect<Amount, E>
  /** Removes what was there before a time. */
  readonly remove: (until: number) => Effect.Effect<Removed, E>
}

/** Why something is held back. */
interface Hold {
  /** In words that follow "are held back, as". */
  readonly reason: string
  /** The age that waits to be allowed, of a setting. */
  readonly asked?: number
}

/** What a round may remove. */
export interface Decision {
  /** What was there before this time; nothing where it is undefined. */
  readonly until: number | undefined
  /** The age that it goes by. */
  readonly accepted: number | undefined
  readonly hold: Hold | undefined
}

const inWords = (millis: number) => Duration.format(Duration.seconds(Math.floor(millis / 1000)))

const aheadOf = ({ ahead }: Sight): Hold | undefined =>
  ahead > 0 ? { reason: `the clock went ahead by ${inWords(ahead)} that no server saw pass` } : undefined

/**
 * Decides by the time that servers saw pass. A setting that is new, or shorter than the one before it, has no say yet where it
 * would remove much: that one goes on.
 */
export const decide = Effect.fnUntraced(function* <E>(
  { of, isSetting = false, count }: Removal<E>,
  age: number,
  sight: Sight
): Effect.fn.Return<Decision, E> {
  const passed = Math.min(sight.now, sight.observed)
  const { age: before, days = {} } = sight.removals[of] ?? {}
  if (isSetting && (before === undefined || age < before)) {
    const amount = yield* count(passed - age)
    if (amount.due > 0 && isLarge(amount, days, sight.now)) {
      const hold = {
        reason: `to keep them for only ${inWords(age)} is new, and would remove ${amount.due} of ${amount.kept}`,
        asked: age
      }
      return { until: before === undefined ? undefined : passed - before, accepted: before, hold }
    }
  }
  return { until: passed - age, accepted: age, hold: aheadOf(sight) }
})

/** What is to be recorded after a round. */
export const recordOf = (
  { accepted, hold }: Decision,
  done: { readonly removed: number; readonly held: number; readonly now: number },
  days: RemovalRecord["days"]
): RemovalRecord => ({
  ...(accepted !== undefined && { age: accepted }),
  ...(hold?.asked !== undefined && { asked: hold.asked }),
  ...(hold !== undefined && done.held > 0 && { held: done.held, reason: hold.reason }),
  ...(done.removed > 0 ? { days: withRemoval(days ?? {}, done.now, done.removed) } : days && { days })
})
