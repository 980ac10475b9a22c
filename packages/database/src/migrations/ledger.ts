import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sqlState } from "../sql-error.ts"
import { type Migration, type MigrationSet, type MigrationStep, newerThanCode, title } from "./model.ts"

const key = (step: MigrationStep): string => JSON.stringify([step.owner, step.number, step.name])

/** A step with its owner, and without what it does. */
export const stepOf = ({ owner, number, name }: MigrationStep): MigrationStep => ({ owner, number, name })

/**
 * All steps of all sets, in the order in which they are taken. Those that are last are taken by owners from the last to the
 * first: every request uses the tables of the first.
 */
export const stepsOf = (sets: ReadonlyArray<MigrationSet>): ReadonlyArray<MigrationStep & Migration> => {
  const owned = sets.map(({ owner, steps }) =>
    steps.map((step, index) => {
      if (step.number !== index + 1)
        throw new Error(`Migration ${title({ owner, ...step })} must have number ${index + 1}`)
      return { owner, ...step }
    })
  )
  return [
    ...owned.flatMap((steps) => steps.filter(({ last }) => last !== true)),
    ...owned.toReversed().flatMap((steps) => steps.filter(({ last }) => last === true))
  ]
}

/** What the database lacks. Steps of owners that are not asked about are of no concern. */
export const missing = (sets: ReadonlyArray<MigrationSet>, applied: ReadonlyArray<MigrationStep>) =>
  Effect.suspend(() => {
    const steps = stepsOf(sets)
    const owners = new Set(sets.map(({ owner }) => owner))
    const known = new Set(steps.map(key))
    const unknown = applied.find((step) => owners.has(step.owner) && !known.has(key(step)))
    if (unknown !== undefined) return Effect.fail(newerThanCode(stepOf(unknown)))
    const done = new Set(applied.map(key))
    return Effect.succeed(steps.filter((step) => !done.has(key(step))))
  })

/** The steps that the database has. */
export const ledger = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<MigrationStep>`select owner, number, name from agent_operations.migrations order by owner, number`
})

const undefinedTable = "42P01"

/** The same, of a database that may have none. */
export const ledgerIfAny = Effect.catchIf(
  ledger,
  (error) => sqlState(error) === undefinedTable,
  () => Effect.succeed<ReadonlyArray<MigrationStep>>([])
)

export const createSchema = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`create schema agent_operations`)

export const createLedger = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    create table agent_operations.migrations (
      owner text not null,
      number integer not null,
      name text not null,
      applied_at timestamptz not null default now(),
      primary key (owner, number)
    )`
)

/** What of them there is: `if not exists` asks for the right to create even where there is nothing to do. */
export const foundation = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ schema: boolean; ledger: boolean }>`
    select to_regnamespace('agent_operations') is not null as schema,
      to_regclass('agent_operations.migrations') is not null as ledger`
  return row ?? { schema: false, ledger: false }
})

/** Takes a step, and writes down that it was taken. */
export const takeStep = Effect.fnUntraced(function* (step: MigrationStep & Migration) {
  const sql = yield* SqlClient.SqlClient
  yield* step.up
  yield* sql`
    insert into agent_operations.migrations (owner, number, name) values (${step.owner}, ${step.number}, ${step.name})`
})

/** Says of tables that nobody asks for now, such as those of a family left out, that they are kept. */
export const mentionOthers = (sets: ReadonlyArray<MigrationSet>, applied: ReadonlyArray<MigrationStep>) => {
  const owners = new Set(sets.map(({ owner }) => owner))
  const others = [...new Set(applied.map(({ owner }) => owner))].filter((owner) => !owners.has(owner))
  return others.length === 0
    ? Effect.void
    : Effect.logInfo(
        `The database has tables of ${others.join(", ")}, which this process does not use; they are left unchanged`
      )
}
