import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { notFound } from "../internal/failures.ts"
import { definition } from "../internal/fragments.ts"
import type { KindPolicy, Space } from "../model.ts"

/**
 * Holds a definition as it is until the transaction ends, so that whatever points at it is decided meanwhile, and tells its
 * current revision. Fails where the definition, or the revision that is named, is not there. Laws: R2, R8.
 */
export const hold = (sql: SqlClient) =>
  Effect.fnUntraced(function* (space: Space, kind: KindPolicy, id: string, revision?: number) {
    const [row] = yield* sql<{ revision: number }>`
      select d.revision from agent_operations.definitions as d
      where ${definition(sql, "d", space, kind, id)} for no key update`
    if (row === undefined) return yield* notFound(kind, id)
    // Asked of `revisions` in the same statement, what was made while it waited for the lock would not be there. A definition
    // has all from the first to the current one (R2).
    if (revision !== undefined && !(revision >= 1 && revision <= row.revision)) {
      return yield* notFound(kind, id, revision)
    }
    return row.revision
  })
