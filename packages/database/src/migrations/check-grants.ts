import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { schemaOf } from "../internal/schema-names.ts"
import { type MigrationSet, MigrationsNotAllowed } from "./model.ts"
import { migrationsSql } from "./print.ts"

interface Lack {
  readonly name: string
  readonly lacks: string
  readonly role: string
}

/** How many tables a message names. */
const most = 5

const notGranted = (lacks: ReadonlyArray<Lack>, role: string) => {
  const named = lacks.slice(0, most).map(({ name, lacks }) => `${lacks} on ${name}`)
  const others = lacks.length > most ? [`and on ${lacks.length - most} more tables`] : []
  return new MigrationsNotAllowed({
    message: `The database user ${role} lacks the grants ${[...named, ...others].join("; ")}.`,
    hint: `As the user that migrates, run what \`agent-operations-admin sql --grants ${role}\` prints.`,
    cause: undefined
  })
}

/** The tables that the steps of the sets create, as their statements name them. */
const tablesOf = Effect.fnUntraced(function* (sets: ReadonlyArray<MigrationSet>, schema: string) {
  // Of a step that depends on what it reads, which none should, nothing is known.
  const texts = yield* Effect.forEach(sets, (set) =>
    Effect.catchCause(migrationsSql([set], { schema }), () => Effect.succeed(""))
  )
  const found = texts.join("\n").matchAll(/^\s*create table (?:if not exists )?([\w."]+)/gim)
  return [...new Set(Array.from(found, ([, name]) => name!))]
})

/**
 * Makes a check that fails with `MigrationsNotAllowed` where the user of the connection may not read and write the rows of
 * every table that the sets create, and says which grants it lacks: without one, only the operations that need it would
 * fail, once they are called. Tables that are not there are of no concern. Changes nothing.
 *
 * @example
 * const check = yield* makeGrantsCheck([RevisionStore.migrations])
 * yield* check
 */
export const makeGrantsCheck = Effect.fnUntraced(function* (sets: ReadonlyArray<MigrationSet>) {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* tablesOf(sets, schemaOf(sql))
  // The ledger is only read by whoever does not migrate.
  const lacking = sql<Lack>`
    select tables.name, string_agg(verb, ', ' order by place) as lacks, current_user as role
    from unnest(${tables}::text[]) tables(name)
      cross join unnest(array['select', 'insert', 'update', 'delete']) with ordinality verbs(verb, place)
    where to_regclass(tables.name) is not null
      and (verb = 'select' or to_regclass(tables.name) is distinct from to_regclass('agent_operations.migrations'))
      and not has_table_privilege(to_regclass(tables.name), verb)
    group by tables.name order by tables.name`
  return Effect.flatMap(lacking, (lacks) => {
    const [first] = lacks
    return first === undefined ? Effect.void : Effect.fail(notGranted(lacks, first.role))
  })
})
