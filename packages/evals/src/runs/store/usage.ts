import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Space } from "../model.ts"
import { makeMicros } from "./micros.ts"

/** What was spent on an app, or on a scorer of the run. */
export interface Spending {
  readonly runId: string
  /** The alias of the scorer; empty of the app. */
  readonly alias: string
  readonly micros: bigint
}

/** By what usage is summed up. */
export type UsageGroup = "run" | "app" | "scorer" | "day"

const keys = {
  run: "u.run_id",
  app: "u.app_id",
  scorer: "u.scorer_id",
  day: "to_char(u.day, 'YYYY-MM-DD')"
} as const satisfies Record<UsageGroup, string>

/** What was spent, by day, run, app and scorer. It outlives the runs. Law: U3. */
export const makeUsage = (sql: SqlClient.SqlClient) => {
  const { sum, sumOf } = makeMicros(sql)
  return {
    /** Adds what was spent just now, as a part of the transaction that spends it. The rows of the runs are locked. */
    add: ({ tenant, project }: Space, spendings: ReadonlyArray<Spending>): Effect.Effect<void, SqlError.SqlError> => {
      const some = spendings.filter(({ micros }) => micros > 0n)
      if (some.length === 0) return Effect.void
      return Effect.asVoid(sql`
      insert into agent_operations.eval_usage as u
        (tenant_id, project_id, day, run_id, app_id, scorer_id, spent_micros)
      select ${tenant}, ${project}, (clock_timestamp() at time zone 'utc')::date, r.id,
        case when s.alias = '' then r.lane else '' end,
        coalesce(r.pins::jsonb #>> array['scorers', s.alias, 'id'], s.alias), ${sumOf(sql`s.micros`)}
      from unnest(${some.map(({ runId }) => runId)}::text[], ${some.map(({ alias }) => alias)}::text[],
        ${some.map(({ micros }) => `${micros}`)}::text[]::numeric[]) as s(run_id, alias, micros)
      join agent_operations.eval_runs as r
        on r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = s.run_id
      group by 4, 5, 6
      order by 4, 5, 6
      on conflict (tenant_id, project_id, day, run_id, app_id, scorer_id)
        do update set spent_micros = ${sum(sql`u.spent_micros`, sql`excluded.spent_micros`)}`)
    },

    /** What was spent from one day to another (which is left out), by the key of the group; a page of it after a key. */
    usage: (
      { tenant, project }: Space,
      options: {
        readonly from: Date
        readonly to: Date
        readonly groupBy: UsageGroup
        readonly after: string | undefined
        readonly limit: number
      }
    ): Effect.Effect<ReadonlyArray<{ readonly key: string; readonly spent: bigint }>, SqlError.SqlError> => {
      const key = sql.literal(keys[options.groupBy])
      return sql<{ key: string; spent: bigint }>`
      select ${key} as key, ${sumOf(sql`u.spent_micros`)} as spent from agent_operations.eval_usage as u
      where u.tenant_id = ${tenant} and u.project_id = ${project}
        and u.day >= (${options.from}::timestamptz at time zone 'utc')::date
        and u.day < (${options.to}::timestamptz at time zone 'utc')::date
        and ${key} <> '' and ${options.after === undefined ? sql`true` : sql`${key} > ${options.after}`}
      group by 1 order by 1 limit ${options.limit}`
    }
  }
}
