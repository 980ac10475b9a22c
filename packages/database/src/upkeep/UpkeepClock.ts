import { Context, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { abandonAfter } from "../abandon-after.ts"
import { monotonicMillis } from "../monotonic-millis.ts"
import { type Memory, type Observation, observe } from "./observe.ts"
import { changeRecord, type UpkeepRecord } from "./record.ts"

/** What a process saw of the clock of its database. */
export interface Sight extends Observation, UpkeepRecord {
  /** What the clock says. */
  readonly now: number
}

/** A start is not to wait longer for it, nor an end. */
const patience = Duration.seconds(2)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  let last: (Omit<Memory, "elapsed"> & { readonly at: number }) | undefined

  const look = Effect.fnUntraced(
    function* (tolerance: Duration.Duration) {
      const before = yield* monotonicMillis
      const memory = last && { ...last, elapsed: before - last.at }
      const sight = yield* changeRecord((record, now): Sight => ({
        ...record,
        now,
        ...observe(record, now, memory, Duration.toMillis(tolerance))
      }))
      // From after the statement, so that it is less than what passed since, never more.
      last = { observed: sight.observed, seen: sight.seen, at: yield* monotonicMillis }
      return sight
    },
    Effect.provideService(SqlClient.SqlClient, sql)
  )

  // Nothing is to be told of it: a host may migrate later, and what is removed looks again and tells.
  const lookBriefly = Effect.ignoreCause(abandonAfter(look(Duration.hours(2)), patience, () => Effect.fail("late")))
  yield* lookBriefly
  yield* Effect.addFinalizer(() => (last === undefined ? Effect.void : lookBriefly))
  return { look }
})

/**
 * The clock of the database as its processes saw it run: recorded at their start, at each round of upkeep, and at their end.
 * Law: K1.
 */
export class UpkeepClock extends Context.Service<UpkeepClock, Effect.Success<typeof make>>()(
  "@agent-operations/database/UpkeepClock"
) {
  static readonly layer = Layer.effect(UpkeepClock, make)
}
