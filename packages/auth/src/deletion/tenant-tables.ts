import { schemaOf } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** A table whose rows belong to organizations. */
export interface TenantTable {
  /** Quoted, as statements name it. */
  readonly name: string
  /** The column that names the organization. */
  readonly key: string
  /** Whether its rows belong to a project of the organization. */
  readonly ofProjects: boolean
  /** The tables that hold its rows: itself, or its partitions. */
  readonly parts: ReadonlyArray<string>
}

interface TableRow {
  readonly oid: string
  readonly name: string
  readonly key: string
  readonly of_projects: boolean
  readonly parts: ReadonlyArray<string>
}

/** Tables in an order in which each comes before those that it refers to. */
const referringFirst = (tables: ReadonlyArray<TableRow>, referredBy: ReadonlyMap<string, ReadonlyArray<string>>) => {
  const byOid = new Map(tables.map((table) => [table.oid, table]))
  const ordered = new Set<TableRow>()
  const visit = (table: TableRow): void => {
    if (ordered.has(table)) return
    for (const oid of referredBy.get(table.oid) ?? []) {
      const other = byOid.get(oid)
      if (other !== undefined && other !== table) visit(other)
    }
    ordered.add(table)
  }
  tables.forEach(visit)
  return [...ordered]
}

/**
 * Those of the tables that the database has, with what its catalogue says of them: those that refer to others come first.
 * A host may have tables of its own in the same schema, which are none of ours.
 */
export const tenantTables = Effect.fnUntraced(function* (sql: SqlClient, names: ReadonlyArray<string>) {
  const tables = yield* sql<TableRow>`
    select c.oid::text as oid, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name, a.attname as key,
      exists (select from pg_attribute as p where p.attrelid = c.oid and p.attname = 'project_id') as of_projects,
      case c.relkind when 'r' then array[quote_ident(n.nspname) || '.' || quote_ident(c.relname)] else array(
        select quote_ident(pn.nspname) || '.' || quote_ident(p.relname) from pg_partition_tree(c.oid) as t
        join pg_class as p on p.oid = t.relid join pg_namespace as pn on pn.oid = p.relnamespace where t.isleaf
      ) end as parts
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    join pg_attribute as a on a.attrelid = c.oid and a.attname in ('organization_id', 'tenant_id')
    where n.nspname = ${schemaOf(sql)} and c.relkind in ('r', 'p') and not c.relispartition and c.relname = any(${names}::text[])
    order by c.relname`
  const references = yield* sql<{ from: string; to: string }>`
    select conrelid::text as from, confrelid::text as to
    from (select conrelid::oid, confrelid::oid from pg_constraint where contype = 'f') as f`
  const referredBy = new Map<string, ReadonlyArray<string>>()
  for (const { from, to } of references) referredBy.set(to, [...(referredBy.get(to) ?? []), from])
  return referringFirst(tables, referredBy).map(({ name, key, of_projects, parts }): TenantTable => ({
    name,
    key,
    ofProjects: of_projects,
    parts
  }))
})
