import { type Amount, type Removal, translateSqlErrors } from "@agent-operations/database"
import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Effect, Result } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { maxImportBytes } from "./limits.ts"

/** How long parts wait for others, after the last of them came. */
const staged = "1 hour"

/** For how long a report is told. */
const reported = "30 days"

/** How many imports a statement takes, and how many bytes of their parts, which is as much as one has. */
const [batch, batchBytes] = [100, maxImportBytes]

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

/** An import whose parts wait, and how many bytes they have. */
interface Waiting {
  readonly tenant: string
  readonly project: string
  readonly key: string
  readonly bytes: number
}

const sizeOf = (imports: ReadonlyArray<Waiting>) => imports.reduce((sum, { bytes }) => sum + bytes, 0)

/** Puts imports into as few groups as statements may take, in their order. */
const groupsOf = (imports: ReadonlyArray<Waiting>): ReadonlyArray<ReadonlyArray<Waiting>> => {
  const groups: Array<Array<Waiting>> = []
  for (const one of imports) {
    const last = groups.at(-1)
    if (last !== undefined && sizeOf(last) + one.bytes <= batchBytes) last.push(one)
    else groups.push([one])
  }
  return groups
}

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
  /** Imports whose parts waited too long, behind another. */
  const waitingBehind = (
    until: number,
    { tenant, project, key }: Pick<Waiting, "tenant" | "project" | "key">
  ) => sql<Waiting>`
    with due as (
      select tenant_id, project_id, import_key from agent_operations.imports
      where ${waiting} and ${before("touched_at", until)}
        and (tenant_id, project_id, import_key) > (${tenant}, ${project}, ${key})
      order by tenant_id, project_id, import_key limit ${batch}
    )
    select d.tenant_id as tenant, d.project_id as project, d.import_key as key,
      coalesce(sum(p.encoded_bytes), 0)::float8 as bytes
    from due as d left join agent_operations.import_parts as p
      on p.tenant_id = d.tenant_id and p.project_id = d.project_id and p.import_key = d.import_key
    group by 1, 2, 3 order by 1, 2, 3`
  /** Drops these with their parts, where they still wait. */
  const drop = (until: number, imports: ReadonlyArray<Waiting>) => sql`
    with old as (
      select tenant_id, project_id, import_key from agent_operations.imports
      where ${waiting} and ${before("touched_at", until)}
        and (tenant_id, project_id, import_key) in (
          select * from unnest(${imports.map(({ tenant }) => tenant)}::text[],
            ${imports.map(({ project }) => project)}::text[], ${imports.map(({ key }) => key)}::text[])
        )
      for update skip locked
    )
    delete from agent_operations.imports as i using old
    where i.tenant_id = old.tenant_id and i.project_id = old.project_id and i.import_key = old.import_key
    returning i.id`

  /** One that can't be dropped, as of those that time out, keeps none of the others: it fails once they are gone. */
  const dropStaged = Effect.fnUntraced(function* (until: number) {
    let [count, failure] = [0, undefined as SqlError.SqlError | undefined]
    const dropAll = Effect.fnUntraced(function* (imports: ReadonlyArray<Waiting>): Effect.fn.Return<void> {
      const dropped = yield* Effect.result(drop(until, imports))
      if (Result.isSuccess(dropped)) count += dropped.success.length
      else if (imports.length === 1) failure = dropped.failure
      else yield* Effect.forEach(imports, (one) => dropAll([one]), { discard: true })
    })
    for (let last: Waiting | undefined = { tenant: "", project: "", key: "", bytes: 0 }; last !== undefined;) {
      const found: ReadonlyArray<Waiting> = yield* waitingBehind(until, last)
      yield* Effect.forEach(groupsOf(found), dropAll, { discard: true })
      last = found.length < batch ? undefined : found.at(-1)
    }
    if (failure !== undefined) return yield* failure
    return { count }
  })
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
      remove: (until) => translateSqlErrors(dropStaged(until))
    },
    reports: {
      of: "reports of imports",
      age: reported,
      count: (until) => translateSqlErrors(count(before("applied_at", until), told)),
      remove: (until) => translateSqlErrors(inBatches(dropReports(until)))
    }
  }
}
