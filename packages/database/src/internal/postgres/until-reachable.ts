import { type Duration, Effect, Schedule } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { wordsOf } from "../words-of.ts"
import { isTransient, type Place } from "./start-failure.ts"

const pauses = Schedule.min([Schedule.exponential("250 millis"), Schedule.spaced("2 seconds")])

/** Asks the server until it answers, for `patience`; says so each time that it does not. */
export const untilReachable = (
  sql: SqlClient.SqlClient,
  place: Place,
  patience: Duration.Duration
): Effect.Effect<void, SqlError.SqlError> =>
  sql`select 1`.pipe(
    Effect.tapError((error) =>
      isTransient(error, place)
        ? Effect.logWarning(`PostgreSQL at ${place.name} cannot be reached yet: ${wordsOf(error)}`)
        : Effect.void
    ),
    Effect.retry({
      while: (error) => isTransient(error, place),
      schedule: Schedule.upTo(pauses, { duration: patience })
    }),
    Effect.asVoid
  )
