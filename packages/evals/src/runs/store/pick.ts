import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Space } from "../model.ts"

/** Which targets of a run are picked, of those that succeeded or failed. */
export interface PickOptions {
  readonly runId: string
  readonly status?: "succeeded" | "failed" | undefined
  /** Those that this scorer scored, and below a value if there is one. */
  readonly scorer?: string | undefined
  readonly below?: number | undefined
  /** Picks these many, the same ones each time; without it the first ones. */
  readonly sample?: number | undefined
  readonly limit: number
}

/** Targets that are picked once, for others to keep. */
export const makePick = (sql: SqlClient.SqlClient) => ({
  /** The ordinals of targets, in order. */
  pick: (
    { tenant, project }: Space,
    { runId, status, scorer, below, sample, limit }: PickOptions
  ): Effect.Effect<ReadonlyArray<number>, SqlError.SqlError> =>
    Effect.map(
      sql<{ ordinal: number }>`
        select t.ordinal from agent_operations.eval_targets as t
        where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = ${runId}
          and ${status === undefined ? sql`t.status in ('succeeded', 'failed')` : sql`t.status = ${status}`}
          and ${
            scorer === undefined
              ? sql`true`
              : sql`exists (
                  select from agent_operations.eval_scores as s
                  where s.tenant_id = ${tenant} and s.project_id = ${project} and s.run_id = ${runId} and s.alias = ${scorer}
                    and s.ordinal = t.ordinal and s.status = 'scored'
                    and ${below === undefined ? sql`true` : sql`s.value < ${below}::float8`})`
          }
        -- What a hash orders is spread over the run, and is the same each time.
        order by ${sample === undefined ? sql`t.ordinal` : sql`md5(t.run_id || t.ordinal::text), t.ordinal`}
        limit ${sample ?? limit}`,
      (rows) => rows.map(({ ordinal }) => ordinal).sort((one, other) => one - other)
    ),

  /** Those of some targets of a run that are there. */
  present: ({ tenant, project }: Space, runId: string, ordinals: ReadonlyArray<number>) =>
    Effect.map(
      sql<{ ordinal: number }>`
        select t.ordinal from agent_operations.eval_targets as t
        where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = ${runId}
          and t.ordinal = any(${`{${ordinals.join()}}`}::int[])
          and exists (
            select from agent_operations.eval_runs as r
            where r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = ${runId})`,
      (rows) => new Set(rows.map(({ ordinal }) => ordinal))
    )
})
