import { nowNotBehind, retryDeadlocks } from "@agent-operations/database"
import { definitionPins } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { runKind, type RunStatus, type Space } from "../model.ts"
import type { Accounts } from "./accounts.ts"
import { makeMicros } from "./micros.ts"

/** What came of asking for a change of a run: the state that it is in now. */
export type Controlled =
  | { readonly _tag: "Run"; readonly status: RunStatus }
  | { readonly _tag: "NotFound" }
  | { readonly _tag: "Ended"; readonly status: RunStatus }

interface RunRow {
  readonly name: string
  readonly status: RunStatus
  readonly ended: boolean
  readonly score_hold_micros: bigint
  readonly lane: string
}

/** Tells what was done to a run of this name, in the transaction that does it. */
type Recording = (name: string) => Effect.Effect<void, SqlError.SqlError>

/** Cancels and resumes runs. Law: X8. */
export const makeControl = (sql: SqlClient.SqlClient, accounts: Accounts) => {
  const micros = makeMicros(sql)
  const pins = definitionPins(sql)
  const ofRun = ({ tenant, project }: Space, id: string) =>
    sql`r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = ${id}`

  const locked = (space: Space, id: string) => sql<RunRow>`
    select r.name, r.status, r.ended_at is not null as ended, r.score_hold_micros, r.lane from agent_operations.eval_runs as r
    where ${ofRun(space, id)} for update`

  const cancel = Effect.fnUntraced(function* (
    space: Space,
    id: string,
    record: Recording
  ): Effect.fn.Return<Controlled, SqlError.SqlError> {
    const [run] = yield* locked(space, id)
    if (run === undefined) return { _tag: "NotFound" }
    if (run.ended) return { _tag: "Ended", status: run.status }
    // What nobody works on ends here; what somebody does, within 2 seconds.
    const idle = sql`t.tenant_id = ${space.tenant} and t.project_id = ${space.project} and t.run_id = ${id}
      and t.status in ('queued', 'invoking', 'scoring') and t.worker_id is null`
    // Under the lock of their run, what is counted is what is then changed: of 50,000 targets no row is sent.
    const counts = yield* sql<{ status: string; count: number }>`
      select t.status, count(*)::int as count from agent_operations.eval_targets as t where ${idle} group by t.status`
    const count = (status: string) => counts.find((one) => one.status === status)?.count ?? 0
    const all = counts.reduce((sum, one) => sum + one.count, 0)
    yield* sql`
      update agent_operations.eval_targets as t set status = 'cancelled', ended_at = clock_timestamp() where ${idle}`
    const released = BigInt(count("scoring")) * run.score_hold_micros
    yield* accounts.change(space, { released })
    const [now] = yield* sql<{ status: RunStatus }>`
      update agent_operations.eval_runs as r set queued = r.queued - ${count("queued")}::int,
        invoking = r.invoking - ${count("invoking")}::int, scoring = r.scoring - ${count("scoring")}::int,
        cancelled = r.cancelled + ${all}::int, reason = null, held_micros = ${micros.sum(sql`r.held_micros`, -released)},
        status = case when r.queued + r.invoking + r.scoring = ${all}::int then 'cancelled' else 'cancelling' end,
        ended_at = case when r.queued + r.invoking + r.scoring = ${all}::int then ${sql.literal(nowNotBehind)} end
      where ${ofRun(space, id)} returning r.status`
    if (now!.status === "cancelled") yield* pins.release(space, { kind: runKind, id })
    // Who asks again, while it is being cancelled, cancels nothing.
    if (run.status !== "cancelling") yield* record(run.name)
    return { _tag: "Run", status: now!.status }
  })

  const resume = Effect.fnUntraced(function* (
    space: Space,
    id: string
  ): Effect.fn.Return<Controlled, SqlError.SqlError> {
    // The lane before the run, as claims lock them.
    // moments: a run is of one lane for ever
    yield* sql`
      select from agent_operations.eval_lanes as l where l.tenant_id = ${space.tenant} and l.project_id = ${space.project}
        and l.lane = (select r.lane from agent_operations.eval_runs as r where ${ofRun(space, id)}) for update`
    const [run] = yield* locked(space, id)
    if (run === undefined) return { _tag: "NotFound" }
    if (run.ended || run.status === "cancelling") return { _tag: "Ended", status: run.status }
    if (run.status !== "paused") return { _tag: "Run", status: run.status }
    yield* sql`
      update agent_operations.eval_lanes as l set due_at = clock_timestamp()
      where l.tenant_id = ${space.tenant} and l.project_id = ${space.project} and l.lane = ${run.lane}`
    yield* sql`
      update agent_operations.eval_runs as r set status = 'running', reason = null, failures_in_a_row = 0
      where ${ofRun(space, id)}`
    return { _tag: "Run", status: "running" }
  })

  return {
    cancel: (space: Space, id: string, record: Recording = () => Effect.void) =>
      retryDeadlocks(sql.withTransaction(cancel(space, id, record))),
    resume: (space: Space, id: string) => retryDeadlocks(sql.withTransaction(resume(space, id)))
  }
}
