import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { columns, revisionAt, within } from "../internal/fragments.ts"
import { searchPattern } from "../internal/name-key.ts"
import { type RevisionRow, toEncoded } from "../internal/row.ts"
import type { EncodedRevision, KindPolicy, Revision, Space } from "../model.ts"

/** Which page of a list. */
export interface ListOptions {
  /** At most so many items. */
  readonly limit: number
  /** At most so many bytes of JSON, but for a single item. Law: P5. */
  readonly maxBytes: number
  /** Only definitions made before the one with this position, which the page before ended with. */
  readonly after?: bigint | undefined
  /** A part of the name, in any case. */
  readonly search?: string | undefined
}

export interface ListPage<Item = Revision> {
  readonly items: ReadonlyArray<Item>
  /** The position that the next page comes after; null where there is none. */
  readonly next: bigint | null
}

interface ListRow extends RevisionRow {
  readonly position: bigint
  readonly available: bigint
}

const matching = (sql: SqlClient, space: Space, kind: KindPolicy, search: string | undefined) =>
  search === undefined || search === ""
    ? within(sql, "d", space, kind)
    : sql`${within(sql, "d", space, kind)} and d.name_key like ${searchPattern(search)}`

/**
 * Lists the definitions of a kind at their current revisions, in the opposite order of their making, which never
 * changes. Laws: P1, P2, P5, P8.
 */
export const list = (sql: SqlClient) =>
  Effect.fnUntraced(function* (space: Space, kind: KindPolicy, { limit, maxBytes, after, search }: ListOptions) {
    const beyond = after === undefined ? sql.literal("") : sql`and d.position < ${after}`
    const rows = yield* sql<ListRow>`
      select ${columns(sql, "r")}, r.position, r.available from (
        select r.*, d.position, count(*) over () as available, row_number() over newest as place,
          sum(r.encoded_bytes) over newest as bytes
        from (
          select d.* from agent_operations.definitions as d
          where ${matching(sql, space, kind, search)} and d.position > 0 ${beyond}
          order by d.position desc limit ${limit + 1}
        ) as d
        cross join ${revisionAt(sql, "d", sql.literal("d.revision"))}
        window newest as (order by d.position desc)
      ) as r
      where r.place = 1 or (r.place <= ${limit} and r.bytes <= ${maxBytes})
      order by r.position desc`
    const last = rows.at(-1)
    return {
      items: rows.map(toEncoded),
      next: last !== undefined && last.available > rows.length ? last.position : null
    } satisfies ListPage<EncodedRevision>
  })

/** Counts what a list's filters match. Law: P4. */
export const count = (sql: SqlClient) => (space: Space, kind: KindPolicy, search: string | undefined) =>
  Effect.map(
    sql<{ total: bigint }>`
      select count(*) as total from agent_operations.definitions as d where ${matching(sql, space, kind, search)}`,
    ([row]) => Number(row?.total ?? 0)
  )
