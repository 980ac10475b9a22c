import pg from "pg"

/** Runs a statement. */
export type Query = <R extends pg.QueryResultRow>(text: string, values?: ReadonlyArray<unknown>) => Promise<Array<R>>

/** Some connections to a database, for what no operation does. */
export const openDatabase = (url: string) => {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  // A server that is stopped ends idle connections; whoever waits for an answer is told anyway.
  pool.on("error", () => {})
  const query: Query = async <R extends pg.QueryResultRow>(text: string, values: ReadonlyArray<unknown> = []) =>
    (await pool.query<R>(text, [...values])).rows
  return { query, close: () => pool.end() }
}

/**
 * In SQL, the ID of the definition with a number: a TypeID whose first characters rise with it, as those of definitions
 * made one after the other do, and whose others look random.
 */
export const idOf = (number: string): string =>
  `'pv_00' || lpad(to_hex((${number})::bigint), 9, '0') || substr(md5((${number})::text), 1, 15)`

/** In SQL, the columns that differ from copy to copy; `n` is the number of the copy. */
type Own = Readonly<Record<string, string>>

/** Copies a row of a table for each number from one to another, in that order, and gives some of its columns values. */
export const multiply = async (
  query: Query,
  table: string,
  row: Readonly<Record<string, unknown>>,
  [from, to]: readonly [from: number, to: number],
  own: Own
): Promise<void> => {
  const columns = await query<{ column_name: string }>(
    `select column_name from information_schema.columns
    where table_schema = 'agent_operations' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'
    order by ordinal_position`,
    [table]
  )
  const names = columns.map(({ column_name }) => column_name)
  const where = Object.keys(row).map((column, n) => `one.${column} = $${n + 3}`)
  await query(
    `insert into agent_operations.${table} (${names.join(", ")})
    select ${names.map((name) => own[name] ?? `one.${name}`).join(", ")}
    from agent_operations.${table} as one cross join generate_series($1::bigint, $2::bigint) as n
    where ${where.join(" and ")} order by n`,
    [from, to, ...Object.values(row)]
  )
}

/** Where a definition is, as the columns of the tables that hold it. */
export interface Whose {
  readonly tenant_id: string
  readonly project_id: string
  readonly id: string
}

/** Copies a definition at its first revision, as creating each would. */
export const multiplyDefinition = async (
  query: Query,
  { id, ...space }: Whose,
  numbers: readonly [from: number, to: number],
  { id: newId = idOf("n"), name = "'View ' || n", ...others }: Own = {}
): Promise<void> => {
  const own = { name, name_key: `lower(${name})`, ...others }
  await multiply(query, "definitions", { ...space, id }, numbers, { ...own, id: newId })
  const row = { ...space, definition_id: id, revision: 1 }
  await multiply(query, "revisions", row, numbers, { ...own, definition_id: newId })
  await multiply(query, "listed_definitions", { ...space, id }, numbers, { ...others, id: newId })
}

/** Gives a definition more revisions, up to a number. */
export const multiplyRevisions = async (query: Query, { id, ...space }: Whose, upTo: number): Promise<void> => {
  const row = { ...space, definition_id: id, revision: 1 }
  await multiply(query, "revisions", row, [2, upTo], { revision: "n" })
  await query(
    `update agent_operations.definitions set revision = $4 where tenant_id = $1 and project_id = $2 and id = $3`,
    [space.tenant_id, space.project_id, id, upTo]
  )
}

/** The IDs of the definitions with some numbers. */
export const idsOf = async (query: Query, numbers: ReadonlyArray<number>): Promise<ReadonlyArray<string>> => {
  const rows = await query<{ id: string }>(
    `select ${idOf("n")} as id from unnest($1::bigint[]) with ordinality as t(n, place) order by place`,
    [numbers]
  )
  return rows.map(({ id }) => id)
}

/** Takes the deletion of a definition back. */
export const revive = (query: Query, { tenant_id, project_id, id }: Whose) =>
  query(
    `with gone as (
      delete from agent_operations.deleted_definitions where tenant_id = $1 and project_id = $2 and id = $3 returning *
    ), listed as (
      insert into agent_operations.listed_definitions (tenant_id, project_id, kind, id, updated_at)
      select tenant_id, project_id, kind, id, deleted_at from gone
    )
    insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
    select r.tenant_id, r.project_id, r.kind, r.definition_id, r.name, r.name_key, r.revision
    from gone join agent_operations.revisions as r on (r.tenant_id, r.project_id, r.kind, r.definition_id, r.revision)
      = (gone.tenant_id, gone.project_id, gone.kind, gone.id, gone.revision)`,
    [tenant_id, project_id, id]
  )
