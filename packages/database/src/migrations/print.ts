import { Data, Effect } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import { inline } from "../internal/parameters.ts"
import { checkSchema, defaultSchema, renameSchema, schemaOf } from "../internal/schema-names.ts"
import { createLedger, createSchema, foundation, ledgerIfAny, missing, stepsOf, takeStep } from "./ledger.ts"
import { lock } from "./lock.ts"
import { type Migration, type MigrationSet, type MigrationStep, title } from "./model.ts"
import { recorder } from "./recorder.ts"

const print = Effect.fnUntraced(function* (
  schema: string,
  steps: ReadonlyArray<MigrationStep & Migration>,
  found: { readonly schema: boolean; readonly ledger: boolean }
) {
  const lines: Array<string> = []
  const sql = yield* recorder(schema, (text, values) => lines.push(`${inline(text, values).trim()}\n;`))
  const all = Effect.gen(function* () {
    yield* sql`set local statement_timeout = 0`
    yield* lock
    yield* sql`set local lock_timeout = '10s'`
    if (!found.schema) yield* createSchema
    if (!found.ledger) yield* createLedger
    for (const step of steps) {
      lines.push(`\n-- ${title(step).replaceAll(/\s+/g, " ")}`)
      yield* takeStep(step)
    }
    lines.push("")
  })
  yield* Effect.provideService(sql.withTransaction(all), SqlClient.SqlClient, sql)
  return `${lines.join("\n").replaceAll("\n;", ";")}\n`
}, Effect.provide(Reactivity.layer))

/**
 * The statements of all steps as text, in one transaction, for an empty database: for whoever runs them by hand, as with
 * `psql --file`, and for reading. Needs no database. What a step makes up, such as a secret, is made up anew each time.
 *
 * @example
 * const text = yield* migrationsSql([RevisionStore.migrations], { schema: "views" })
 */
export const migrationsSql = Effect.fn("migrationsSql")(function* (
  sets: ReadonlyArray<MigrationSet>,
  options?: { readonly schema?: string | undefined }
) {
  const schema = yield* checkSchema(options?.schema ?? defaultSchema)
  return yield* Effect.orDie(print(schema, stepsOf(sets), { schema: false, ledger: false }))
})

/**
 * The statements of the steps that the database lacks as text, in one transaction; empty where it lacks none. Reads,
 * changes nothing.
 *
 * @example
 * const text = yield* pendingMigrationsSql([RevisionStore.migrations])
 */
export const pendingMigrationsSql = Effect.fn("pendingMigrationsSql")(function* (sets: ReadonlyArray<MigrationSet>) {
  const sql = yield* SqlClient.SqlClient
  const steps = yield* missing(sets, yield* ledgerIfAny)
  return steps.length === 0 ? "" : yield* print(schemaOf(sql), steps, yield* foundation)
})

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** There can be no such role, or not under this name: nothing was printed. */
export class InvalidRole extends Data.TaggedError("InvalidRole")<{
  readonly message: string
  /** What a role can be called, in one line. */
  readonly hint: string
}> {}

/** PostgreSQL cuts off what is longer, silently: the grant could go to another role. */
const maxRoleBytes = 63

const isRole = (role: string) =>
  role !== "" && !role.includes("\0") && role.isWellFormed() && Buffer.byteLength(role) <= maxRoleBytes

const isOurs = (schema: string) => renameSchema("", schema) !== schema

/**
 * The grants that let a role read and write rows and nothing else, as text: for a process that only checks that the
 * database is migrated. To be run by the user that migrates, once, when the tables are there: those that it creates later
 * have them too. In a schema that a host's set names, such as `public`, that is every table, whosever it is: the text says
 * so there. Fails with `InvalidRole` where no role can have the name.
 *
 * @example
 * const text = yield* grantsSql([RevisionStore.migrations], { role: "app" })
 */
export const grantsSql = Effect.fnUntraced(function* (
  sets: ReadonlyArray<MigrationSet>,
  options: { readonly role: string; readonly schema?: string | undefined }
) {
  const schema = yield* checkSchema(options.schema ?? defaultSchema)
  if (!isRole(options.role)) {
    return yield* new InvalidRole({
      message: `${JSON.stringify(options.role.slice(0, 80))} cannot be the name of a role.`,
      hint: `A role is named in 1 to ${maxRoleBytes} bytes of UTF-8, without NUL.`
    })
  }
  const role = quoted(options.role)
  const schemas = new Set([defaultSchema, ...sets.flatMap(({ schemas: own = [] }) => own)])
  const lines = [...schemas]
    .map((name) => [renameSchema(schema, name), isOurs(name)] as const)
    .flatMap(([name, ours]) => [
      ...(ours
        ? []
        : [`-- Every table of the schema ${name}, also those of others: grant on single tables if there are any.`]),
      `grant usage on schema ${name} to ${role};`,
      `grant select, insert, update, delete on all tables in schema ${name} to ${role};`,
      `grant usage, select on all sequences in schema ${name} to ${role};`,
      `alter default privileges in schema ${name} grant select, insert, update, delete on tables to ${role};`,
      `alter default privileges in schema ${name} grant usage, select on sequences to ${role};`
    ])
  const ledger = renameSchema(schema, `revoke insert, update, delete on ${defaultSchema}.migrations from `)
  return `${[...lines, `${ledger}${role};`].join("\n")}\n`
})
