import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

interface Kept {
  readonly table: string
  readonly columns: string
  readonly rows: string
}

const tables = `
  select format('%I.%I', n.nspname, c.relname) as name, c.oid
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

/** Foreign keys and triggers, such as those that keep rows for ever, are off until the end of the transaction. */
const emptyAll = `
  do $$
  declare
    one text;
  begin
    perform set_config('session_replication_role', 'replica', true);
    for one in select name from (${tables}) t loop
      execute 'delete from ' || one;
    end loop;
  end $$`

/** All rows of all tables as text: to be called on a database that has few. */
const rowsOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const names = yield* sql<{ readonly name: string; readonly columns: string }>`
    select name, (
      select string_agg(format('%I', attname), ', ' order by attnum) from pg_attribute
      where attrelid = oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns
    from (${sql.literal(tables)}) t`
  if (names.length === 0) return []
  const each = names.map(
    ({ name }, at) => sql`select ${at}::int as at, jsonb_agg(to_jsonb(t))::text as rows from ${sql.literal(name)} t`
  )
  const found = yield* sql<{
    readonly at: number
    readonly rows: string | null
  }>`${sql.join(" union all ", false)(each)}`
  return found.flatMap(({ at, rows }): ReadonlyArray<Kept> => {
    const { name, columns } = names[at]!
    return rows === null ? [] : [{ table: name, columns, rows }]
  })
})

/**
 * Makes what puts an embedded database back to where it is now: it deletes the rows of all tables, resets the sequences,
 * and restores the few rows that there are now, as of a fresh migrated database. Tables that come to be meanwhile stay,
 * empty.
 *
 * @example
 * const empty = yield* makeEmpty(sql)
 * // … tests …
 * yield* empty
 */
export const makeEmpty = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<Effect.Effect<void, SqlError.SqlError>, SqlError.SqlError> {
  const kept = yield* rowsOf(sql)
  const sequences = yield* sql<{ readonly name: string; readonly last: string | null }>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences`
  const lasts = new Map(sequences.map(({ name, last }) => [name, last]))
  return Effect.gen(function* () {
    yield* sql`select pg_advisory_unlock_all()::text`
    yield* sql.unsafe(emptyAll)
    for (const { table, columns, rows } of kept) {
      const names = sql.literal(columns)
      yield* sql`
        insert into ${sql.literal(table)} (${names}) overriding system value
        select ${names} from jsonb_populate_recordset(null::${sql.literal(table)}, ${rows}::jsonb)`
    }
    const now = yield* sql<{ readonly name: string; readonly start: string }>`
      select format('%I.%I', schemaname, sequencename) as name, start_value::text as start
      from pg_sequences where last_value is not null`
    for (const { name, start } of now) {
      const last = lasts.get(name) ?? null
      yield* sql`select setval(${name}::regclass, ${last ?? start}::bigint, ${last !== null})::text`
    }
  }).pipe(sql.withTransaction, Effect.asVoid)
})
