import { lookUpOrNull, nowNotBehind, retryDeadlocks } from "@agent-operations/database"
import { definitionPins, type Pin, pinIsGone } from "@agent-operations/revision-store"
import { Data, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { newRunId } from "../ids.ts"
import { type Case, type Lane, runKind, type Space } from "../model.ts"
import { boundedMicros } from "./micros.ts"

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
  /** The dataset that its items are of; null of a call. */
  readonly datasetId: string | null
  /** The definitions that can't be deleted until it has ended. */
  readonly needs: ReadonlyArray<Pin>
  /** What is told of what it works with, as JSON. */
  readonly pins: string
  /** All that working on it takes, as JSON: the pins, resolved. It never changes. Law: X10. */
  readonly plan: string
  readonly lane: Lane
  readonly maxAttempts: number
  readonly retryLost: boolean
  /** How many failed targets end the run; null for any number. */
  readonly stopFailed: number | null
  /** The most that one attempt may cost, and what scoring its output may cost after it. */
  readonly holdMicros: bigint
  readonly scoreHoldMicros: bigint
  /** The run whose succeeded targets are carried over, where they are of the same item's revision and repetition. */
  readonly basis: string | null
  /** The cases in the order of the dataset, each of which is repeated. */
  readonly cases: ReadonlyArray<Case>
  readonly repetitions: number
}

/** How many runs of a project there are that have not ended. */
export const mostUnended = 1000

class TooMany extends Data.TaggedError("TooMany") {}

/** The run that a request key stands for, and whether this call made it; or why there is none. */
export type Created =
  | { readonly _tag: "Run"; readonly id: string; readonly isNew: boolean }
  | { readonly _tag: "RequestKeyReused" }
  | { readonly _tag: "TooManyRuns" }

/** Makes a run of what `resolve` pins, in its transaction, with all of its targets. Laws: X1, X2, X10. */
export const makeCreate = (sql: SqlClient.SqlClient) => {
  const pins = definitionPins(sql)
  return <E, R>(
    { tenant, project }: Space,
    { requestKey, inputHash }: Pick<NewRun, "requestKey" | "inputHash">,
    resolve: Effect.Effect<Omit<NewRun, "requestKey" | "inputHash">, E, R>
  ): Effect.Effect<Created, E | SqlError.SqlError, R> => {
    const hasRoom = sql`
      (select count(*) < ${mostUnended} from (
        select from agent_operations.eval_runs as o
        where o.tenant_id = ${tenant} and o.project_id = ${project} and o.ended_at is null limit ${mostUnended}
      ) as unended)`

    const insertTargets = (
      id: string,
      { basis, cases, repetitions }: Pick<NewRun, "basis" | "cases" | "repetitions">
    ) => sql<{ carried: number }>`
      with made as (
        insert into agent_operations.eval_targets as t
          (tenant_id, project_id, run_id, ordinal, item_id, item_from_version, repetition, status, carried_ordinal)
        select ${tenant}, ${project}, ${id}, (c.place - 1) * ${repetitions}::int + r.n - 1, c.item_id, c.version::int, r.n,
          'queued', b.ordinal
        from unnest(${cases.map(({ itemId }) => itemId)}::text[], ${cases.map((c) => `${c.itemFromVersion}`)}::text[])
          with ordinality as c(item_id, version, place)
        cross join generate_series(1, ${repetitions}::int) as r(n)
        left join agent_operations.eval_targets as b
          on b.tenant_id = ${tenant} and b.project_id = ${project} and b.run_id = ${basis}::text
            and b.item_id = c.item_id and b.item_from_version = c.version::int and b.repetition = r.n
            and b.status = 'succeeded'
        order by 4
        returning t.carried_ordinal
      )
      -- Once they are there, runs of the project are counted one after the other.
      select count(made.carried_ordinal)::int as carried,
        pg_advisory_xact_lock(hashtextextended('agent_operations.eval_runs ' || ${tenant} || ' ' || ${project}, 0))::text
      from made`

    const insertRun = (id: string, run: Omit<NewRun, "requestKey" | "inputHash">, carried: number) => {
      const total = run.cases.length * run.repetitions
      return sql<{ made: number }>`
        insert into agent_operations.eval_runs (tenant_id, project_id, id, request_key, name, series, status, dataset_id,
          pins, plan, metadata, lane, max_concurrency, rate_per_minute, max_attempts, retry_lost, stop_failed, hold_micros, score_hold_micros,
          repetitions, total, queued, carried, created_by, ended_at)
        select ${tenant}, ${project}, ${id}, ${requestKey}, ${run.name}, ${run.series}::text,
          ${total === 0 ? "completed" : "queued"}, ${run.datasetId}::text, ${run.pins}, ${run.plan}, ${run.metadata},
          ${run.lane.key}, ${run.lane.maxConcurrency}, ${run.lane.ratePerMinute ?? null}::int, ${run.maxAttempts}, ${run.retryLost}, ${run.stopFailed}::int,
          ${boundedMicros(run.holdMicros)}, ${boundedMicros(run.scoreHoldMicros)}, ${run.repetitions}, ${total}, ${total}, ${carried}, ${run.createdBy}, case when ${total}::int = 0 then ${sql.literal(nowNotBehind)} end
        where ${hasRoom} returning 1 as made`
    }

    const create = Effect.gen(function* () {
      const id = newRunId()
      // Whoever comes second waits here until the first has committed, or vanished.
      const [claimed] = yield* sql<{ has_room: boolean }>`
        insert into agent_operations.eval_run_keys (tenant_id, project_id, request_key, input_hash, run_id)
        values (${tenant}, ${project}, ${requestKey}, ${inputHash}, ${id}) on conflict do nothing
        returning ${hasRoom} as has_room`
      if (claimed === undefined) {
        const [found] = yield* sql<{ run_id: string; same: boolean }>`
          select k.run_id, k.input_hash = ${inputHash} and r.id is not null as same
          from ${lookUpOrNull(
            sql,
            sql`agent_operations.eval_run_keys as k`,
            "r",
            sql`select r.id from agent_operations.eval_runs as r
              where r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = k.run_id`
          )}
          where k.tenant_id = ${tenant} and k.project_id = ${project} and k.request_key = ${requestKey}`
        return found?.same === true
          ? ({ _tag: "Run", id: found.run_id, isNew: false } as const)
          : ({ _tag: "RequestKeyReused" } as const)
      }
      if (!claimed.has_room) return yield* new TooMany()
      const run = yield* resolve
      const [made] = yield* insertTargets(id, run)
      const [inserted] = yield* insertRun(id, run, made!.carried)
      if (inserted === undefined) return yield* new TooMany()
      const pinning = { kind: runKind, id, name: run.name === "" ? "A call of an app" : run.name }
      if (run.cases.length > 0) yield* pins.set({ tenant, project }, pinning, run.needs)
      yield* sql`
        insert into agent_operations.eval_lanes as l (tenant_id, project_id, lane, due_at)
        values (${tenant}, ${project}, ${run.lane.key}, clock_timestamp())
        on conflict (tenant_id, project_id, lane) do update set due_at = least(l.due_at, excluded.due_at)`
      return { _tag: "Run", id, isNew: true } as const
    })
    // What was deleted between reading and pinning it is not found the next time.
    return Effect.retry(retryDeadlocks(sql.withTransaction(create)), { times: 3, while: pinIsGone }).pipe(
      Effect.catchIf(
        (error) => error instanceof TooMany,
        () => Effect.succeed({ _tag: "TooManyRuns" } as const)
      )
    )
  }
}
