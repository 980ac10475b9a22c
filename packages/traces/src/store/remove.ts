import { nowNotBehind, retryDeadlocks } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Space } from "./keys.ts"
import type { SpanStorage } from "./SpanStorage.ts"
import { keptById } from "./visible.ts"

// What is left of a deleted trace: its key, and that it was deleted.
const emptied = `
  deleted_at = ${nowNotBehind}, touched_at = now(), head_key = '', name = '', user_pick = null, session_pick = null,
  environment_pick = null, release_pick = null, tags = '[]', attributes = '{}', metadata = '{}', input = null,
  output = null, error = null, span_count = 0, error_count = 0, input_tokens = null, output_tokens = null,
  total_tokens = null, cost_pico = null, encoded_bytes = 0`

/**
 * Deletes a trace with all that there is of it, and records that, in one transaction. The head stays, emptied, and refuses spans and scores of
 * the trace until it is forgotten: whoever writes to the trace locks the same row. Tells how many spans went; undefined
 * where there is no such trace. Law: T19.
 */
export const makeRemove =
  (sql: SqlClient.SqlClient, storage: SpanStorage) =>
  (
    space: Space,
    traceId: string,
    record: (spans: number) => Effect.Effect<void, SqlError.SqlError> = () => Effect.void
  ): Effect.Effect<number | undefined, SqlError.SqlError> => {
    const { tenant, project } = space
    const removal = Effect.gen(function* () {
      // Emptied first, which waits for whoever writes: what they wrote is then seen by the statements after it.
      const [head] = yield* sql<{ bucket: string }>`
        update agent_operations.trace_heads as h set ${sql.literal(emptied)}
        where ${keptById(sql, space, sql`${traceId}::uuid`)} returning h.bucket`
      if (head === undefined) return undefined
      const spans = yield* storage.remove(space, { traceId, bucket: head.bucket })
      yield* sql`
        delete from agent_operations.trace_scores as s
        where s.tenant_id = ${tenant} and s.project_id = ${project} and s.trace_id = ${traceId}::uuid`
      yield* record(spans)
      return spans
    })
    return retryDeadlocks(sql.withTransaction(removal))
  }
