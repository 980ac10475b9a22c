import { type Duration, Effect, Schedule } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { wordsOf } from "../wordsOf.ts"
import { type Address, describeAddress } from "./address.ts"
import { isTransient } from "./startFailure.ts"

const pauses = Schedule.min([Schedule.exponential("250 millis"), Schedule.spaced("2 seconds")])

/** Asks the server until it answers, for `patience`; says so each time that it does not. */
export const untilReachable = (
  sql: SqlClient.SqlClient,
  address: Address,
  patience: Duration.Duration
): Effect.Effect<void, SqlError.SqlError> =>
  sql`select 1`.pipe(
    Effect.tapError((error) =>
      isTransient(error, address)
        ? Effect.logWarning(`PostgreSQL at ${describeAddress(address)} cannot be reached yet: ${wordsOf(error)}`)
        : Effect.void
    ),
    Effect.retry({
      while: (error) => isTransient(error, address),
      schedule: Schedule.upTo(pauses, { duration: patience })
    }),
    Effect.asVoid
  )
