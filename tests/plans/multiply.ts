import type { Pool } from "pg"
import { inOne, type Table } from "../tenancy/tables.ts"
import type { Place } from "../tenancy/world/project.ts"

const typeId = String.raw`\m([a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{6}([0-9a-hjkmnp-tv-z]{9})\M`
const ofTrace = String.raw`\ma[0-9a-f]{4}([0-9a-f]{25}00)\M`

/** What tells the IDs and names of a copy: `n` is its number. */
const mark = "lpad(to_hex(n), 4, '0')"

const marked = (text: string) => {
  const names = `replace(${text}, '#00', '#' || ${mark})`
  const ids = `regexp_replace(${names}, '${typeId}', '\\1' || ${mark} || 'zz\\2', 'g')`
  return `regexp_replace(${ids}, '${ofTrace}', 'a' || ${mark} || '\\1', 'g')`
}

const valueOf = (table: Table, { name, type }: Table["columns"][number]): string => {
  const column = `t."${name}"`
  if (name === table.tenant || name === table.project) return column
  if (type === "uuid") return `overlay(${column}::text placing ${mark} from 2)::uuid`
  if (name === "position") return `${column} + 100000 * n`
  if (type !== "text" && type !== "text[]" && type !== "jsonb") return column
  return `${marked(`${column}::text`)}::${type}`
}

const inserted = ({ name, columns }: Table, values: ReadonlyArray<string>, from: string) =>
  `insert into agent_operations.${name} (${columns.map((column) => `"${column.name}"`).join(", ")}) overriding system value
    select ${values.join(", ")} from ${from} on conflict do nothing`

/**
 * Fills each table that a project has rows in with copies of them, by other IDs and names, until it has about so many, and
 * another project with all of these. No table is analyzed, nor will be.
 */
export const multiply = async (pool: Pool, tables: ReadonlyArray<Table>, place: Place, most: number): Promise<void> => {
  const counted = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as count from agent_operations.${name}`
  )
  const { rows } = await pool.query<{ readonly name: string; readonly count: number }>(counted.join(" union all "))
  const counts = new Map(rows.map(({ name, count }) => [name, count]))
  const filled = tables.filter(({ name }) => counts.get(name)! > 0)
  const own = (table: Table) =>
    inserted(
      table,
      table.columns.map((column) => valueOf(table, column)),
      `(select * from agent_operations.${table.name}) as t
        cross join generate_series(1, ${Math.min(65_535, Math.ceil(most / counts.get(table.name)!))}) as n`
    )
  const another = (table: Table) =>
    inserted(
      table,
      table.columns.map(({ name }) => (name === table.project ? "'prj_0000000000another'" : `t."${name}"`)),
      `(select * from agent_operations.${table.name} where ${table.project} = '${place.projectId}') as t`
    )
  await inOne(pool, [
    ...tables
      .filter(({ isPartitioned }) => !isPartitioned)
      .map(({ name }) => `alter table agent_operations.${name} set (autovacuum_enabled = false)`),
    ...filled.map(own),
    ...filled.filter(({ project }) => project === "project_id").map(another)
  ])
}
