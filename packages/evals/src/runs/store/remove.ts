import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { RunStatus, Space } from "../model.ts"

/** What came of deleting a run. */
export type Removed =
  | { readonly _tag: "Deleted" }
  | { readonly _tag: "NotFound" }
  | { readonly _tag: "NotEnded"; readonly status: RunStatus }

/** How many targets go in one statement. Source: evaluations, "Retention and erasure". */
export const removalBatch = 1000

const tables = ["eval_scores", "eval_outputs", "eval_attempts", "eval_targets"]

/**
 * Deletes a run that has ended: what its targets left, in batches, and then itself. Its request key stays taken, and what
 * it spent stays in the accounts and in the usage. Law: X1.
 */
export const makeRemove = (sql: SqlClient.SqlClient) => {
  const removeBatch = (table: string, { tenant, project }: Space, runId: string, from: number) => sql`
    delete from ${sql.literal(`agent_operations.${table}`)} as t
    where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = ${runId}
      and t.ordinal >= ${from} and t.ordinal < ${from + removalBatch}`

  return Effect.fnUntraced(function* (space: Space, id: string): Effect.fn.Return<Removed, SqlError.SqlError> {
    const { tenant, project } = space
    const ofRun = sql`r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = ${id}`
    const [run] = yield* sql<{ status: RunStatus; ended: boolean; total: number }>`
      select r.status, r.ended_at is not null as ended, r.total from agent_operations.eval_runs as r where ${ofRun}`
    if (run === undefined) return { _tag: "NotFound" }
    if (!run.ended) return { _tag: "NotEnded", status: run.status }
    // Whoever deletes it twice at once deletes what is left.
    for (let from = 0; from < run.total; from += removalBatch) {
      yield* sql.withTransaction(
        Effect.forEach(tables, (table) => removeBatch(table, space, id, from), { discard: true })
      )
    }
    yield* sql`delete from agent_operations.eval_runs as r where ${ofRun}`
    return { _tag: "Deleted" }
  })
}

export type Remove = ReturnType<typeof makeRemove>
