import { newTypeId, retryDeadlocks } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Case, Lane, Space } from "../model.ts"

/** A run to be made. */
export interface NewRun {
  readonly requestKey: string
  /** A hash of what was asked for: the same key goes with the same hash alone. Law: X1. */
  readonly inputHash: string
  readonly name: string
  readonly series: string | null
  /** Whoever makes it, as JSON. */
  readonly createdBy: string
  /** Open JSON of the caller's. */
  readonly metadata: string
  /** All that working on it takes, as JSON: the pins, resolved. It never changes. Law: X10. */
  readonly plan: string
  readonly lane: Lane
  readonly maxAttempts: number
  readonly retryLost: boolean
  /** How many failed targets end the run; null for any number. */
  readonly stopFailed: number | null
  /** The most that one attempt may cost. */
  readonly holdMicros: bigint
  /** The cases in the order of the dataset, each of which is repeated. */
  readonly cases: ReadonlyArray<Case>
  readonly repetitions: number
}

/** The run that a request key stands for, and whether this call made it. */
export type Created =
  | { readonly _tag: "Run"; readonly id: string; readonly isNew: boolean }
  | { readonly _tag: "RequestKeyReused" }

/** Makes a run of what `resolve` pins, in its transaction, with all of its targets. Laws: X1, X2, X10. */
export const makeCreate =
  (sql: SqlClient.SqlClient) =>
  <E, R>(
    { tenant, project }: Space,
    { requestKey, inputHash }: Pick<NewRun, "requestKey" | "inputHash">,
    resolve: Effect.Effect<Omit<NewRun, "requestKey" | "inputHash">, E, R>
  ): Effect.Effect<Created, E | SqlError.SqlError, R> => {
    const insertTargets = (id: string, { cases, repetitions }: Pick<NewRun, "cases" | "repetitions">) => sql`
      insert into agent_operations.eval_targets
        (tenant_id, project_id, run_id, ordinal, item_id, item_from_version, repetition, status)
      select ${tenant}, ${project}, ${id}, (c.place - 1) * ${repetitions}::int + r.n - 1, c.item_id, c.version::int, r.n,
        'queued'
      from unnest(${cases.map(({ itemId }) => itemId)}::text[], ${cases.map((c) => `${c.itemFromVersion}`)}::text[])
        with ordinality as c(item_id, version, place)
      cross join generate_series(1, ${repetitions}::int) as r(n)
      order by 4`

    const insertRun = (id: string, run: Omit<NewRun, "requestKey" | "inputHash">) => {
      const total = run.cases.length * run.repetitions
      return sql`
        insert into agent_operations.eval_runs (tenant_id, project_id, id, request_key, name, series, status, plan, metadata,
          lane, max_concurrency, max_attempts, retry_lost, stop_failed, hold_micros, repetitions, total, queued, created_by,
          ended_at)
        values (${tenant}, ${project}, ${id}, ${requestKey}, ${run.name}, ${run.series}::text,
          ${total === 0 ? "completed" : "queued"}, ${run.plan}, ${run.metadata}, ${run.lane.key}, ${run.lane.maxConcurrency},
          ${run.maxAttempts}, ${run.retryLost}, ${run.stopFailed}::int, ${run.holdMicros}, ${run.repetitions}, ${total},
          ${total}, ${run.createdBy}, case when ${total}::int = 0 then now() end)`
    }

    const create = Effect.gen(function* () {
      const id = newTypeId("evr")
      // Whoever comes second waits here until the first has committed, or vanished.
      const [claimed] = yield* sql`
        insert into agent_operations.eval_run_keys (tenant_id, project_id, request_key, input_hash, run_id)
        values (${tenant}, ${project}, ${requestKey}, ${inputHash}, ${id}) on conflict do nothing returning 1 as made`
      if (claimed === undefined) {
        const [found] = yield* sql<{ run_id: string; same: boolean }>`
          select k.run_id, k.input_hash = ${inputHash} and r.id is not null as same
          from agent_operations.eval_run_keys as k
          left join agent_operations.eval_runs as r
            on r.tenant_id = k.tenant_id and r.project_id = k.project_id and r.id = k.run_id
          where k.tenant_id = ${tenant} and k.project_id = ${project} and k.request_key = ${requestKey}`
        return found?.same === true
          ? ({ _tag: "Run", id: found.run_id, isNew: false } as const)
          : ({ _tag: "RequestKeyReused" } as const)
      }
      const run = yield* resolve
      yield* insertRun(id, run)
      yield* insertTargets(id, run)
      yield* sql`
        insert into agent_operations.eval_lanes as l (tenant_id, project_id, lane, due_at)
        values (${tenant}, ${project}, ${run.lane.key}, clock_timestamp())
        on conflict (tenant_id, project_id, lane) do update set due_at = least(l.due_at, excluded.due_at)`
      return { _tag: "Run", id, isNew: true } as const
    })
    return retryDeadlocks(sql.withTransaction(create))
  }
