import { lookUpOrNull } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Case, ScoreRecord, Space } from "../model.ts"

/** What one scorer made of one target that has ended. */
export interface ScoredTarget extends Pick<ScoreRecord, "status" | "value" | "passed"> {
  readonly ordinal: number
  readonly itemId: string
  readonly itemFromVersion: number
}

/** What figures are computed of, by ordinal. Law: N1. */
export const makeFigures = (sql: SqlClient.SqlClient) => ({
  /** What a scorer made of the targets of a run. A target without a score of it is unscored. */
  scored: (
    { tenant, project }: Space,
    runId: string,
    alias: string
  ): Effect.Effect<ReadonlyArray<ScoredTarget>, SqlError.SqlError> =>
    sql<ScoredTarget>`
      select t.ordinal, t.item_id as "itemId", t.item_from_version as "itemFromVersion",
        coalesce(s.status, 'unscored') as status, s.value, s.passed
      from ${lookUpOrNull(
        sql,
        sql`agent_operations.eval_targets as t`,
        "s",
        sql`select s.* from agent_operations.eval_scores as s
          where s.tenant_id = ${tenant} and s.project_id = ${project} and s.run_id = ${runId} and s.alias = ${alias}
            and s.ordinal = t.ordinal`
      )}
      where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = ${runId}
        and t.status in ('succeeded', 'failed', 'cancelled')
      order by t.ordinal`,

  /** How many of these cases, each so often, succeeded in a run. */
  countSucceeded: (
    { tenant, project }: Space,
    runId: string,
    cases: ReadonlyArray<Case>,
    repetitions: number
  ): Effect.Effect<number, SqlError.SqlError> =>
    Effect.map(
      sql<{ count: number }>`
        select count(*)::int as count from agent_operations.eval_targets as t
        join unnest(${cases.map(({ itemId }) => itemId)}::text[], ${cases.map((c) => `${c.itemFromVersion}`)}::text[])
          as c(item_id, version) on t.item_id = c.item_id and t.item_from_version = c.version::int
        where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = ${runId}
          and t.repetition <= ${repetitions} and t.status = 'succeeded'`,
      ([row]) => row?.count ?? 0
    ),

  /** How long the attempts took that succeeded, by nearest rank, in milliseconds. */
  durations: (
    { tenant, project }: Space,
    runId: string
  ): Effect.Effect<{ readonly p50: number | null; readonly p95: number | null }, SqlError.SqlError> =>
    Effect.map(
      sql<{ p50: number | null; p95: number | null }>`
        select percentile_disc(0.5) within group (order by a.millis) as p50,
          percentile_disc(0.95) within group (order by a.millis) as p95
        from (
          select extract(epoch from a.ended_at - a.started_at)::float8 * 1000 as millis
          from agent_operations.eval_attempts as a
          where a.tenant_id = ${tenant} and a.project_id = ${project} and a.run_id = ${runId} and a.outcome = 'succeeded'
        ) as a`,
      ([row]) => ({ p50: row?.p50 ?? null, p95: row?.p95 ?? null })
    ),

  /** Keeps the figures of a run that has ended, which never change. Law: N1. */
  keepStatistics: (
    { tenant, project }: Space,
    runId: string,
    statistics: string
  ): Effect.Effect<void, SqlError.SqlError> =>
    Effect.asVoid(sql`
      update agent_operations.eval_runs as r set statistics = ${statistics}
      where r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = ${runId} and r.ended_at is not null
        and r.statistics is null`)
})
