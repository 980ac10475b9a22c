import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { notFound } from "../internal/failures.ts"
import { columns, definition, joined } from "../internal/fragments.ts"
import { type RevisionRow, toEncoded } from "../internal/row.ts"
import type { EncodedRevision, KindPolicy, Revision, Space } from "../model.ts"

/** Which page of a history. */
export interface HistoryOptions {
  readonly limit: number
  /** At most so many bytes of JSON, but for a single item. Law: P5. */
  readonly maxBytes: number
  /** Only revisions below this one. */
  readonly before?: number | undefined
}

export interface HistoryPage<Item = Revision> {
  readonly items: ReadonlyArray<Item>
  /** What to pass as `before` for the next page; null where there is none. */
  readonly nextBefore: number | null
}

type HistoryRow = RevisionRow | { readonly revision: null }

/** Reads the revisions of a definition, newest first. Revisions have no gap, so the last is 1. Laws: P5, P6, P8. */
export const history = (sql: SqlClient) =>
  Effect.fnUntraced(function* (
    space: Space,
    kind: KindPolicy,
    id: string,
    { limit, maxBytes, before }: HistoryOptions
  ) {
    const below = before === undefined ? sql.literal("") : sql`and r.revision < ${before}`
    const rows = yield* sql<HistoryRow>`
      select ${columns(sql, "page")} from agent_operations.definitions as d left join lateral (
        select * from (
          select r.*, row_number() over newest as place, sum(r.encoded_bytes) over newest as bytes
          from (
            select * from agent_operations.revisions as r where ${joined(sql, "d", "r")} ${below}
            order by r.revision desc limit ${limit}
          ) as r
          window newest as (order by r.revision desc)
        ) as r
        where r.place = 1 or r.bytes <= ${maxBytes}
      ) as page on true
      where ${definition(sql, "d", space, kind, id)}
      order by page.revision desc`
    if (rows.length === 0) return yield* notFound(kind, id)
    const items = rows.flatMap((row) => (row.revision === null ? [] : [toEncoded(row)]))
    const last = items.at(-1)?.revision ?? 1
    return { items, nextBefore: last > 1 ? last : null } satisfies HistoryPage<EncodedRevision>
  })
