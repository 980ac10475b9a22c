import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { FetchPage, RevisionName } from "../internal/fetch.ts"
import { within } from "../internal/fragments.ts"
import { type KeyRow, type ListKey, type ListSort, orderOf, type OrderInSql } from "../internal/list-order.ts"
import { searchPattern } from "../internal/name-key.ts"
import type { KindPolicy, Revision, Space } from "../model.ts"

/** What a list is narrowed to. */
export interface ListFilters {
  /** A part of the name, in any case. */
  readonly search?: string | undefined
  /** The ID of the actor of revision 1. */
  readonly createdBy?: string | undefined
  /** The ID of the actor of the current revision. */
  readonly updatedBy?: string | undefined
  /** What the settings have as `target`. */
  readonly target?: string | undefined
  /** What the source has as `type`. */
  readonly sourceType?: string | undefined
  /** Only definitions whose current revision was created then or later. */
  readonly updatedAfter?: Date | undefined
  /** Only definitions whose current revision was created before. */
  readonly updatedBefore?: Date | undefined
}

/** A page of a list: how large, in which order, after which place, and whether with how many there are. */
export interface ListOptions extends ListFilters {
  /** At most so many items. */
  readonly limit: number
  /** At most so many bytes of JSON, but for a single item. Law: P5. */
  readonly maxBytes: number
  /** Default: `created_desc`, newest first. */
  readonly sort?: ListSort | undefined
  /** Only definitions after this place in the order, which the page before ended with. */
  readonly after?: ListKey | undefined
  /** Reads the other way: the page that ends before the place `after`, in the same order. */
  readonly backwards?: boolean | undefined
  /** Whether to count what the filters match, at the moment of the page. Law: P4. */
  readonly includeTotal?: boolean | undefined
  /** Whether to say, with `includeTotal`, where the page is among those. */
  readonly includePlace?: boolean | undefined
}

/** A page of a list, in its order. */
export interface ListPage<Item = Revision> {
  readonly items: ReadonlyArray<Item>
  /** The place that the next page comes after; null where there is none. Backwards, that the page before ends before. */
  readonly next: ListKey | null
  /** How many definitions the filters match, on any page; there where it was asked for. */
  readonly total?: number
  /** Where the page is; there where it was asked for. */
  readonly place?: PagePlace
}

/** Where a page is in its list. */
export interface PagePlace {
  /** How many items come before the page. */
  readonly preceding: number
  /** The places of its first and last item; null where it has none. */
  readonly first: ListKey | null
  readonly last: ListKey | null
}

type HeadRow = RevisionName & KeyRow

/** With a total there is a row even where no head is. */
type CountedRow = { readonly total: bigint; readonly rest: bigint } & (HeadRow | { readonly id: null })

const tables = { d: "definitions", l: "listed_definitions" }

const isSearch = (filters: ListFilters): filters is ListFilters & { readonly search: string } =>
  filters.search !== undefined && filters.search !== ""

/** The filters that heads know nothing of. */
const factsOf = (sql: SqlClient, filters: ListFilters) => {
  const { createdBy, updatedBy, target, sourceType, updatedAfter, updatedBefore } = filters
  return [
    ...(createdBy === undefined ? [] : [sql`l.created_by = ${createdBy}`]),
    ...(updatedBy === undefined ? [] : [sql`l.updated_by = ${updatedBy}`]),
    ...(target === undefined ? [] : [sql`l.target = ${target}`]),
    ...(sourceType === undefined ? [] : [sql`l.source_type = ${sourceType}`]),
    ...(updatedAfter === undefined ? [] : [sql`l.updated_at >= ${updatedAfter}`]),
    ...(updatedBefore === undefined ? [] : [sql`l.updated_at < ${updatedBefore}`])
  ]
}

/**
 * What a walk reads, in SQL: the table that has its order, and whatever else its filters need looked up by a whole key.
 * `offset 0` keeps the planner to that: it would read more than the page, and while it has no statistics of the tables, all
 * of a project for each definition. Law: P8.
 */
const sourceOf = (
  sql: SqlClient,
  space: Space,
  kind: KindPolicy,
  { table, indexed }: OrderInSql,
  filters: ListFilters,
  reads: "page" | "count"
) => {
  const facts = factsOf(sql, filters)
  const named = isSearch(filters) ? [sql`d.name_key like ${searchPattern(filters.search)}`] : []
  const lookUp = (one: keyof typeof tables, other: string, conditions: ReadonlyArray<Fragment>) => sql`
    cross join lateral (
      select * from ${sql.literal(`agent_operations.${tables[one]} as ${one}`)}
      where ${sql.and([within(sql, one, space, kind), sql.literal(`${one}.id = ${other}.id`), ...conditions])}
      offset 0
    ) as ${sql.literal(one)}`
  const of = { d: named, l: facts }
  const other = table === "d" ? "l" : "d"
  // A page of the order of updates also needs the revision, which its heads have.
  const joins = of[other].length > 0 || (other === "d" && reads === "page")
  return {
    from: sql`${sql.literal(`agent_operations.${tables[table]} as ${table}`)}
      ${joins ? lookUp(other, table, of[other]) : sql.literal("")}`,
    where: sql.and([within(sql, table, space, kind), sql.literal(indexed), ...of[table]])
  }
}

/**
 * The heads of a page. A search reads names in the index of the order alone, and then only the heads of those it found.
 */
const headsOf = (
  sql: SqlClient,
  space: Space,
  kind: KindPolicy,
  order: OrderInSql,
  { limit, after, ...filters }: ListOptions
) => {
  const { from, where } = sourceOf(sql, space, kind, order, filters, "page")
  const { by, table, columns, direction, beyond } = order
  const found = (columns: string) => sql`
    select ${sql.literal(columns)} from ${from}
    where ${where} ${after === undefined ? sql.literal("") : sql`and ${beyond(sql, after)}`}
    order by ${sql.literal(direction(table))} limit ${limit + 1}`
  const key = columns.filter((column) => column !== "id").map((column) => `${table}.${column}`)
  const head = ["d.id", "d.revision", ...key].join(", ")
  return by === "created" && isSearch(filters) && factsOf(sql, filters).length === 0
    ? sql<HeadRow>`
        select ${sql.literal(head)} from (${found("d.position")}) as page cross join lateral (
          select * from agent_operations.definitions as d
          where ${within(sql, "d", space, kind)} and d.position > 0 and d.position = page.position offset 0
        ) as d
        order by ${sql.literal(direction("d"))}`
    : sql<HeadRow>`${found(head)}`
}

/** The heads of a page and how many there are in all: with one statement, so that both are of one moment. */
const countedHeadsOf = (sql: SqlClient, space: Space, kind: KindPolicy, order: OrderInSql, options: ListOptions) => {
  const { after, includePlace = false } = options
  // What only facts narrow is counted where they are, whatever the order of the page.
  const ofFacts = after === undefined && !isSearch(options) && factsOf(sql, options).length > 0
  const { from, where } = sourceOf(sql, space, kind, ofFacts ? orderOf("updated_desc") : order, options, "count")
  const rest =
    includePlace && after !== undefined
      ? sql`count(*) filter (where ${order.beyond(sql, after)})`
      : sql.literal("count(*)")
  return Effect.map(
    sql<CountedRow>`
      select counted.total, counted.rest, head.* from (
        select count(*) as total, ${rest} as rest from ${from} where ${where}
      ) as counted left join (${headsOf(sql, space, kind, order, options)}) as head on true
      order by ${sql.literal(order.direction())}`,
    (rows) => ({
      heads: rows.filter((row): row is CountedRow & HeadRow => row.id !== null),
      total: Number(rows[0]?.total ?? 0),
      rest: Number(rows[0]?.rest ?? 0)
    })
  )
}

/**
 * Lists the definitions of a kind at their current revisions, by default the newest definition first: an order that never
 * changes. Laws: P1, P2, P4, P5, P8, P9.
 */
export const list = <Item>(sql: SqlClient, fetch: FetchPage<Item>) =>
  Effect.fnUntraced(function* (space: Space, kind: KindPolicy, options: ListOptions) {
    const { sort, backwards = false, limit } = options
    const order = orderOf(sort, backwards)
    const counted = options.includeTotal ? yield* countedHeadsOf(sql, space, kind, order, options) : undefined
    const heads = counted?.heads ?? (yield* headsOf(sql, space, kind, order, options))
    const items = yield* fetch(space, kind, heads.slice(0, limit), options.maxBytes)
    const keyAt = (index: number) => (index in heads ? order.keyOf(heads[index]!) : null)
    const [first, last] = [keyAt(0), keyAt(items.length - 1)]
    const page: ListPage<Item> = {
      items: backwards ? items.toReversed() : items,
      next: items.length < heads.length ? last : null
    }
    if (counted === undefined) return page
    const { total, rest } = counted
    if (!options.includePlace) return { ...page, total }
    const preceding = backwards ? rest - items.length : total - rest
    return { ...page, total, place: { preceding, first: backwards ? last : first, last: backwards ? first : last } }
  })
