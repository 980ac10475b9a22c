import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { notFound } from "../internal/failures.ts"
import { definition, joined } from "../internal/fragments.ts"
import type { KindPolicy, Space } from "../model.ts"

/**
 * Holds a definition as it is until the transaction ends, so that whatever points at it is decided meanwhile, and tells its
 * current revision. Fails where the definition, or the revision that is named, is not there. Laws: R2, R8.
 */
export const hold = (sql: SqlClient) =>
  Effect.fnUntraced(function* (space: Space, kind: KindPolicy, id: string, revision?: number) {
    const [row] = yield* sql<{ revision: number; there: boolean }>`
      select d.revision, exists (
        select from agent_operations.revisions as r
        where ${joined(sql, "d", "r")} and r.revision = coalesce(${revision ?? null}::integer, d.revision)
      ) as there
      from agent_operations.definitions as d where ${definition(sql, "d", space, kind, id)} for no key update`
    if (row === undefined) return yield* notFound(kind, id)
    return row.there ? row.revision : yield* notFound(kind, id, revision)
  })
