import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { FetchPage, RevisionName } from "../internal/fetch.ts"
import { within } from "../internal/fragments.ts"
import { searchPattern } from "../internal/name-key.ts"
import type { KindPolicy, Revision, Space } from "../model.ts"

/** A page of a list: how large, after which position, of which names, and whether with how many there are. */
export interface ListOptions {
  /** At most so many items. */
  readonly limit: number
  /** At most so many bytes of JSON, but for a single item. Law: P5. */
  readonly maxBytes: number
  /** Only definitions created before the one with this position, which the page before ended with. */
  readonly after?: bigint | undefined
  /** A part of the name, in any case. */
  readonly search?: string | undefined
  /** Whether to count what the search matches, at the moment of the page. Law: P4. */
  readonly includeTotal?: boolean | undefined
}

/** A page of a list, newest definition first. */
export interface ListPage<Item = Revision> {
  readonly items: ReadonlyArray<Item>
  /** The position that the next page comes after; null where there is none. */
  readonly next: bigint | null
  /** How many definitions the search matches, on any page; there where it was asked for. */
  readonly total?: number
}

interface HeadRow extends RevisionName {
  readonly position: bigint
}

/** With a total there is a row even where no head is. */
type CountedRow = { readonly total: bigint } & (HeadRow | { readonly id: null })

/** What a list's filters match. */
const matching = (sql: SqlClient, space: Space, kind: KindPolicy, search: string) => {
  const all = sql`${within(sql, "d", space, kind)} and d.position > 0`
  return search === "" ? all : sql`${all} and d.name_key like ${searchPattern(search)}`
}

/**
 * The heads of a page. A search reads names in the index of the order alone, and then only the heads of those it found.
 */
const headsOf = (sql: SqlClient, space: Space, kind: KindPolicy, { limit, after, search = "" }: ListOptions) => {
  const beyond = after === undefined ? sql.literal("") : sql`and d.position < ${after}`
  const found = (columns: string) => sql`
    select ${sql.literal(columns)} from agent_operations.definitions as d
    where ${matching(sql, space, kind, search)} ${beyond}
    order by d.position desc limit ${limit + 1}`
  return search === ""
    ? sql<HeadRow>`${found("d.id, d.revision, d.position")}`
    : sql<HeadRow>`
        select d.id, d.revision, d.position from (${found("d.position")}) as page cross join lateral (
          select * from agent_operations.definitions as d
          where ${within(sql, "d", space, kind)} and d.position > 0 and d.position = page.position offset 0
        ) as d
        order by d.position desc`
}

/** The heads of a page and how many there are in all: with one statement, so that both are of one moment. */
const countedHeadsOf = (sql: SqlClient, space: Space, kind: KindPolicy, options: ListOptions) =>
  Effect.map(
    sql<CountedRow>`
      select counted.total, head.id, head.revision, head.position from (
        select count(*) as total from agent_operations.definitions as d
        where ${matching(sql, space, kind, options.search ?? "")}
      ) as counted left join (${headsOf(sql, space, kind, options)}) as head on true
      order by head.position desc`,
    (rows) => ({
      heads: rows.filter((row): row is CountedRow & HeadRow => row.id !== null),
      total: Number(rows[0]?.total ?? 0)
    })
  )

/**
 * Lists the definitions of a kind at their current revisions, the newest definition first: an order that never changes.
 * Laws: P1, P2, P4, P5, P8.
 */
export const list = <Item>(sql: SqlClient, fetch: FetchPage<Item>) =>
  Effect.fnUntraced(function* (space: Space, kind: KindPolicy, options: ListOptions) {
    const { heads, ...counted } = options.includeTotal
      ? yield* countedHeadsOf(sql, space, kind, options)
      : { heads: yield* headsOf(sql, space, kind, options) }
    const items = yield* fetch(space, kind, heads.slice(0, options.limit), options.maxBytes)
    const next = items.length < heads.length ? (heads[items.length - 1]?.position ?? null) : null
    return { items, next, ...counted } satisfies ListPage<Item>
  })
