import { Data, Duration, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { StatementDeadline } from "./internal/client.ts"

/** One step forward. Once released it never changes; what it did wrong, a later step puts right. */
export interface Migration {
  /** 1 for the first step of an owner, then one more each. */
  readonly number: number
  readonly name: string
  readonly up: Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient>
}

/** The steps of one owner of tables, in order. Owners number theirs apart, and depend on each other in no way. */
export interface MigrationSet {
  readonly owner: string
  readonly steps: ReadonlyArray<Migration>
}

/** A step by its name, as the ledger knows it. */
export interface MigrationStep {
  readonly owner: string
  readonly number: number
  readonly name: string
}

/**
 * The database has a step that this code does not know: a newer version migrated it, or the step was renamed. Nothing
 * was changed. `message` says why, `hint` the way out.
 */
export class MigrationNewerThanCode extends Data.TaggedError("MigrationNewerThanCode")<{
  readonly step: MigrationStep
  readonly message: string
  readonly hint: string
}> {}

const title = (step: MigrationStep): string => `${step.owner} ${step.number} (${step.name})`

const newerThanCode = (step: MigrationStep) =>
  new MigrationNewerThanCode({
    step,
    message: `The database has the migration ${title(step)}, which this version does not know.`,
    hint: "Start the version that made it, or a later one; or point this one at another database."
  })

// The ASCII of "AgentOps": any process that migrates these tables takes the same lock.
const lock = "4712837654402101363"

const ledger = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ found: boolean }>`select to_regclass('agent_operations.migrations') is not null as found`
  if (row?.found !== true) return []
  return yield* sql<MigrationStep>`select owner, number, name from agent_operations.migrations order by owner, number`
})

const compare = Effect.fnUntraced(function* (sets: ReadonlyArray<MigrationSet>, applied: ReadonlyArray<MigrationStep>) {
  const key = (step: MigrationStep) => JSON.stringify([step.owner, step.number, step.name])
  const known = sets.flatMap(({ owner, steps }) => steps.map((step) => ({ owner, ...step })))
  const owners = new Set(sets.map(({ owner }) => owner))
  const knownKeys = new Set(known.map(key))
  const unknown = applied.find((step) => owners.has(step.owner) && !knownKeys.has(key(step)))
  if (unknown !== undefined) return yield* newerThanCode(unknown)
  const appliedKeys = new Set(applied.map(key))
  return known.filter((step) => !appliedKeys.has(key(step)))
})

/** The steps that the database still lacks. Two small reads; changes nothing. */
export const pendingMigrations = Effect.fnUntraced(function* (sets: ReadonlyArray<MigrationSet>) {
  const pending = yield* compare(sets, yield* ledger)
  return pending.map(({ owner, number, name }): MigrationStep => ({ owner, number, name }))
})

const apply = Effect.fnUntraced(function* (sets: ReadonlyArray<MigrationSet>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`set local statement_timeout = 0`
  yield* sql`set local lock_timeout = 0`
  yield* sql`select pg_advisory_xact_lock(${lock}::bigint)`
  yield* sql`create schema if not exists agent_operations`
  yield* sql`
    create table if not exists agent_operations.migrations (
      owner text not null,
      number integer not null,
      name text not null,
      applied_at timestamptz not null default now(),
      primary key (owner, number)
    )`
  const pending = yield* compare(sets, yield* ledger)
  for (const { owner, number, name, up } of pending) {
    yield* up
    yield* sql`insert into agent_operations.migrations (owner, number, name) values (${owner}, ${number}, ${name})`
  }
  return pending.map(({ owner, number, name }): MigrationStep => ({ owner, number, name }))
})

/** Brings the tables of every set up to date and says which steps that took. */
export const migrate = Effect.fn("Migrations.migrate")(function* (sets: ReadonlyArray<MigrationSet>) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(apply(sets)).pipe(Effect.provideService(StatementDeadline, Duration.infinity))
})
