import { lookUp, parameterRows } from "@agent-operations/database"
import type { Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { isAt, makeItemsAt } from "./items-at.ts"

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
    const ofSplit = split === undefined ? sql`true` : sql`i.split = ${split}`
    const columns = "i.item_id, i.from_version, i.position"
    const found =
      itemIds === undefined
        ? sql`(${makeItemsAt(sql)(space, datasetId, columns, { version, where: ofSplit })}) as i`
        : lookUp(
            sql,
            sql`${parameterRows(sql, [["text", itemIds]])} as asked(id)`,
            "i",
            sql`select ${sql.literal(columns)} from agent_operations.dataset_items as i
              where i.tenant_id = ${space.tenant} and i.project_id = ${space.project} and i.dataset_id = ${datasetId}
                and i.item_id = asked.id and ${isAt(sql, version)} and ${ofSplit}`
          )
    return sql<ItemName>`select i.item_id as "itemId", i.from_version as "fromVersion" from ${found} order by i.position`
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
            select i.item_id, i.external_id from ${lookUp(
              sql,
              sql`${parameterRows(sql, [
                ["text", names.map(({ itemId }) => itemId)],
                ["integer", names.map(({ fromVersion }) => fromVersion)]
              ])} as asked(item_id, from_version)`,
              "i",
              sql`select i.item_id, i.external_id from agent_operations.dataset_items as i
                where i.tenant_id = ${tenant} and i.project_id = ${project} and i.item_id = asked.item_id
                  and i.from_version = asked.from_version and i.external_id is not null`
            )}`,
          (rows) => new Map(rows.map(({ item_id, external_id }) => [item_id, external_id]))
        )
})
