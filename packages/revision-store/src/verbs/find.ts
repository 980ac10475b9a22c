import { batched } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { columns, revisionAt, within } from "../internal/fragments.ts"
import { type RevisionRow, toEncoded } from "../internal/row.ts"
import { type Asked, groupOf } from "../internal/together.ts"

interface Pinned extends Asked {
  readonly revision: number
}

const identity = (id: string, revision: number) => `${id} ${revision}`

/**
 * Finds one revision of a living definition, undefined where there is none; those asked for at once of one kind in one
 * space with one statement.
 */
export const find = (sql: SqlClient) =>
  batched(sql, {
    identity: ({ id, revision }: Pinned) => identity(id, revision),
    group: groupOf,
    ask: (pinned) => {
      const { space, kind } = pinned[0]
      const ids = pinned.map(({ id }) => id)
      const revisions = pinned.map(({ revision }) => String(revision))
      return Effect.map(
        sql<RevisionRow>`
          select ${columns(sql, "r")}
          from unnest(${ids}::text[], ${revisions}::text[]::integer[]) as asked(id, revision)
          cross join lateral (
            select * from agent_operations.definitions as d
            where ${within(sql, "d", space, kind)} and d.id = asked.id offset 0
          ) as d cross join ${revisionAt(sql, "d", sql.literal("asked.revision"))}`,
        (rows) => new Map(rows.map((row) => [identity(row.definition_id, row.revision), toEncoded(row)]))
      )
    }
  })
