import { retryDeadlocks } from "@agent-operations/database"
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

/** How many runs are looked for at a time. */
const page = 100

const tables = ["eval_scores", "eval_outputs", "eval_attempts", "eval_targets"]

interface Removal {
  readonly tenant_id: string
  readonly project_id: string
  readonly run_id: string
  readonly total: number
}

/**
 * Deletes a run that has ended: itself first, with what is to be recorded of that, so that nobody sees it with a part of its targets, and then what its targets
 * left, in batches. Whoever is stopped between two of them leaves a row that tells what is left to do. The request key stays
 * taken, and what was spent stays in the accounts and in the usage. Laws: X1, X2.
 */
export const makeRemove = (sql: SqlClient.SqlClient) => {
  const removeBatch = (table: string, { tenant_id, project_id, run_id }: Removal, from: number) => sql`
    delete from ${sql.literal(`agent_operations.${table}`)} as t
    where t.tenant_id = ${tenant_id} and t.project_id = ${project_id} and t.run_id = ${run_id}
      and t.ordinal >= ${from} and t.ordinal < ${from + removalBatch}`

  /** Takes away what a run left that is gone. Whoever does so beside another takes what is left. */
  const clear = Effect.fnUntraced(function* (removal: Removal) {
    const { tenant_id, project_id, run_id, total } = removal
    for (let from = 0; from < total; from += removalBatch) {
      yield* sql.withTransaction(
        Effect.forEach(tables, (table) => removeBatch(table, removal, from), { discard: true })
      )
    }
    yield* sql`
      delete from agent_operations.eval_removals as d
      where d.tenant_id = ${tenant_id} and d.project_id = ${project_id} and d.run_id = ${run_id}`
  })

  return {
    remove: Effect.fnUntraced(function* (
      { tenant, project }: Space,
      id: string,
      record: (name: string) => Effect.Effect<void, SqlError.SqlError> = () => Effect.void
    ): Effect.fn.Return<Removed, SqlError.SqlError> {
      const ofRun = sql`r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = ${id}`
      const removal = yield* retryDeadlocks(
        sql.withTransaction(
          Effect.gen(function* () {
            // moments: what is read is what was deleted
            const [gone] = yield* sql<Removal & { readonly name: string }>`
            with gone as (
              delete from agent_operations.eval_runs as r where ${ofRun} and r.ended_at is not null
              returning r.tenant_id, r.project_id, r.id, r.total, r.name),
            removal as (
              insert into agent_operations.eval_removals (tenant_id, project_id, run_id, total)
              select tenant_id, project_id, id, total from gone)
            select tenant_id, project_id, id as run_id, total, name from gone`
            if (gone !== undefined) yield* record(gone.name)
            return gone
          })
        )
      )
      if (removal !== undefined) {
        yield* clear(removal)
        return { _tag: "Deleted" }
      }
      const [run] = yield* sql<{
        status: RunStatus
      }>`select r.status from agent_operations.eval_runs as r where ${ofRun}`
      return run === undefined ? { _tag: "NotFound" } : { _tag: "NotEnded", status: run.status }
    }),

    /** Goes on where others were stopped, over all tenants. */
    goOn: Effect.gen(function* () {
      for (;;) {
        const left = yield* sql<Removal>`
          select d.tenant_id, d.project_id, d.run_id, d.total from agent_operations.eval_removals as d limit ${page}`
        yield* Effect.forEach(left, clear, { discard: true })
        if (left.length < page) return
      }
    })
  }
}

export type Remove = ReturnType<typeof makeRemove>
