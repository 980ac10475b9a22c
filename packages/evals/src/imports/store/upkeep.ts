import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/** How long parts wait for others, after the last of them came. */
const staged = "1 hour"

/** For how long a report is told. */
const reported = "30 days"

/** How many imports a statement takes. */
const batch = 100

/** What an upkeep did, in imports. */
export interface UpkeepDone {
  readonly parts: number
  readonly reports: number
}

const inBatches = (step: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
  Effect.gen(function* () {
    for (let sum = 0; ;) {
      const { length } = yield* step
      sum += length
      if (length < batch) return sum
    }
  })

/**
 * Drops parts that waited too long, and reports that are old: by the database's clock, for all tenants. A key whose import
 * was applied stays, and is good for no other. Law: I2.
 */
export const makeUpkeep = (sql: SqlClient.SqlClient) => {
  const dropStaged = sql`
    with old as (
      select tenant_id, project_id, import_key from agent_operations.imports
      where applied_at is null and touched_at < now() - ${staged}::interval
      order by tenant_id, project_id, import_key limit ${batch} for update skip locked
    )
    delete from agent_operations.imports as i using old
    where i.tenant_id = old.tenant_id and i.project_id = old.project_id and i.import_key = old.import_key
    returning i.id`
  // moments: parts of an import are written by whoever holds its row, before it is applied
  const dropReports = sql`
    with old as (
      update agent_operations.imports as i set report = null from (
        select tenant_id, project_id, import_key from agent_operations.imports
        where report is not null and applied_at < now() - ${reported}::interval
        order by tenant_id, project_id, import_key limit ${batch} for update skip locked
      ) as o
      where i.tenant_id = o.tenant_id and i.project_id = o.project_id and i.import_key = o.import_key
      returning i.tenant_id, i.project_id, i.import_key
    ), parts as (
      delete from agent_operations.import_parts as p using old
      where p.tenant_id = old.tenant_id and p.project_id = old.project_id and p.import_key = old.import_key
    )
    select import_key from old`
  return Effect.gen(function* () {
    const parts = yield* inBatches(dropStaged)
    const reports = yield* inBatches(dropReports)
    return { parts, reports } satisfies UpkeepDone
  })
}
