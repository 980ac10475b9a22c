import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { RunStatus, Space } from "../model.ts"
import { type Run, runColumns, type RunRow, toRun } from "./reads.ts"

/** Which runs of a project. */
export interface RunFilters {
  readonly series?: string | undefined
  readonly status?: RunStatus | undefined
  readonly lane?: string | undefined
  readonly datasetId?: string | undefined
}

/** Lists of runs, newest first. */
export const makeList = (sql: SqlClient.SqlClient) => {
  const wanted = ({ tenant, project }: Space, { series, status, lane, datasetId }: RunFilters) =>
    sql.and([
      sql`r.tenant_id = ${tenant} and r.project_id = ${project}`,
      ...(series === undefined ? [] : [sql`r.series = ${series}`]),
      ...(status === undefined ? [] : [sql`r.status = ${status}`]),
      ...(lane === undefined ? [] : [sql`r.lane = ${lane}`]),
      ...(datasetId === undefined ? [] : [sql`r.dataset_id = ${datasetId}`])
    ])

  return {
    /** A page of runs, after the one with the ID `before` if it is given. */
    list: (
      space: Space,
      filters: RunFilters,
      { before, limit }: { readonly before: string | undefined; readonly limit: number }
    ): Effect.Effect<ReadonlyArray<Run>, SqlError.SqlError> =>
      Effect.map(
        sql<RunRow>`
          select ${sql.literal(runColumns)} from agent_operations.eval_runs as r
          where ${wanted(space, filters)} and ${before === undefined ? sql`true` : sql`r.id < ${before}`}
          order by r.id desc limit ${limit}`,
        (rows) => rows.map(toRun)
      ),

    /** The newest completed run that pinned a revision of a prompt, of the newest 1,000 runs. */
    newestWithPrompt: (
      { tenant, project }: Space,
      id: string,
      revision: number
    ): Effect.Effect<Run | undefined, SqlError.SqlError> =>
      Effect.map(
        sql<RunRow>`
          select ${sql.literal(runColumns)} from (
            select r.* from agent_operations.eval_runs as r
            where r.tenant_id = ${tenant} and r.project_id = ${project} order by r.id desc limit 1000
          ) as r
          where r.status = 'completed' and r.pins::jsonb -> 'prompts' @> ${JSON.stringify([{ id, revision }])}::jsonb
          order by r.id desc limit 1`,
        ([row]) => row && toRun(row)
      ),

    countRuns: (space: Space, filters: RunFilters): Effect.Effect<number, SqlError.SqlError> =>
      Effect.map(
        sql<{ total: number }>`
          select count(*)::int as total from agent_operations.eval_runs as r where ${wanted(space, filters)}`,
        ([row]) => row?.total ?? 0
      )
  }
}
