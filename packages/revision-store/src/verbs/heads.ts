import { lookUp } from "@agent-operations/database"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Head, Space } from "../model.ts"

/** Reads the names and current revisions of definitions of any kind; those that are not there are left out. Law: R8. */
export const heads = (sql: SqlClient) => (space: Space, named: ReadonlyArray<Pick<Head, "kind" | "id">>) =>
  sql<Head>`
    select d.kind, d.id, d.name, d.revision
    from ${lookUp(
      sql,
      sql`unnest(${named.map(({ kind }) => kind)}::text[], ${named.map(({ id }) => id)}::text[]) as asked(kind, id)`,
      "d",
      sql`select * from agent_operations.definitions as d
        where (d.tenant_id, d.project_id, d.kind, d.id) = (${space.tenant}, ${space.project}, asked.kind, asked.id)`
    )}`
