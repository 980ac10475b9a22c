import {
  lookUp,
  monotonicMillis,
  newTypeId,
  type OpenCondition,
  parameterRows,
  retryDeadlocks
} from "@agent-operations/database"
import { Cause, Effect, Exit } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Space } from "../model.ts"
import type { Accounts } from "./accounts.ts"
import { type Ending, makeCounters } from "./counters.ts"
import { makeMicros } from "./micros.ts"
import { makeUsage } from "./usage.ts"

interface LostRow {
  readonly run_id: string
  readonly ordinal: number
  readonly was: "invoking" | "scoring"
  readonly status: "queued" | "invoking" | "scoring" | "cancelled"
  /** Whether a call was lost, and not merely the scoring of its output. */
  readonly lost_call: boolean
}

/** What a process heard last of a worker, and since when by its monotonic clock. */
interface Heard {
  readonly until: string
  readonly since: number
}

interface RunRow {
  readonly tenant_id: string
  readonly project_id: string
  readonly run_id: string
  /** The dead workers that had something of it. */
  readonly workers: ReadonlyArray<string>
}

/**
 * Who works, and what those leave that are dead. These are the only statements over all tenants: a worker is of none, and
 * what it left is found by an index of what is in flight.
 */
export const makeWorkers = (sql: SqlClient.SqlClient, accounts: Accounts, isOpen: OpenCondition) => {
  const open = isOpen(sql, { tenant: "r.tenant_id", project: "r.project_id" })
  const counters = makeCounters(sql, accounts)
  const micros = makeMicros(sql)
  const usage = makeUsage(sql)
  const until = (leaseMillis: number) => sql`clock_timestamp() + ${leaseMillis}::int * interval '1 millisecond'`

  /** What a dead worker left of one run: to be tried again, scored again, or given up. */
  const release = Effect.fnUntraced(function* (space: Space, runId: string, dead: ReadonlyArray<string>) {
    const { tenant, project } = space
    const [run] = yield* sql<{ hold_micros: bigint; score_hold_micros: bigint }>`
      select r.hold_micros, r.score_hold_micros from agent_operations.eval_runs as r
      where r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = ${runId} for update`
    if (run === undefined) return
    // moments: the run is locked
    const rows = yield* sql<LostRow>`
      with lost as (
        select t.ordinal, t.status,
          case
            when r.status = 'cancelling' then 'cancelled'
            when t.status = 'invoking' and r.retry_lost and t.attempt < r.max_attempts
              and t.attempt_started_at is not null then 'queued'
            else t.status
          end as to_status
        from agent_operations.eval_targets as t
        join agent_operations.eval_runs as r
          on r.tenant_id = t.tenant_id and r.project_id = t.project_id and r.id = t.run_id
        where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = ${runId}
          and t.worker_id = any(${dead})
      ), kept as (
        insert into agent_operations.eval_attempts as a (tenant_id, project_id, run_id, ordinal, number, started_at,
          ended_at, outcome, spent_micros, assumed)
        select ${tenant}, ${project}, ${runId}, t.ordinal, t.attempt, t.attempt_started_at, clock_timestamp(), 'lost',
          ${run.hold_micros}::bigint, true
        from lost join agent_operations.eval_targets as t
          on t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = ${runId} and t.ordinal = lost.ordinal
        where lost.status = 'invoking' and t.attempt_started_at is not null
        returning a.ordinal
      )
      update agent_operations.eval_targets as t set status = lost.to_status, worker_id = null, attempt_started_at = null,
        due_at = clock_timestamp(),
        ended_at = case when lost.to_status = 'cancelled' then clock_timestamp() end,
        spent_micros = ${micros.sum(
          sql`t.spent_micros`,
          sql`case when kept.ordinal is null then 0 else ${run.hold_micros}::bigint end`
        )}
      from lost left join kept on kept.ordinal = lost.ordinal
      where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = ${runId} and t.ordinal = lost.ordinal
      returning t.run_id, t.ordinal, lost.status as was, t.status, kept.ordinal is not null as lost_call`
    const endings = rows.map((row): Ending => {
      const hold = row.lost_call ? run.hold_micros : 0n
      const ends = row.lost_call || (row.was === "scoring" && row.status === "cancelled")
      return {
        runId,
        from: row.was,
        to: row.status,
        released: hold + (ends ? run.score_hold_micros : 0n),
        spent: hold,
        assumed: hold,
        appFailed: false,
        overrun: false
      }
    })
    const sum = (of: (ending: Ending) => bigint) => endings.reduce((all, ending) => all + of(ending), 0n)
    const spent = sum(({ spent }) => spent)
    yield* accounts.change(space, { released: sum(({ released }) => released), spent })
    yield* usage.add(space, [{ runId, alias: "", micros: spent }])
    yield* counters.count(space, runId, endings)
  })

  let heard: ReadonlyMap<string, Heard> = new Map()

  /**
   * Those that are to be dead by the clock of the database, and have not said otherwise for a while that this process measured:
   * where that clock goes ahead, all of them are, until those that live say so again.
   */
  const silent = Effect.fnUntraced(function* (patienceMillis: number) {
    const workers = yield* sql<{ id: string; until: string; is_over: boolean }>`
      select w.id, w.alive_until::text as until, w.alive_until < clock_timestamp() as is_over
      from agent_operations.eval_workers as w`
    const now = yield* monotonicMillis
    const before = heard
    heard = new Map(
      workers.map(({ id, until }) => {
        const known = before.get(id)
        return [id, known?.until === until ? known : { until, since: now }]
      })
    )
    return workers
      .filter(({ id, until, is_over }) => {
        const { since } = heard.get(id)!
        return is_over && (until === "-infinity" || now - since >= patienceMillis)
      })
      .map(({ id }) => id)
  })

  // Who would claim for one of these holds its row, and who renews its life makes it no longer one of these.
  const buryThese = (ids: ReadonlyArray<string>) => sql`
    delete from agent_operations.eval_workers as w
    where w.id in (
      select d.id from agent_operations.eval_workers as d where d.id = any(${ids}) and d.alive_until < clock_timestamp()
      order by d.id for update skip locked)`

  /** The runs whose work could not be handed on at the last look. */
  let failing: ReadonlySet<string> = new Set()

  /**
   * Hands on what is of workers that are no more, each run by itself: one whose work can't be handed on keeps no other from it,
   * and is tried again with the next look, a second later. The log has that it fails, and that it no longer does. Tells how
   * many runs there were.
   */
  const handOn = Effect.gen(function* () {
    const runs = yield* sql<RunRow>`
      with recursive working(id) as (
        (select min(t.worker_id) from agent_operations.eval_targets as t where t.worker_id is not null)
        union all
        select (select min(t.worker_id) from agent_operations.eval_targets as t where t.worker_id > working.id)
        from working where working.id is not null
      )
      select t.tenant_id, t.project_id, t.run_id, array_agg(distinct working.id) as workers
      from ${lookUp(
        sql,
        sql`working`,
        "t",
        sql`select t.tenant_id, t.project_id, t.run_id from agent_operations.eval_targets as t
          where t.worker_id = working.id`
      )}
      where not exists (select from agent_operations.eval_workers as w where w.id = working.id)
      group by 1, 2, 3 order by 1, 2, 3`
    const before = failing
    const failed = new Set<string>()
    for (const { tenant_id: tenant, project_id: project, run_id: runId, workers } of runs) {
      const exit = yield* Effect.exit(retryDeadlocks(sql.withTransaction(release({ tenant, project }, runId, workers))))
      if (Exit.isSuccess(exit)) continue
      if (Cause.hasInterrupts(exit.cause)) return yield* Effect.failCause(exit.cause)
      failed.add(runId)
      if (before.has(runId)) continue
      yield* Effect.logWarning(`Evaluations: handing on what was lost of the run ${runId} failed`, exit.cause)
    }
    failing = failed
    for (const runId of before) {
      if (!failed.has(runId)) yield* Effect.logInfo(`Evaluations: what was lost of the run ${runId} is handed on`)
    }
    return runs.length
  })

  return {
    /**
     * Begins a worker's life, and tells its ID. Where the database has one process at a time, every other worker is dead
     * for certain, and its work goes on at once. A worker is taken to be alive for its lease after it last said so.
     */
    register: Effect.fnUntraced(function* ({
      isAlone,
      leaseMillis
    }: {
      readonly isAlone: boolean
      readonly leaseMillis: number
    }): Effect.fn.Return<string, SqlError.SqlError> {
      const id = newTypeId("evw")
      if (isAlone) yield* sql`update agent_operations.eval_workers set alive_until = '-infinity'`
      yield* sql`insert into agent_operations.eval_workers (id, alive_until) values (${id}, ${until(leaseMillis)})`
      return id
    }),

    /** Goes on living. False where others took it to be dead: whatever it was doing is theirs now. */
    renew: (id: string, leaseMillis: number): Effect.Effect<boolean, SqlError.SqlError> =>
      Effect.map(
        sql`
          update agent_operations.eval_workers as w set alive_until = ${until(leaseMillis)}
          where w.id = ${id} returning 1 as alive`,
        (rows) => rows.length > 0
      ),

    /** Ends its life, when it works on nothing more. */
    leave: (id: string): Effect.Effect<void, SqlError.SqlError> =>
      Effect.asVoid(sql`update agent_operations.eval_workers as w set alive_until = '-infinity' where w.id = ${id}`),

    /**
     * Hands on what dead workers were doing, and tells of how many runs that was. `leaseMillis` is that of whoever asks: of
     * three times in it that a living worker says so, two have passed in silence. Laws: X4, X6, U2, K3.
     */
    bury: Effect.fnUntraced(function* (leaseMillis: number): Effect.fn.Return<number, SqlError.SqlError> {
      const ids = yield* silent((leaseMillis * 2) / 3)
      if (ids.length > 0) yield* retryDeadlocks(buryThese(ids))
      return yield* handOn
    }),

    /**
     * Those of these runs whose work is to be ended: `cancelled` where the run is being cancelled or has ended, else `closed`
     * where its project is. Laws: X8, A10.
     */
    toEnd: Effect.fnUntraced(function* (
      runs: ReadonlyArray<{ readonly space: Space; readonly runId: string }>
    ): Effect.fn.Return<ReadonlyMap<string, "cancelled" | "closed">, SqlError.SqlError> {
      const found = new Map<string, "cancelled" | "closed">()
      for (const all of Map.groupBy(runs, ({ space }) => JSON.stringify([space.tenant, space.project])).values()) {
        const { tenant, project } = all[0]!.space
        const rows = yield* sql<{ id: string; over: boolean }>`
          select r.id, r.over from ${lookUp(
            sql,
            sql`${parameterRows(sql, [["text", all.map(({ runId }) => runId)]])} as asked(id)`,
            "r",
            sql`select r.id, r.status = 'cancelling' or r.ended_at is not null as over, ${open} as open
              from agent_operations.eval_runs as r
              where r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = asked.id`
          )}
          where r.over or not r.open`
        for (const { id, over } of rows) found.set(id, over ? "cancelled" : "closed")
      }
      return found
    })
  }
}
