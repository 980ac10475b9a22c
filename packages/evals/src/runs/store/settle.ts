import { lookUp, retryDeadlocks } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Accounts } from "./accounts.ts"
import { type Ending, makeCounters } from "./counters.ts"
import { makeMicros } from "./micros.ts"
import { isAttempt, type Outcome, transition } from "./outcome.ts"
import { makeRecords } from "./records.ts"
import { makeUsage, type Spending } from "./usage.ts"

interface RunRow {
  readonly id: string
  readonly status: string
  readonly hold_micros: bigint
  readonly score_hold_micros: bigint
}

/** What it cost, in micro-units: an attempt, or the scores of its output. Law: U3. */
const spentBy = (outcome: Outcome): number => {
  if (outcome._tag === "Scored") return outcome.scores.reduce((sum, { spentMicros }) => sum + spentMicros, 0)
  return isAttempt(outcome.attempt) ? outcome.attempt.spentMicros : 0
}

/** The same by what it was spent on. */
const spendingsBy = (outcome: Outcome): ReadonlyArray<Spending> =>
  outcome._tag === "Scored"
    ? outcome.scores.map(({ alias, spentMicros }) => ({ runId: outcome.runId, alias, micros: BigInt(spentMicros) }))
    : [{ runId: outcome.runId, alias: "", micros: BigInt(spentBy(outcome)) }]

/** What is given back of a target's hold: what scoring may cost is held until that is over. Law: U2. */
const releasedBy = (outcome: Outcome, { hold_micros, score_hold_micros }: RunRow): bigint => {
  if (outcome._tag === "Output") return hold_micros
  if (isAttempt(outcome.attempt)) return hold_micros + score_hold_micros
  // A call that was lost is given up: its hold is gone already.
  return outcome._tag === "Failed" ? 0n : score_hold_micros
}

/**
 * Writes down how pieces of work of one project ended, in one transaction. What another worker has taken over meanwhile
 * is left as it is. Laws: X2, X3, X5, F1, U1 to U3.
 */
export const makeSettle = (sql: SqlClient.SqlClient, accounts: Accounts) => {
  const counters = makeCounters(sql, accounts)
  const micros = makeMicros(sql)
  const records = makeRecords(sql)
  const usage = makeUsage(sql)

  const settle = Effect.fnUntraced(function* (
    worker: string,
    outcomes: ReadonlyArray<Outcome>
  ): Effect.fn.Return<ReadonlyArray<boolean>, SqlError.SqlError> {
    const space = outcomes[0]!.space
    const { tenant, project } = space
    const runIds = [...new Set(outcomes.map(({ runId }) => runId))]
    // Every change of a target is made under the lock of its run, so that counters and targets agree in each moment.
    const runs = yield* sql<RunRow>`
      select r.id, r.status, r.hold_micros, r.score_hold_micros from agent_operations.eval_runs as r
      where r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = any(${runIds}) order by r.id for update`
    const runOf = new Map(runs.map((run) => [run.id, run]))
    const changes = outcomes.map((outcome) => ({
      run_id: outcome.runId,
      ordinal: outcome.ordinal,
      attempt: outcome.attempt.number,
      ...transition(outcome, runOf.get(outcome.runId)?.status === "cancelling"),
      // A call that was lost is written down already, and its target is only given up.
      called: isAttempt(outcome.attempt),
      spent: spentBy(outcome),
      wait: outcome._tag === "Retry" ? outcome.afterMillis : 0,
      error: outcome._tag === "Failed" ? outcome.errorCode : null,
      hash: "evidenceHash" in outcome ? outcome.evidenceHash : null
    }))
    const rows = yield* sql<{ run_id: string; ordinal: number }>`
      update agent_operations.eval_targets as t set status = c.to,
        worker_id = case when c.to = 'scoring' then t.worker_id end,
        due_at = case when c.to = 'queued' then clock_timestamp() + c.wait * interval '1 millisecond' else t.due_at end,
        ended_at = case when c.to not in ('queued', 'scoring') then clock_timestamp() end,
        spent_micros = ${micros.sum(sql`t.spent_micros`, sql`c.spent`)}, error_code = c.error, evidence_hash = c.hash
      from ${lookUp(
        sql,
        sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(run_id text, ordinal int, attempt int, "from" text,
          "to" text, called boolean, spent bigint, wait double precision, error text, hash text)`,
        "own",
        sql`select t.ctid as place, t.attempt, t.worker_id, t.status, t.attempt_started_at
          from agent_operations.eval_targets as t
          where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = c.run_id and t.ordinal = c.ordinal`
      )}
      where t.tenant_id = ${tenant} and t.project_id = ${project} and t.ctid = own.place
        and own.attempt = c.attempt and own.worker_id = ${worker} and own.status = c."from"
        and (c."from" = 'scoring' or c.called = (own.attempt_started_at is not null))
      returning t.run_id, t.ordinal`
    const keyOf = (runId: string, ordinal: number) => `${runId} ${ordinal}`
    const settled = new Set(rows.map(({ run_id, ordinal }) => keyOf(run_id, ordinal)))
    const accepted = outcomes.map(({ runId, ordinal }) => settled.has(keyOf(runId, ordinal)))
    const kept = outcomes.filter((_, n) => accepted[n])
    yield* records.write(space, kept)
    const endings = kept.map((outcome): Ending => {
      const attempt = isAttempt(outcome.attempt) ? outcome.attempt : undefined
      return {
        runId: outcome.runId,
        ...transition(outcome, runOf.get(outcome.runId)?.status === "cancelling"),
        released: releasedBy(outcome, runOf.get(outcome.runId)!),
        spent: BigInt(spentBy(outcome)),
        assumed: attempt?.assumed === true ? BigInt(attempt.spentMicros) : 0n,
        appFailed: outcome._tag === "Retry" || outcome._tag === "Failed",
        overrun: outcome._tag === "Output" && outcome.overrun
      }
    })
    const sum = (of: (ending: Ending) => bigint) => endings.reduce((all, ending) => all + of(ending), 0n)
    yield* accounts.change(space, { released: sum(({ released }) => released), spent: sum(({ spent }) => spent) })
    yield* usage.add(space, kept.flatMap(spendingsBy))
    for (const runId of runIds)
      yield* counters.count(
        space,
        runId,
        endings.filter((ending) => ending.runId === runId)
      )
    return accepted
  })

  return (worker: string, outcomes: ReadonlyArray<Outcome>) =>
    retryDeadlocks(sql.withTransaction(settle(worker, outcomes)))
}
