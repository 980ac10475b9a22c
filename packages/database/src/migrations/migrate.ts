import { Duration, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { StatementDeadline } from "../internal/deadline.ts"
import { isRace, retryDeadlocks } from "../retry-deadlocks.ts"
import { sqlState } from "../sql-error.ts"
import { makeGrantsCheck } from "./check-grants.ts"
import {
  createLedger,
  createSchema,
  foundation,
  ledger,
  ledgerIfAny,
  mentionOthers,
  missing,
  stepOf,
  takeStep
} from "./ledger.ts"
import { lockAloud } from "./lock.ts"
import {
  failed,
  mayNotMigrate,
  mayNotRead,
  type MigrationFailed,
  type MigrationNewerThanCode,
  type MigrationSet,
  migrationsMissing,
  type MigrationsMissing,
  type MigrationsNotAllowed
} from "./model.ts"

const insufficientPrivilege = "42501"

const orNotAllowed = (notAllowed: (cause: SqlError.SqlError) => MigrationsNotAllowed) => (error: SqlError.SqlError) =>
  Effect.fail(sqlState(error) === insufficientPrivilege ? notAllowed(error) : error)

/**
 * The steps that the database still lacks: none when it is ready for this code. One small read; changes nothing.
 *
 * @example
 * const ready = Effect.map(pendingMigrations([RevisionStore.migrations]), (steps) => steps.length === 0)
 */
export const pendingMigrations = Effect.fn("pendingMigrations")(function* (sets: ReadonlyArray<MigrationSet>) {
  return (yield* missing(sets, yield* ledgerIfAny)).map(stepOf)
})

/**
 * Succeeds where the database has every step, and its user may read and write rows. Fails with `MigrationsMissing`, which
 * lists what it lacks, and with `MigrationsNotAllowed`, which lists the grants: for a process whose user may not create
 * tables. Changes nothing.
 *
 * @example
 * yield* checkMigrated([RevisionStore.migrations, Auth.migrations])
 */
export const checkMigrated = Effect.fn("checkMigrated")(
  function* (sets: ReadonlyArray<MigrationSet>) {
    const applied = yield* ledgerIfAny
    const steps = yield* missing(sets, applied)
    if (steps.length > 0) return yield* migrationsMissing(steps.map(stepOf))
    yield* Effect.flatten(makeGrantsCheck(sets))
    yield* mentionOthers(sets, applied)
  },
  Effect.catchTag("SqlError", orNotAllowed(mayNotRead))
)

const migrateInTransaction = Effect.fnUntraced(function* (sets: ReadonlyArray<MigrationSet>) {
  const sql = yield* SqlClient.SqlClient
  // Whatever the server's default: what another process did must be seen after the wait for it.
  yield* sql`set transaction isolation level read committed`
  yield* sql`set local statement_timeout = 0`
  yield* sql`set local lock_timeout = 0`
  yield* lockAloud
  // A step that waits for a table makes everyone else wait behind it.
  yield* sql`set local lock_timeout = '10s'`
  const found = yield* foundation
  if (!found.schema) yield* createSchema
  if (!found.ledger) yield* createLedger
  const applied = yield* ledger
  const steps = yield* missing(sets, applied)
  for (const step of steps) {
    // One that lost a race with a request is taken again, with all others.
    yield* Effect.catchIf(
      takeStep(step),
      (error) => !isRace(error),
      (error) => Effect.fail(failed(stepOf(step))(error))
    )
  }
  yield* mentionOthers(sets, applied)
  return steps.map(stepOf)
})

/**
 * Brings the tables of every set up to date, and says which steps that took: none when they were. Any number of
 * processes may call it at once; one works, the others wait for it and find nothing left to do. Tables of owners that are
 * not among the sets are kept as they are, and the log says so.
 *
 * All missing steps are one transaction, under an advisory lock of that transaction. Interrupted anywhere, by an error
 * or a loss of power, it leaves the database as the previous version had it, which can then still run; and nothing is
 * left locked. A step therefore cannot use what PostgreSQL refuses in a transaction (`create index concurrently`).
 *
 * The migrator of `effect/sql` does not fit: it counts the steps of all packages as one, and fails where another
 * process is at work.
 *
 * @example
 * const applied = yield* migrate([RevisionStore.migrations, Auth.migrations])
 */
export const migrate = Effect.fn("migrate")(
  function* (sets: ReadonlyArray<MigrationSet>) {
    const sql = yield* SqlClient.SqlClient
    return yield* retryDeadlocks(sql.withTransaction(migrateInTransaction(sets)))
  },
  Effect.catchTag("SqlError", orNotAllowed(mayNotMigrate)),
  Effect.provideService(StatementDeadline, Duration.infinity)
)

/**
 * What to do with the tables at the start: `"auto"` migrates them, `"check"` fails if a step is missing, `false` does
 * neither.
 */
export type MigrateMode = "auto" | "check" | false

/** Why tables are not as the code needs them. */
export type MigrateError =
  | MigrationFailed
  | MigrationNewerThanCode
  | MigrationsMissing
  | MigrationsNotAllowed
  | SqlError.SqlError

/**
 * Migrates, checks, or does nothing, as a host's setting says. Fails as `migrate` and `checkMigrated` do.
 *
 * @example
 * yield* migrateAs("check", [RevisionStore.migrations])
 */
export const migrateAs = (
  mode: MigrateMode,
  sets: ReadonlyArray<MigrationSet>
): Effect.Effect<void, MigrateError, SqlClient.SqlClient> => {
  switch (mode) {
    case "auto":
      return Effect.andThen(migrate(sets), Effect.flatten(makeGrantsCheck(sets)))
    case "check":
      return checkMigrated(sets)
    case false:
      return Effect.void
  }
}
