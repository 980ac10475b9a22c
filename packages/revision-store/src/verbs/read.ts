import { batched } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { notFound } from "../internal/failures.ts"
import { columns, revisionAt, within } from "../internal/fragments.ts"
import { type RevisionRow, toEncoded } from "../internal/row.ts"
import { type Asked, groupOf } from "../internal/together.ts"
import type { KindPolicy, Space } from "../model.ts"
import { find } from "./find.ts"

/** Reads current revisions, those asked for at once of one kind in one space with one statement. */
const currentOf = (sql: SqlClient) =>
  batched(sql, {
    identity: ({ id }: Asked) => id,
    group: groupOf,
    ask: (wanted) => {
      const { space, kind } = wanted[0]
      return Effect.map(
        sql<RevisionRow>`
          select ${columns(sql, "r")}
          from agent_operations.definitions as d cross join ${revisionAt(sql, "d", sql.literal("d.revision"))}
          where ${within(sql, "d", space, kind)} and d.id = any(${wanted.map(({ id }) => id)}::text[])`,
        (rows) => new Map(rows.map((row) => [row.definition_id, toEncoded(row)]))
      )
    }
  })

/** Reads the current revision of a definition, or a pinned one. Laws: R2, R8. */
export const read = (sql: SqlClient) => {
  const [current, pinned] = [currentOf(sql), find(sql)]
  return Effect.fnUntraced(function* (space: Space, kind: KindPolicy, id: string, revision: number | undefined) {
    const found = yield* revision === undefined ? current({ space, kind, id }) : pinned({ space, kind, id, revision })
    return found ?? (yield* notFound(kind, id, revision))
  })
}
