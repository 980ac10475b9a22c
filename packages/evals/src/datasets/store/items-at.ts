import type { Space } from "@agent-operations/revision-store"
import type { SqlClient, Statement } from "effect/sql"

/** Which items of a dataset, as they were at a version. */
export interface ItemsAt {
  readonly version: number
  /** What else must hold of an item `i`. */
  readonly where?: Statement.Fragment
  /** At most so many, the first by position. */
  readonly limit?: number
}

/** Whether an item `i` was, as its row says it, at a version. Law: D2. */
export const isAt = (sql: SqlClient.SqlClient, version: number) =>
  sql`i.from_version <= ${version} and (i.to_version is null or i.to_version > ${version})`

/**
 * Selects columns of the items of a dataset that there were at a version, in their order. Where the head says that it is the
 * current one, these are the living, by an index of their own: reading it takes no longer the more often items were changed.
 * Of an earlier version, all revisions are looked at up to the last item that is wanted. Law: D2.
 */
export const makeItemsAt =
  (sql: SqlClient.SqlClient) =>
  ({ tenant, project }: Space, datasetId: string, columns: string, { version, where, limit }: ItemsAt) => {
    const most = limit === undefined ? sql`` : sql`limit ${limit}`
    const ofDataset = (alias: string) =>
      sql`${sql.literal(alias)}.tenant_id = ${tenant} and ${sql.literal(alias)}.project_id = ${project}
        and ${sql.literal(alias)}.dataset_id = ${datasetId}`
    const those = (condition: Statement.Fragment) => sql`(
      select ${sql.literal(columns)} from agent_operations.dataset_items as i
      where ${ofDataset("i")} and i.position > 0 and ${condition}
        ${where === undefined ? sql`` : sql`and ${where}`}
      order by i.position ${most})`
    const current = sql`(select h.version from agent_operations.dataset_heads as h where ${ofDataset("h")})`
    // What is asked of the head is part of what is asked of items, so that those are not looked for before.
    const earlier = those(
      sql`i.from_version <= least(${version}, h.version) and (i.to_version is null or i.to_version > ${version})`
    )
    return sql`
      select i.* from (
        ${those(sql`i.to_version is null and ${version} >= ${current}`)}
        union all
        select i.* from agent_operations.dataset_heads as h cross join lateral ${earlier} as i
        where ${ofDataset("h")} and h.version > ${version}
      ) as i order by i.position ${most}`
  }
