import type { Pool } from "pg"
import { inOne, insert, type Table, take } from "./tables.ts"

type Row = Readonly<Record<string, unknown>>

/** A row, of which numbers that JSON has no room for are texts. */
const parsed = (text: string) => JSON.parse(text.replaceAll(/(?<=": )-?\d{16,}(?=[,}])/g, '"$&"')) as Row

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
  /** How many rows of the project were added, deleted, and changed in which columns, by table. */
  readonly effects: (changes: Changes) => ReadonlyArray<string>
  /** Puts back whatever was changed. */
  readonly restore: (changes: Changes) => Promise<void>
  /** Makes every table anew, with its rows in the order that they were kept in. */
  readonly renew: () => Promise<void>
}

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
  await take(pool, tables, "kept")
  const now = async () => {
    const { rows } = await pool.query<{ readonly id: string }>("select txid_current()::text as id")
    return rows[0]!.id
  }
  let since = await now()
  const ownOf = ({ tenant, project }: Table) =>
    `t.${tenant} = '${organizationId}'${project === null ? "" : ` and t.${project} in ('', '${projectId}')`}`
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
  const before = await changes()
  const keyOf = ({ key }: Table, row: Row) => JSON.stringify(key.map((column) => row[column]))
  const own = new Map<string, ReadonlyMap<string, Row>>()
  for (const table of tables) {
    const { rows } = await pool.query<{ readonly text: string }>(
      `select to_jsonb(t)::text as text from kept.${table.name} as t where ${ownOf(table)}`
    )
    own.set(table.name, new Map(rows.map(({ text }) => parsed(text)).map((row) => [keyOf(table, row), row])))
  }
  const effects = ({ counts, written }: Changes): ReadonlyArray<string> =>
    tables.flatMap((table) => {
      const rows = written.filter((change) => change.isOwn && change.table === table.name)
      const changed = rows.flatMap(({ row: text }) => {
        const row = parsed(text)
        const was = own.get(table.name)!.get(keyOf(table, row))
        const isOther = (column: string) => JSON.stringify(row[column]) !== JSON.stringify(was?.[column])
        return was === undefined ? [] : [Object.keys(row).filter(isOther).toSorted().join(", ")]
      })
      const added = rows.length - changed.length
      const deleted = own.get(table.name)!.size + added - counts.get(table.name)!.own
      const alike = Map.groupBy(changed, (columns) => columns)
      return [
        ...(added === 0 ? [] : [`${table.name}: ${added} added`]),
        ...(deleted === 0 ? [] : [`${table.name}: ${deleted} deleted`]),
        ...[...alike].map(([columns, { length }]) => `${table.name}: ${length} changed (${columns})`).toSorted()
      ]
    })
  let restored = 0
  const put = async (statements: ReadonlyArray<string>) => {
    await inOne(pool, statements)
    since = await now()
  }
  const renew = () =>
    put([
      // Keys, which are left as they are, refer to organizations.
      `truncate ${tables.flatMap(({ name }) => (name === "organizations" ? [] : `agent_operations.${name}`)).join(", ")}`,
      "delete from agent_operations.organizations",
      ...tables.map((table) => insert(table, "kept"))
    ])
  return {
    changes,
    effects,
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
        return [`delete from agent_operations.${name} as t where ${where}`, insert(table, "kept", { where })]
      })
      if (statements.length === 0) return
      // What was deleted is read by every later statement, until the tables are made anew.
      if (++restored % 25 === 0) await renew()
      else await put(statements)
    }
  }
}
