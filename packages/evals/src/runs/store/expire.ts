import { type Amount, type OpenCondition, type Removal, translateSqlErrors } from "@agent-operations/database"
import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { type Duration, Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import type { Space } from "../model.ts"
import { removalBatch, type Remove } from "./remove.ts"

/** For how long what ended is kept; without a duration, until it is deleted. */
export interface Retention {
  readonly runs?: Duration.Input | undefined
  /** Outputs, what was exchanged with apps, and the details of scores. */
  readonly outputs?: Duration.Input | undefined
}

/** What is removed of runs in time. */
type RunRemoval = Removal<Timeout | Unavailable>

interface DueRow {
  readonly tenant_id: string
  readonly project_id: string
  readonly id: string
  readonly total: number
}

/** How many runs are looked for at a time. */
const page = 100

/**
 * What is older than the retention: runs with all that they left, and outputs of runs, of which the scores, the hash and a
 * mark stay. In steps of 1,000 targets, so that nobody waits for it, and such that whoever is stopped between two of them is
 * followed by the next. What an unfinished run carries over stays until that has ended. Law: F1. Source: evaluations,
 * "Retention and erasure".
 */
export const makeRemovals = (sql: SqlClient.SqlClient, { remove }: Remove, isOpen: OpenCondition) => {
  const open = isOpen(sql, { tenant: "r.tenant_id", project: "r.project_id" })
  const before = (until: number) => sql`r.ended_at < to_timestamp(${until / 1000}::float8)`

  // Over all tenants: once an hour in each process, by an index of what has ended.
  const due = (until: number, more: Statement.Fragment) => sql<DueRow>`
    select r.tenant_id, r.project_id, r.id, r.total from agent_operations.eval_runs as r
    where ${before(until)} and ${more} and ${open}
      and not exists (
        select from agent_operations.eval_runs as b
        where b.tenant_id = r.tenant_id and b.project_id = r.project_id and b.ended_at is null
          and b.pins::json -> 'basis' ->> 'runId' = r.id)
    order by r.ended_at limit ${page}`

  const stripBatch = Effect.fnUntraced(function* ({ tenant, project }: Space, { id, total }: DueRow, from: number) {
    const to = from + removalBatch
    // The run's row first, as everybody locks it: whoever reads sees the mark as soon as anything is gone.
    yield* sql`
      update agent_operations.eval_runs as r set outputs_removed_at = coalesce(r.outputs_removed_at, now()),
        has_outputs = ${to < total}
      where r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = ${id}`
    yield* sql`
      delete from agent_operations.eval_outputs as o
      where o.tenant_id = ${tenant} and o.project_id = ${project} and o.run_id = ${id}
        and o.ordinal >= ${from} and o.ordinal < ${to}`
    yield* sql`
      update agent_operations.eval_scores as s set detail = '{}'
      where s.tenant_id = ${tenant} and s.project_id = ${project} and s.run_id = ${id}
        and s.ordinal >= ${from} and s.ordinal < ${to} and s.detail <> '{}'`
  })

  const strip = Effect.fnUntraced(function* (space: Space, run: DueRow) {
    for (let from = 0; from === 0 || from < run.total; from += removalBatch) {
      yield* sql.withTransaction(stripBatch(space, run, from))
    }
  })

  /** Does this with each run that is due, and tells how many there were. */
  const each = Effect.fnUntraced(function* (
    until: number,
    more: Statement.Fragment,
    end: (space: Space, run: DueRow) => Effect.Effect<unknown, SqlError.SqlError>
  ): Effect.fn.Return<number, SqlError.SqlError> {
    for (let done = 0; ;) {
      const runs = yield* due(until, more)
      for (const run of runs) yield* end({ tenant: run.tenant_id, project: run.project_id }, run)
      done += runs.length
      if (runs.length < page) return done
    }
  })

  const removal = (of: string, more: Statement.Fragment, end: Parameters<typeof each>[2]): Omit<RunRemoval, "age"> => ({
    of,
    isSetting: true,
    count: (until) =>
      translateSqlErrors(
        Effect.map(
          sql<Amount>`
            select count(*) filter (where ${before(until)})::float8 as due, count(*)::float8 as kept
            from agent_operations.eval_runs as r where r.ended_at is not null and ${more} and ${open}`,
          ([amount]) => amount!
        )
      ),
    remove: (until) => translateSqlErrors(Effect.map(each(until, more, end), (count) => ({ count })))
  })

  return (retention: Retention): { readonly runs: RunRemoval; readonly outputs: RunRemoval } => ({
    runs: { age: retention.runs, ...removal("evaluation runs", sql`true`, (space, { id }) => remove(space, id)) },
    outputs: { age: retention.outputs, ...removal("outputs of evaluation runs", sql`r.has_outputs`, strip) }
  })
}
