import { Data, Duration, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { StatementDeadline } from "./internal/client.ts"
import { wordsOf } from "./internal/wordsOf.ts"
import { sqlState } from "./sqlError.ts"

/** One step forward. Once released it never changes; what it did wrong, a later step puts right. */
export interface Migration {
  /** 1 for the first step of an owner, then one more each. */
  readonly number: number
  readonly name: string
  readonly up: Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient>
}

/** The steps of one owner of tables, in order. Each owner counts its own. */
export interface MigrationSet {
  readonly owner: string
  readonly steps: ReadonlyArray<Migration>
}

/** A step as the ledger names it. */
export interface MigrationStep {
  readonly owner: string
  readonly number: number
  readonly name: string
}

interface Failed {
  readonly step: MigrationStep
  /** Why, in one line. */
  readonly message: string
  /** The way out, in one line. */
  readonly hint: string
}

/** The database has a step that this code does not know: a newer version migrated it. Nothing was changed. */
export class MigrationNewerThanCode extends Data.TaggedError("MigrationNewerThanCode")<Failed> {}

/** A step failed. Nothing was changed, by it or by the steps before it in the same run. */
export class MigrationFailed extends Data.TaggedError("MigrationFailed")<
  Failed & { readonly cause: SqlError.SqlError }
> {}

const title = ({ owner, number, name }: MigrationStep): string => `${owner} ${number} (${name})`

const newerThanCode = (step: MigrationStep) =>
  new MigrationNewerThanCode({
    step,
    message: `The database has the migration ${title(step)}, which this version does not know.`,
    hint: "Start the version that made it or a later one, or use another database."
  })

const failed = (step: MigrationStep) => (cause: SqlError.SqlError) =>
  new MigrationFailed({
    step,
    message: `The migration ${title(step)} failed: ${wordsOf(cause)}`,
    hint: "Nothing was changed. Remove the reason and run the migrations again.",
    cause
  })

const stepOf = ({ owner, number, name }: MigrationStep): MigrationStep => ({ owner, number, name })
const key = (step: MigrationStep): string => JSON.stringify([step.owner, step.number, step.name])

const stepsOf = (sets: ReadonlyArray<MigrationSet>) =>
  sets.flatMap(({ owner, steps }) =>
    steps.map((step, index) => {
      if (step.number !== index + 1)
        throw new Error(`Migration ${title({ owner, ...step })} must have number ${index + 1}`)
      return { owner, ...step }
    })
  )

/** What the database lacks. Steps of owners that are not asked about are of no concern. */
const missing = (sets: ReadonlyArray<MigrationSet>, applied: ReadonlyArray<MigrationStep>) =>
  Effect.suspend(() => {
    const steps = stepsOf(sets)
    const owners = new Set(sets.map(({ owner }) => owner))
    const known = new Set(steps.map(key))
    const unknown = applied.find((step) => owners.has(step.owner) && !known.has(key(step)))
    if (unknown !== undefined) return Effect.fail(newerThanCode(stepOf(unknown)))
    const done = new Set(applied.map(key))
    return Effect.succeed(steps.filter((step) => !done.has(key(step))))
  })

const ledger = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<MigrationStep>`select owner, number, name from agent_operations.migrations order by owner, number`
})

const undefinedTable = "42P01"

/**
 * The steps that the database still lacks: none when it is ready for this code. One small read; changes nothing.
 *
 * @example
 * const ready = Effect.map(pendingMigrations([RevisionStore.migrations]), (steps) => steps.length === 0)
 */
export const pendingMigrations = Effect.fn("pendingMigrations")(function* (sets: ReadonlyArray<MigrationSet>) {
  const applied = yield* Effect.catchIf(
    ledger,
    (error) => sqlState(error) === undefinedTable,
    () => Effect.succeed([])
  )
  return (yield* missing(sets, applied)).map(stepOf)
})

// Any number will do, as long as every version takes the same.
const lockKey = "4712837654402101363"

const takeLock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${lockKey}::bigint) as free`
  if (row?.free === true) return
  yield* Effect.logInfo("Another process is migrating the database: waiting for it")
  yield* sql`select pg_advisory_xact_lock(${lockKey}::bigint)`
})

// `if not exists` asks for the right to create even where there is nothing to do.
const ensureLedger = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ schema: boolean; ledger: boolean }>`
    select to_regnamespace('agent_operations') is not null as schema,
      to_regclass('agent_operations.migrations') is not null as ledger`
  if (row?.schema !== true) yield* sql`create schema agent_operations`
  if (row?.ledger === true) return
  yield* sql`
    create table agent_operations.migrations (
      owner text not null,
      number integer not null,
      name text not null,
      applied_at timestamptz not null default now(),
      primary key (owner, number)
    )`
})

const migrateInTransaction = Effect.fnUntraced(function* (sets: ReadonlyArray<MigrationSet>) {
  const sql = yield* SqlClient.SqlClient
  // Whatever the server's default: what another process did must be seen after the wait for it.
  yield* sql`set transaction isolation level read committed`
  yield* sql`set local statement_timeout = 0`
  yield* sql`set local lock_timeout = 0`
  yield* takeLock
  // A step that waits for a table makes everyone else wait behind it.
  yield* sql`set local lock_timeout = '10s'`
  yield* ensureLedger
  const steps = yield* missing(sets, yield* ledger)
  for (const step of steps) {
    const record = sql`
      insert into agent_operations.migrations (owner, number, name) values (${step.owner}, ${step.number}, ${step.name})`
    yield* Effect.mapError(Effect.andThen(step.up, record), failed(step))
  }
  return steps.map(stepOf)
})

/**
 * Brings the tables of every set up to date, and says which steps that took: none when they were. Any number of
 * processes may call it at once; one works, the others wait for it and find nothing left to do.
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
    return yield* sql.withTransaction(migrateInTransaction(sets))
  },
  Effect.provideService(StatementDeadline, Duration.infinity)
)
