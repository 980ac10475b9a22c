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

/**
 * Selects columns of the items of a dataset that there were at a version, in their order: those that are living now, by an
 * index of these alone, and, where the head says that the version is an earlier one, what was changed since. So reading the
 * current version takes no longer the more often items were changed, and it is the same for ever. Law: D2.
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
      where ${ofDataset("i")} and i.from_version <= ${version} and ${condition}
        ${where === undefined ? sql`` : sql`and ${where}`}
      order by i.position ${most})`
    // What is asked of the head is part of what is asked of items, so that those are not looked for before.
    const former = those(sql`i.to_version > ${version} and i.to_version <= h.version`)
    return sql`
      select i.* from (
        ${those(sql`i.to_version is null`)}
        union all
        select i.* from agent_operations.dataset_heads as h cross join lateral ${former} as i
        where ${ofDataset("h")} and h.version > ${version}
      ) as i order by i.position ${most}`
  }
