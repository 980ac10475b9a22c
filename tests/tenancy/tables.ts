import type { Pool } from "pg"

/** A table that belongs to tenants. */
export interface Table {
  readonly name: string
  /** The column of the tenant. */
  readonly tenant: "tenant_id" | "organization_id"
  /** The column of the project; null where it has none. */
  readonly project: "project_id" | "id" | null
  readonly isPartitioned: boolean
  /** The columns of its primary key. */
  readonly key: ReadonlyArray<string>
  /** What can be inserted, with the type of each, and whether no key and no check has it. */
  readonly columns: ReadonlyArray<{ readonly name: string; readonly type: string; readonly isFree: boolean }>
}

/** Every table of tenants. */
export const tablesOf = async (pool: Pool): Promise<ReadonlyArray<Table>> => {
  const { rows } = await pool.query<Table>(`
    select t.relname as name,
      max(a.attname) filter (where a.attname in ('tenant_id', 'organization_id')) as tenant,
      case when t.relname = 'projects' then 'id' when bool_or(a.attname = 'project_id') then 'project_id' end as project,
      t.relkind = 'p' as "isPartitioned",
      coalesce(json_agg(a.attname order by a.attnum) filter (where exists (
        select from pg_index as i where i.indrelid = t.oid and i.indisprimary and a.attnum = any (i.indkey)
      )), '[]') as key,
      json_agg(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod),
        'isFree', not exists (select from pg_constraint as c where c.conrelid = t.oid and a.attnum = any (c.conkey))
          and not exists (
            select from pg_index as i where i.indrelid = t.oid and i.indisunique and a.attnum = any (i.indkey)
          )
      ) order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class t
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'agent_operations'
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relkind in ('r', 'p') and not t.relispartition
    group by t.oid, t.relname, t.relkind
    having bool_or(a.attname in ('tenant_id', 'organization_id'))
    order by t.relname`)
  return rows
}

/** Keeps the rows of some tables in a schema. */
export const take = (pool: Pool, tables: ReadonlyArray<Table>, schema: string) =>
  pool.query(
    [
      `create schema ${schema}`,
      ...tables.map(({ name }) => `create table ${schema}.${name} as select * from agent_operations.${name}`)
    ].join(";\n")
  )

const namesOf = ({ columns }: Table) => columns.map(({ name }) => `"${name}"`)

/** Inserts rows into a table that stand in a `from`, as they are or with other values. */
export const insertFrom = (table: Table, from: string, values: ReadonlyArray<string> = namesOf(table)): string =>
  `insert into agent_operations.${table.name} (${namesOf(table).join(", ")}) overriding system value
    select ${values.join(", ")} from ${from}`

/** Inserts what was taken of a table, as it was or with other values. The rows that are taken are called `t`. */
export const insert = (
  table: Table,
  schema: string,
  { values, where = "true" }: { readonly values?: ReadonlyArray<string>; readonly where?: string } = {}
): string => insertFrom(table, `${schema}.${table.name} as t where ${where}`, values)

/** Runs some statements as one, without triggers, so that tables need no order. */
export const inOne = (pool: Pool, statements: ReadonlyArray<string>) =>
  pool.query(["begin", "set local session_replication_role = replica", ...statements, "commit"].join(";\n"))
