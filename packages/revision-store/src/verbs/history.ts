import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { notFound } from "../internal/failures.ts"
import type { FetchPage } from "../internal/fetch.ts"
import { definition, joined } from "../internal/fragments.ts"
import type { KindPolicy, Revision, Space } from "../model.ts"

/** A page of a history: how large, and before which revision. */
export interface HistoryOptions {
  readonly limit: number
  /** At most so many bytes of JSON, but for a single item. Law: P5. */
  readonly maxBytes: number
  /** Only revisions below this one. */
  readonly before?: number | undefined
}

/** A page of a history, newest revision first. */
export interface HistoryPage<Item = Revision> {
  readonly items: ReadonlyArray<Item>
  /** What to pass as `before` for the next page; null where there is none. */
  readonly nextBefore: number | null
}

/** Reads the revisions of a definition, newest first. Revisions have no gap, so the last is 1. Laws: P5, P6, P8. */
export const history = <Item extends { readonly revision: number }>(sql: SqlClient, fetch: FetchPage<Item>) =>
  Effect.fnUntraced(function* (
    space: Space,
    kind: KindPolicy,
    id: string,
    { limit, maxBytes, before }: HistoryOptions
  ) {
    const below = before === undefined ? sql.literal("") : sql`and r.revision < ${before}`
    const rows = yield* sql<{ revision: number | null }>`
      select page.revision from agent_operations.definitions as d left join lateral (
        select r.revision from agent_operations.revisions as r where ${joined(sql, "d", "r")} ${below}
        order by r.revision desc limit ${limit}
      ) as page on true
      where ${definition(sql, "d", space, kind, id)}
      order by page.revision desc`
    if (rows.length === 0) return yield* notFound(kind, id)
    const names = rows.flatMap(({ revision }) => (revision === null ? [] : [{ id, revision }]))
    const items = yield* fetch(space, kind, names, maxBytes)
    const last = items.at(-1)?.revision ?? 1
    return { items, nextBefore: last > 1 ? last : null } satisfies HistoryPage<Item>
  })
