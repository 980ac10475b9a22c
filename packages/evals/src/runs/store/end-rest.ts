import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Space } from "../model.ts"
import type { Accounts } from "./accounts.ts"
import { makeMicros } from "./micros.ts"
import { makeUsage } from "./usage.ts"

/**
 * Cancels every target of a run that has not ended, whoever works on it: what they settle later counts for nothing. Calls
 * that are in flight are charged their whole hold, since nobody learns what they used. Of a run whose row is locked.
 * Laws: X2, U2.
 */
export const makeEndRest = (sql: SqlClient.SqlClient, accounts: Accounts) => {
  const micros = makeMicros(sql)
  return Effect.fnUntraced(function* (space: Space, runId: string): Effect.fn.Return<void, SqlError.SqlError> {
    const { tenant, project } = space
    const ofRun = (table: string) =>
      sql`${sql.literal(table)}.tenant_id = ${tenant} and ${sql.literal(table)}.project_id = ${project}
        and ${sql.literal(table)}.${sql.literal(table === "r" ? "id" : "run_id")} = ${runId}`
    const lost = yield* sql<{ spent_micros: bigint }>`
      insert into agent_operations.eval_attempts as a (tenant_id, project_id, run_id, ordinal, number, started_at, ended_at,
        outcome, spent_micros, assumed)
      select ${tenant}, ${project}, ${runId}, t.ordinal, t.attempt, t.attempt_started_at, clock_timestamp(), 'cancelled',
        r.hold_micros, true
      from agent_operations.eval_targets as t
      join agent_operations.eval_runs as r on ${ofRun("r")}
      where ${ofRun("t")} and t.status = 'invoking' and t.attempt_started_at is not null
      returning a.spent_micros`
    // moments: the run is locked
    yield* sql`
      update agent_operations.eval_targets as t set status = 'cancelled', worker_id = null, ended_at = clock_timestamp(),
        spent_micros = ${micros.sum(
          sql`t.spent_micros`,
          sql`case when t.status = 'invoking' and t.attempt_started_at is not null then r.hold_micros else 0 end`
        )}
      from agent_operations.eval_runs as r
      where ${ofRun("t")} and ${ofRun("r")} and t.status in ('queued', 'invoking', 'scoring')`
    const [run] = yield* sql<{ held_micros: bigint }>`
      select r.held_micros from agent_operations.eval_runs as r where ${ofRun("r")}`
    const spent = lost.reduce((all, { spent_micros }) => all + spent_micros, 0n)
    yield* accounts.change(space, { released: run?.held_micros ?? 0n, spent })
    yield* makeUsage(sql).add(space, [{ runId, alias: "", micros: spent }])
    yield* sql`
      update agent_operations.eval_runs as r set cancelled = r.cancelled + r.queued + r.invoking + r.scoring, queued = 0,
        invoking = 0, scoring = 0, held_micros = 0, spent_micros = ${micros.sum(sql`r.spent_micros`, spent)},
        assumed_micros = ${micros.sum(sql`r.assumed_micros`, spent)}
      where ${ofRun("r")}`
  })
}
