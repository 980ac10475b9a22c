import { Effect, Schedule } from "effect"
import type { SqlError } from "effect/sql"

const attempts = 5
const backoff = Schedule.exponential("10 millis").pipe(Schedule.jittered, Schedule.upTo({ times: attempts - 1 }))

/** Whether the database rolled a transaction back for another's sake. */
export const isRace = (error: unknown): boolean => {
  const tag = (error as Partial<SqlError.SqlError>).reason?._tag
  return tag === "DeadlockError" || tag === "SerializationError"
}

/**
 * Runs a whole transaction again when the database chose it as the victim of a deadlock (40P01) or of a serialization
 * failure (40001), up to 5 more times, at once and then with jittered backoff from 10 ms. The database rolled the attempt back, so
 * nothing happens twice in it; whatever else the effect does must bear repeating. Wrap the outermost
 * `sql.withTransaction`, never a part of one.
 *
 * @example
 * retryDeadlocks(sql.withTransaction(Effect.gen(function*() { … })))
 */
export const retryDeadlocks = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catchIf(self, isRace, () => Effect.retry(self, { while: isRace, schedule: backoff })) as typeof self
