import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { columns, definition, revisionAt } from "../internal/fragments.ts"
import { type RevisionRow, toRevision } from "../internal/row.ts"
import type { KindPolicy, Revision, Space } from "../model.ts"

/** One revision of a living definition; undefined where there is none. */
export const find = (sql: SqlClient, space: Space, kind: KindPolicy, id: string, revision: number) =>
  Effect.map(
    sql<RevisionRow>`
      select ${columns(sql, "r")}
      from agent_operations.definitions as d cross join ${revisionAt(sql, "d", sql`${revision}`)}
      where ${definition(sql, "d", space, kind, id)}`,
    ([row]): Revision | undefined => row && toRevision(row)
  )
