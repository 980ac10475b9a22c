import { type Amount, type Removal, translateSqlErrors } from "@agent-operations/database"
import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

/** How long parts wait for others, after the last of them came. */
const staged = "1 hour"

/** For how long a report is told. */
const reported = "30 days"

/** How many imports a statement takes. */
const batch = 100

/** What is removed of imports in time. */
type ImportRemoval = Removal<Timeout | Unavailable>

const inBatches = (step: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
  Effect.gen(function* () {
    for (let count = 0; ;) {
      const { length } = yield* step
      count += length
      if (length < batch) return { count }
    }
  })

/**
 * Parts that waited too long, and reports that are old, of all tenants. A key whose import was applied stays, and is good for
 * no other. Law: I2.
 */
export const makeRemovals = (
  sql: SqlClient.SqlClient
): { readonly parts: ImportRemoval; readonly reports: ImportRemoval } => {
  const before = (column: "touched_at" | "applied_at", until: number) =>
    sql`${sql.literal(column)} < to_timestamp(${until / 1000}::float8)`
  const waiting = sql`applied_at is null`
  const told = sql`report is not null`

  const count = (due: Statement.Fragment, of: Statement.Fragment) =>
    Effect.map(
      sql<Amount>`
        select count(*) filter (where ${due})::float8 as due, count(*)::float8 as kept
        from agent_operations.imports where ${of}`,
      ([amount]) => amount!
    )
  const dropStaged = (until: number) => sql`
    with old as (
      select tenant_id, project_id, import_key from agent_operations.imports
      where ${waiting} and ${before("touched_at", until)}
      order by tenant_id, project_id, import_key limit ${batch} for update skip locked
    )
    delete from agent_operations.imports as i using old
    where i.tenant_id = old.tenant_id and i.project_id = old.project_id and i.import_key = old.import_key
    returning i.id`
  // moments: parts of an import are written by whoever holds its row, before it is applied
  const dropReports = (until: number) => sql`
    with old as (
      update agent_operations.imports as i set report = null from (
        select tenant_id, project_id, import_key from agent_operations.imports
        where ${told} and ${before("applied_at", until)}
        order by tenant_id, project_id, import_key limit ${batch} for update skip locked
      ) as o
      where i.tenant_id = o.tenant_id and i.project_id = o.project_id and i.import_key = o.import_key
      returning i.tenant_id, i.project_id, i.import_key
    ), parts as (
      delete from agent_operations.import_parts as p using old
      where p.tenant_id = old.tenant_id and p.project_id = old.project_id and p.import_key = old.import_key
    )
    select import_key from old`
  return {
    parts: {
      of: "unfinished imports",
      age: staged,
      count: (until) => translateSqlErrors(count(before("touched_at", until), waiting)),
      remove: (until) => translateSqlErrors(inBatches(dropStaged(until)))
    },
    reports: {
      of: "reports of imports",
      age: reported,
      count: (until) => translateSqlErrors(count(before("applied_at", until), told)),
      remove: (until) => translateSqlErrors(inBatches(dropReports(until)))
    }
  }
}
