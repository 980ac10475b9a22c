import { heldBack, makeGrantsCheck, type MigrationSet, pendingMigrations } from "@agent-operations/database"
import { Unavailable } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Makes what fails until the database answers, is migrated, and lets its user read and write rows; and tells then what upkeep
 * holds back, if anything.
 */
export const makeReadiness = Effect.fnUntraced(function* (migrations: ReadonlyArray<MigrationSet>) {
  const sql = yield* SqlClient.SqlClient
  const granted = yield* makeGrantsCheck(migrations)
  const told: Effect.Effect<object | string> = Effect.gen(function* () {
    const pending = yield* pendingMigrations(migrations).pipe(
      // In the middle of a rollout: a newer version leaves what this one does as it was.
      Effect.catchTag("MigrationNewerThanCode", () => Effect.succeed([]))
    )
    if (pending.length > 0) return "The database is not migrated yet."
    yield* granted
    const held = yield* heldBack
    return held.length === 0 ? {} : { heldBack: held }
  }).pipe(
    Effect.provideService(SqlClient.SqlClient, sql),
    Effect.timeout("5 seconds"),
    Effect.catchTag("MigrationsNotAllowed", ({ message, hint }) =>
      Effect.as(Effect.logWarning(`${message} ${hint}`), "The database does not let its user read and write.")
    ),
    Effect.catchCause((cause) =>
      Effect.as(
        Effect.logWarning("The database could not be asked whether it is ready", cause),
        "The database does not answer."
      )
    )
  )
  return Effect.flatMap(told, (details) =>
    typeof details === "string"
      ? Effect.fail(new Unavailable({ message: details, retryAfter: 1 }))
      : Effect.succeed(details)
  )
})
