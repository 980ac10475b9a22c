import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { columns, definition, joined } from "../internal/fragments.ts"
import { type RevisionRow, toRevision } from "../internal/row.ts"
import type { KindPolicy, Revision, Space } from "../model.ts"

/** The current revision of a living definition, or a pinned one; undefined where there is none. */
export const find = (sql: SqlClient, space: Space, kind: KindPolicy, id: string, revision: number | undefined) => {
  const head = sql`agent_operations.definitions as d join agent_operations.revisions as r on ${joined(sql, "d", "r")}`
  const wanted = revision === undefined ? sql.literal("d.revision") : sql`${revision}`
  return Effect.map(
    sql<RevisionRow>`
      select ${columns(sql, "r")} from ${head}
      where ${definition(sql, "d", space, kind, id)} and r.revision = ${wanted}`,
    ([row]): Revision | undefined => row && toRevision(row)
  )
}
