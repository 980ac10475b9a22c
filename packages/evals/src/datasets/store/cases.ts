import type { Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { makeItemsAt } from "./items-at.ts"

/** An item of a version of a dataset, by the revision that it has there. */
export interface ItemName {
  readonly itemId: string
  readonly fromVersion: number
}

/** What evaluations read of datasets: which items there are, and what single ones are. */
export const makeCases = (sql: SqlClient.SqlClient) => ({
  /** The items of a version, in order: all of them, those of a split, or those with these IDs. Law: D2. */
  cases: (
    space: Space,
    datasetId: string,
    {
      version,
      split,
      itemIds
    }: { version: number; split?: string | undefined; itemIds?: ReadonlyArray<string> | undefined }
  ): Effect.Effect<ReadonlyArray<ItemName>, SqlError.SqlError> => {
    const where = sql.and([
      ...(split === undefined ? [] : [sql`i.split = ${split}`]),
      ...(itemIds === undefined ? [] : [sql`i.item_id = any(${itemIds})`])
    ])
    return sql<ItemName>`
      select i.item_id as "itemId", i.from_version as "fromVersion"
      from (${makeItemsAt(sql)(space, datasetId, "i.item_id, i.from_version, i.position", { version, where })}) as i
      order by i.position`
  },

  /** What a revision of an item says, as JSON texts, whether or not its dataset is still there. Laws: D2, F1. */
  content: (
    { tenant, project }: Space,
    { itemId, fromVersion }: ItemName
  ): Effect.Effect<
    | { readonly input: string; readonly expected: string; readonly metadata: string; readonly purged: boolean }
    | undefined,
    SqlError.SqlError
  > =>
    Effect.map(
      sql<{ input: string; expected: string; metadata: string; purged: boolean }>`
        select i.input, i.expected, i.metadata, i.purged from agent_operations.dataset_items as i
        where i.tenant_id = ${tenant} and i.project_id = ${project} and i.item_id = ${itemId}
          and i.from_version = ${fromVersion}`,
      ([row]) => row
    ),

  /** The names of one's own that revisions of items have, where they have one. */
  externalIds: (
    { tenant, project }: Space,
    names: ReadonlyArray<ItemName>
  ): Effect.Effect<ReadonlyMap<string, string>, SqlError.SqlError> =>
    names.length === 0
      ? Effect.succeed(new Map())
      : Effect.map(
          sql<{ item_id: string; external_id: string }>`
            select i.item_id, i.external_id from agent_operations.dataset_items as i
            join unnest(${names.map(({ itemId }) => itemId)}::text[],
              ${names.map(({ fromVersion }) => `${fromVersion}`)}::text[]) as asked(item_id, from_version)
              on i.item_id = asked.item_id and i.from_version = asked.from_version::int
            where i.tenant_id = ${tenant} and i.project_id = ${project} and i.external_id is not null`,
          (rows) => new Map(rows.map(({ item_id, external_id }) => [item_id, external_id]))
        )
})
