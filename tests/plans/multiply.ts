import type { Pool } from "pg"
import { typeId } from "../tenancy/copies.ts"
import { inOne, insertFrom, type Table } from "../tenancy/tables.ts"
import type { Place } from "../tenancy/world/project.ts"

const ofTrace = String.raw`\ma[0-9a-f]{4}([0-9a-f]{25}00)\M`

/** What tells the IDs and names of a copy: `n` is its number. */
const mark = "lpad(to_hex(n), 4, '0')"

const marked = (text: string) => {
  const names = `replace(${text}, '#00', '#' || ${mark})`
  const ids = `regexp_replace(${names}, '\\m${typeId}\\M', '\\1' || ${mark} || 'zz\\2', 'g')`
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

const inserted = (...rows: Parameters<typeof insertFrom>) => `${insertFrom(...rows)} on conflict do nothing`

/**
 * Fills each table that a project has rows in with copies of them, by other IDs and names, until it has about so many, and
 * another project with all of these.
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
      `(select * from agent_operations.${table.name}) as t
        cross join generate_series(1, ${Math.min(65_535, Math.ceil(most / counts.get(table.name)!))}) as n`,
      table.columns.map((column) => valueOf(table, column))
    )
  const another = (table: Table) =>
    inserted(
      table,
      `(select * from agent_operations.${table.name} where ${table.project} = '${place.projectId}') as t`,
      table.columns.map(({ name }) => (name === table.project ? "'prj_0000000000another'" : `t."${name}"`))
    )
  await inOne(pool, [...filled.map(own), ...filled.filter(({ project }) => project === "project_id").map(another)])
}
