import { retryDeadlocks } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Space, TargetStatus } from "../model.ts"
import type { Accounts } from "./accounts.ts"
import { makeCounters } from "./counters.ts"

/** A target that a worker has. */
export interface Held {
  readonly space: Space
  readonly runId: string
  readonly ordinal: number
}

interface HeldRow {
  readonly tenant_id: string
  readonly project_id: string
  readonly run_id: string
  readonly ordinal: number
}

interface ReturnedRow {
  readonly was: "invoking" | "scoring"
  readonly status: TargetStatus
  readonly called: boolean
}

const keyOf = (tenant: string, project: string, runId: string, ordinal: number) =>
  JSON.stringify([tenant, project, runId, ordinal])

/**
 * Hands back what is a worker's by the rows and what it does not know of, as the database went away before it told of a
 * claim, or of what was written: a call that was never made waits again, as if it had not been claimed, and an output that
 * is kept waits for its scores. Laws: X2, X3, X6, U2.
 */
export const makeHandBack = (sql: SqlClient.SqlClient, accounts: Accounts) => {
  const counters = makeCounters(sql, accounts)

  const returnTo = Effect.fnUntraced(function* (
    space: Space,
    runId: string,
    { worker, ordinals }: { readonly worker: string; readonly ordinals: ReadonlyArray<number> }
  ) {
    const { tenant, project } = space
    // The lane before the run, as claims lock them.
    // moments: a run is of one lane for ever
    yield* sql`
      update agent_operations.eval_lanes as l set due_at = clock_timestamp()
      where l.tenant_id = ${tenant} and l.project_id = ${project} and l.lane = (
        select r.lane from agent_operations.eval_runs as r
        where r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = ${runId})`
    const [run] = yield* sql<{ cancelling: boolean; hold_micros: bigint; score_hold_micros: bigint }>`
      select r.status = 'cancelling' as cancelling, r.hold_micros, r.score_hold_micros from agent_operations.eval_runs as r
      where r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = ${runId} for update`
    if (run === undefined) return
    const rows = yield* sql<ReturnedRow>`
      with mine as (
        select t.ordinal, t.status as was, t.status = 'invoking' and t.attempt_started_at is not null as called
        from agent_operations.eval_targets as t
        where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = ${runId} and t.worker_id = ${worker}
          and t.ordinal = any(${ordinals.map((n) => `${n}`)}::text[]::int[])
      )
      update agent_operations.eval_targets as t set worker_id = null, due_at = clock_timestamp(),
        status = case when ${run.cancelling} then 'cancelled' when mine.called then 'queued' else t.status end,
        ended_at = case when ${run.cancelling} then clock_timestamp() end,
        attempt = t.attempt - case when mine.called then 1 else 0 end,
        attempt_started_at = case when mine.called then null else t.attempt_started_at end
      from mine
      where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = ${runId} and t.ordinal = mine.ordinal
      returning mine.was, t.status, mine.called`
    const endings = rows.map(({ was, status, called }) => ({
      ...{ runId, from: was, to: status, spent: 0n, assumed: 0n, appFailed: false, overrun: false },
      released:
        (called ? run.hold_micros : 0n) +
        (called || (was === "scoring" && status === "cancelled") ? run.score_hold_micros : 0n)
    }))
    yield* accounts.change(space, { released: endings.reduce((sum, { released }) => sum + released, 0n) })
    yield* counters.count(space, runId, endings)
  })

  /** `known` is what the worker works on; all else that is its own is handed back. Tells how much that was. */
  return Effect.fnUntraced(function* (
    worker: string,
    known: ReadonlyArray<Held>
  ): Effect.fn.Return<number, SqlError.SqlError> {
    const mine = new Set(known.map(({ space, runId, ordinal }) => keyOf(space.tenant, space.project, runId, ordinal)))
    // Over all tenants, by an index of what is in flight: after the database was away.
    const held = yield* sql<HeldRow>`
      select t.tenant_id, t.project_id, t.run_id, t.ordinal from agent_operations.eval_targets as t
      where t.worker_id = ${worker}`
    const unknown = held.filter((row) => !mine.has(keyOf(row.tenant_id, row.project_id, row.run_id, row.ordinal)))
    const runs = Map.groupBy(unknown, (row) => JSON.stringify([row.tenant_id, row.project_id, row.run_id]))
    for (const rows of runs.values()) {
      const { tenant_id: tenant, project_id: project, run_id: runId } = rows[0]!
      const ordinals = rows.map(({ ordinal }) => ordinal)
      yield* retryDeadlocks(sql.withTransaction(returnTo({ tenant, project }, runId, { worker, ordinals })))
    }
    return unknown.length
  })
}
