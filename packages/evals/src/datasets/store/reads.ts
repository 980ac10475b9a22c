import { Dataset } from "@agent-operations/contract/datasets"
import { lookUp } from "@agent-operations/database"
import { NotFound } from "@agent-operations/error-envelope"
import type { EncodedRevisionStore, Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { isAt, makeItemsAt } from "./items-at.ts"
import { itemColumns, type ItemRow, type StoredItem, toItem, type VersionEntry } from "./rows.ts"

/** Where a page of items begins, and how much it has at most. */
export interface ItemPageOptions {
  readonly version: number
  readonly split: string | undefined
  /** The position that it comes after. */
  readonly after: number
  readonly limit: number
  readonly maxBytes: number
}

/** An item of two versions that differ. */
export interface Difference {
  readonly id: string
  readonly position: number
  readonly before: StoredItem | null
  readonly after: StoredItem | null
}

interface VersionRow {
  readonly version: number
  readonly made_at: Date
  readonly made_by: string
  readonly created: number
  readonly changed: number
  readonly deleted: number
}

/** Reads of datasets at a version, which are the same for ever. Law: D2. */
export const makeReads = (sql: SqlClient.SqlClient, definitions: EncodedRevisionStore["Service"]) => {
  const ofDataset = ({ tenant, project }: Space, datasetId: string) =>
    sql`i.tenant_id = ${tenant} and i.project_id = ${project} and i.dataset_id = ${datasetId}`
  const at = (version: number) => isAt(sql, version)
  const itemsAt = makeItemsAt(sql)
  const ofSplit = (split: string | undefined) => (split === undefined ? [] : [sql`i.split = ${split}`])

  /** The version that a dataset is at, and how many items it has. */
  const head = Effect.fnUntraced(function* ({ tenant, project }: Space, datasetId: string) {
    yield* definitions.read({ tenant, project }, Dataset, datasetId, undefined)
    const [row] = yield* sql<{ version: number; item_count: number }>`
      select h.version, h.item_count from agent_operations.dataset_heads as h
      where h.tenant_id = ${tenant} and h.project_id = ${project} and h.dataset_id = ${datasetId}`
    return { version: row?.version ?? 0, itemCount: row?.item_count ?? 0 }
  })

  /** The version that is asked for, or the current one, where there is such a version. */
  const versionOf = Effect.fnUntraced(function* (space: Space, datasetId: string, version: number | undefined) {
    const { version: current } = yield* head(space, datasetId)
    if (version !== undefined && version > current) {
      return yield* new NotFound({ message: `The dataset has no version ${version}: the last one is ${current}.` })
    }
    return version ?? current
  })

  return {
    head,

    version: versionOf,

    /** A page of items by position, one at least, and the position that the next comes after; null at the end. Law: P5. */
    items: Effect.fnUntraced(function* (space: Space, datasetId: string, options: ItemPageOptions) {
      const { version, split, after, limit, maxBytes } = options
      const behind = (position: number) => sql.and([sql`i.position > ${position}`, ...ofSplit(split)])
      const rows = yield* sql<ItemRow>`
        with page as materialized (
          select i.item_id, i.from_version, i.position,
            row_number() over (order by i.position) as nth, sum(i.encoded_bytes) over (order by i.position) as bytes
          from (${itemsAt(space, datasetId, "i.item_id, i.from_version, i.position, i.encoded_bytes", {
            version,
            where: behind(after),
            limit: limit + 1
          })}) as i
        )
        select ${sql.literal(itemColumns)} from ${lookUp(
          sql,
          sql`page`,
          "i",
          sql`select i.* from agent_operations.dataset_items as i
            where ${ofDataset(space, datasetId)} and i.item_id = page.item_id and i.from_version = page.from_version`
        )}
        where page.nth = 1 or page.bytes <= ${maxBytes}::bigint
        order by page.position`
      const last = rows.slice(0, limit).at(-1)?.position ?? after
      const more = yield* itemsAt(space, datasetId, "i.position", { version, where: behind(last), limit: 1 })
      const items = rows.slice(0, limit).map(toItem)
      return { items, next: more.length === 0 ? null : (items.at(-1)?.position ?? null) }
    }),

    count: (space: Space, datasetId: string, version: number, split: string | undefined) =>
      Effect.map(
        sql<{ total: number }>`
          select count(*)::int as total
          from (${itemsAt(space, datasetId, "i.position", { version, where: sql.and(ofSplit(split)) })}) as i`,
        ([row]) => row?.total ?? 0
      ),

    /** An item at a version of its dataset: the current one unless given. */
    item: Effect.fnUntraced(function* ({ tenant, project }: Space, id: string, version: number | undefined) {
      const [row] = yield* sql<ItemRow>`
        select ${sql.literal(itemColumns)} from agent_operations.dataset_items as i
        where i.tenant_id = ${tenant} and i.project_id = ${project} and i.item_id = ${id}
          and ${version === undefined ? sql`i.to_version is null` : at(version)}`
      if (row === undefined) {
        const when = version === undefined ? "now" : `at version ${version}`
        return yield* new NotFound({
          message: `There is no item ${id} in the project ${when}.`,
          hint: "list_dataset_items lists the items of a dataset at each of its versions."
        })
      }
      yield* definitions.read({ tenant, project }, Dataset, row.dataset_id, undefined)
      if (version !== undefined) yield* versionOf({ tenant, project }, row.dataset_id, version)
      return toItem(row)
    }),

    versions: (
      { tenant, project }: Space,
      datasetId: string,
      { before, limit }: { readonly before: number | undefined; readonly limit: number }
    ) =>
      Effect.map(
        sql<VersionRow>`
          select v.version, v.made_at, v.made_by, v.created, v.changed, v.deleted
          from agent_operations.dataset_versions as v
          where v.tenant_id = ${tenant} and v.project_id = ${project} and v.dataset_id = ${datasetId}
            and ${before === undefined ? sql`true` : sql`v.version < ${before}`}
          order by v.version desc limit ${limit}`,
        (rows): ReadonlyArray<VersionEntry> =>
          rows.map(({ made_at, made_by, ...row }) => ({
            ...row,
            at: made_at,
            by: JSON.parse(made_by) as VersionEntry["by"]
          }))
      ),

    /** The items that differ between two versions, by position, one at least. */
    compare: Effect.fnUntraced(function* (
      space: Space,
      datasetId: string,
      options: Omit<ItemPageOptions, "version" | "split"> & { readonly from: number; readonly to: number }
    ) {
      const { from, to, after, limit, maxBytes } = options
      const rows = yield* sql<ItemRow & { readonly is_after: boolean; readonly differing: number }>`
        with differing as materialized (
          select i.item_id, i.position, sum(i.encoded_bytes) as bytes from agent_operations.dataset_items as i
          where ${ofDataset(space, datasetId)} and i.position > 0 and i.position > ${after} and (${at(from)}) <> (${at(to)})
          group by i.item_id, i.position order by i.position limit ${limit + 1}
        ), page as materialized (
          select d.item_id, count(*) over () as differing, row_number() over (order by d.position) as nth,
            sum(d.bytes) over (order by d.position) as bytes
          from differing as d
        )
        select ${sql.literal(itemColumns)}, ${at(to)} as is_after, page.differing::int as differing from ${lookUp(
          sql,
          sql`page`,
          "i",
          sql`select i.* from agent_operations.dataset_items as i
            where ${ofDataset(space, datasetId)} and i.item_id = page.item_id and (${at(from)}) <> (${at(to)})`
        )}
        where page.nth = 1 or page.bytes <= ${maxBytes}::bigint
        order by i.position`
      const found = new Map<string, Difference>()
      for (const row of rows) {
        const known = found.get(row.item_id) ?? { id: row.item_id, position: row.position, before: null, after: null }
        found.set(row.item_id, { ...known, [row.is_after ? "after" : "before"]: toItem(row) })
      }
      const all = [...found.values()]
      const items = all.slice(0, limit)
      return { items, hasMore: (rows[0]?.differing ?? 0) > items.length }
    })
  }
}
