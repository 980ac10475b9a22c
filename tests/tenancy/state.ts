import type { Pool } from "pg"

/** A table that belongs to tenants. */
export interface Table {
  readonly name: string
  readonly tenant: "tenant_id" | "organization_id"
  readonly hasProject: boolean
  readonly isPartitioned: boolean
  /** What can be inserted, with the type of each. */
  readonly columns: ReadonlyArray<{ readonly name: string; readonly type: string }>
}

/** Every table of tenants, those first to which others refer. */
export const tablesOf = async (pool: Pool): Promise<ReadonlyArray<Table>> => {
  const { rows: found } = await pool.query<Table>(`
    select t.relname as name,
      max(a.attname) filter (where a.attname in ('tenant_id', 'organization_id')) as tenant,
      bool_or(a.attname = 'project_id') or t.relname = 'projects' as "hasProject",
      t.relkind = 'p' as "isPartitioned",
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        filter (where a.attgenerated = '') as columns
    from pg_class t
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'agent_operations'
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relkind in ('r', 'p') and not t.relispartition
    group by t.oid, t.relname, t.relkind
    having bool_or(a.attname in ('tenant_id', 'organization_id'))
    order by t.relname`)
  const { rows: references } = await pool.query<{ readonly from: string; readonly to: string }>(`
    select distinct f.relname as from, t.relname as to from pg_constraint c
    join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and f.oid <> t.oid and not f.relispartition`)
  const ordered: Array<Table> = []
  const place = (table: Table) => {
    if (ordered.includes(table)) return
    for (const { to } of references.filter(({ from }) => from === table.name)) {
      const target = found.find(({ name }) => name === to)
      if (target !== undefined) place(target)
    }
    ordered.push(table)
  }
  found.forEach(place)
  return ordered
}

/** A row that a call wrote, and where. */
export interface Change {
  readonly table: string
  readonly isOwn: boolean
  readonly row: string
}

/** What a call changed. */
export interface Changes {
  readonly written: ReadonlyArray<Change>
  /** How many rows each table has, of the project and of all others. */
  readonly counts: ReadonlyMap<string, { readonly own: number; readonly others: number }>
}

/** The state of a database that every call begins with. */
export interface Kept extends Pick<Changes, "counts"> {
  readonly changes: () => Promise<Changes>
  /** Puts back whatever was changed. */
  readonly restore: (changes: Changes) => Promise<void>
  /** Makes every table anew, with its rows in the order that they were kept in. */
  readonly renew: () => Promise<void>
}

const namesOf = ({ columns }: Table) => columns.map(({ name }) => `"${name}"`).join(", ")

/**
 * Keeps the state of some tables, which is to be come back to again and again. `after` is a condition on a table's rows `t`
 * that come after the project's.
 */
export const keep = async (
  pool: Pool,
  tables: ReadonlyArray<Table>,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
  after: (table: Table) => string
): Promise<Kept> => {
  await pool.query("drop schema if exists kept cascade; create schema kept")
  for (const table of tables) {
    await pool.query(`create table kept.${table.name} as select ${namesOf(table)} from agent_operations.${table.name}`)
  }
  const now = async () => {
    const { rows } = await pool.query<{ readonly id: string }>("select txid_current()::text as id")
    return rows[0]!.id
  }
  let since = await now()
  const ownOf = ({ name, tenant, hasProject }: Table) =>
    `t.${tenant} = '${organizationId}'${hasProject ? ` and t.${name === "projects" ? "id" : "project_id"} in ('', '${projectId}')` : ""}`
  const counted = tables
    .map((table) => {
      const own = ownOf(table)
      return `select '${table.name}' as "table", count(*) filter (where ${own})::int as own,
        count(*) filter (where not (${own}))::int as others,
        array_agg((${own}) || ' ' || to_jsonb(t)::text) filter (where t.xmin::text::bigint > $1::bigint) as written
        from agent_operations.${table.name} as t`
    })
    .join(" union all ")
  const changes = async (): Promise<Changes> => {
    const { rows } = await pool.query<{
      readonly table: string
      readonly own: number
      readonly others: number
      readonly written: ReadonlyArray<string> | null
    }>({ name: "changes", text: counted, values: [since] })
    return {
      counts: new Map(rows.map(({ table, own, others }) => [table, { own, others }])),
      written: rows.flatMap(({ table, written }) =>
        (written ?? []).map((row) => ({
          table,
          isOwn: row.startsWith("true "),
          row: row.slice(row.indexOf(" ") + 1)
        }))
      )
    }
  }
  const insertAll = (table: Table) =>
    `insert into agent_operations.${table.name} (${namesOf(table)}) overriding system value
     select ${namesOf(table)} from kept.${table.name} as t`
  const before = await changes()
  let restored = 0
  const inOne = async (statements: ReadonlyArray<string>) => {
    await pool.query(["begin", "set local session_replication_role = replica", ...statements, "commit"].join(";\n"))
    since = await now()
  }
  const renew = () =>
    inOne([
      // Keys, which are left as they are, refer to organizations.
      `truncate ${tables.flatMap(({ name }) => (name === "organizations" ? [] : `agent_operations.${name}`)).join(", ")}`,
      "delete from agent_operations.organizations",
      ...tables.map(insertAll)
    ])
  return {
    changes,
    counts: before.counts,
    renew,
    restore: async (changes) => {
      const statements = tables.flatMap((table) => {
        const { name } = table
        const [were, are] = [before.counts.get(name)!, changes.counts.get(name)!]
        const written = changes.written.filter((change) => change.table === name)
        const others = were.others !== are.others || written.some(({ isOwn }) => !isOwn)
        if (!others && were.own === are.own && written.length === 0) return []
        // What comes before the project's rows in a table is left where it is, unless it was changed.
        const where = others ? "true" : `(${ownOf(table)}) or ${after(table)}`
        return [`delete from agent_operations.${name} as t where ${where}`, `${insertAll(table)} where ${where}`]
      })
      if (statements.length === 0) return
      // What was deleted is read by every later statement, until the tables are made anew.
      if (++restored % 25 === 0) await renew()
      else await inOne(statements)
    }
  }
}
