import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { FetchPage } from "../internal/fetch.ts"
import { within } from "../internal/fragments.ts"
import type { EncodedDeleted, KindPolicy, Space } from "../model.ts"

/** Where a list of the deleted goes on: after the one with this time and ID, which the page before ended with. */
export interface DeletedKey {
  /** RFC 3339 in UTC with milliseconds. */
  readonly recoverableUntil: string
  readonly id: string
}

/** A page of a list of the deleted: how large, and after which one. */
export interface DeletedOptions {
  readonly limit: number
  /** At most so many bytes of JSON, but for a single item. Law: P5. */
  readonly maxBytes: number
  readonly after?: DeletedKey | undefined
  /** The one with this ID alone. */
  readonly id?: string | undefined
}

/** A page of a list of the deleted, the last deleted first. */
export interface DeletedPage<Item = EncodedDeleted> {
  readonly items: ReadonlyArray<Item>
  /** What the next page comes after; null where there is none. */
  readonly next: DeletedKey | null
}

interface BuriedRow {
  readonly id: string
  readonly revision: number
  readonly deleted_at: Date
  readonly deleted_by: string
  readonly recoverable_until: Date
}

/** What the record of a deletion takes beside its definition, as JSON: the times, and an actor, at the most. */
const bytesOf = ({ deleted_by }: BuriedRow) => 256 + Buffer.byteLength(deleted_by)

/**
 * Lists what was deleted of a kind and can be recovered, the last deleted first: in the order in which that ends, which
 * is that of deletion by the database's clock and never changes. Laws: R12, P1, P2, P5, P8.
 */
export const deleted = <Item>(sql: SqlClient, fetch: FetchPage<Item>) =>
  Effect.fnUntraced(function* (space: Space, kind: KindPolicy, options: DeletedOptions) {
    const { limit, maxBytes, after, id } = options
    const only = id === undefined ? sql.literal("") : sql`and b.id = ${id}`
    const beyond =
      after === undefined
        ? sql.literal("")
        : sql`and (b.recoverable_until, b.id) < (${new Date(after.recoverableUntil)}, ${after.id})`
    const rows = yield* sql<BuriedRow>`
      select b.id, b.revision, b.deleted_at, b.deleted_by, b.recoverable_until
      from agent_operations.deleted_definitions as b
      where ${within(sql, "b", space, kind)} and b.recoverable_until > now() ${only} ${beyond}
      order by b.recoverable_until desc, b.id desc limit ${limit + 1}`
    const page = rows.slice(0, limit)
    const records = page.reduce((bytes, row) => bytes + bytesOf(row), 0)
    const definitions = yield* fetch(space, kind, page, maxBytes - records)
    const items = definitions.map((definition, n): EncodedDeleted<Item> => {
      const { deleted_at, deleted_by, recoverable_until } = page[n]!
      return {
        definition,
        deletedAt: deleted_at.toISOString(),
        deletedBy: deleted_by,
        recoverableUntil: recoverable_until.toISOString()
      }
    })
    const last = page[items.length - 1]
    const next = items.length < rows.length && last !== undefined
    return {
      items,
      next: next ? { recoverableUntil: last.recoverable_until.toISOString(), id: last.id } : null
    } satisfies DeletedPage<EncodedDeleted<Item>>
  })
