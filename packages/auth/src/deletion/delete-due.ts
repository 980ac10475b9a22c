import { type Amount, retryDeadlocks, translateSqlErrors } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { recordAudit } from "../audit/record-audit.ts"
import { lockOrganization, type Signature } from "../organizations/administrator.ts"
import { eraseInSteps, eraseRest, type Tenant } from "./erase.ts"
import { type TenantTable, tenantTables } from "./tenant-tables.ts"

interface DueProject {
  readonly organization_id: string
  readonly id: string
  readonly name: string
  readonly delete_by: string
}

/** Whether a tenant is still to be deleted, and not gone already by another process's doing. */
const isDue = (sql: SqlClient.SqlClient, { organizationId, projectId }: Tenant, due: Statement.Fragment) =>
  Effect.map(
    projectId === undefined
      ? sql`
          select 1 from agent_operations.organizations
          where organization_id = ${organizationId} and ${due}`
      : sql`
          select 1 from agent_operations.projects
          where organization_id = ${organizationId} and id = ${projectId} and ${due}`,
    ([due]) => due !== undefined
  )

/** Each step is alone in its organization, as whoever cancels is. */
const erase = (
  sql: SqlClient.SqlClient,
  tables: ReadonlyArray<TenantTable>,
  tenant: Tenant,
  isDueBy: Statement.Fragment
) =>
  eraseInSteps(sql, tables, tenant, (deletion) =>
    lockOrganization(sql, tenant.organizationId).pipe(
      Effect.andThen(isDue(sql, tenant, isDueBy)),
      Effect.flatMap((due) => (due ? deletion : Effect.succeed([]))),
      sql.withTransaction,
      retryDeadlocks
    )
  )

const deleteProject = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  tables: ReadonlyArray<TenantTable>,
  { organization_id: organizationId, id, name, delete_by }: DueProject,
  isDueBy: Statement.Fragment
) {
  const tenant = { organizationId, projectId: id }
  yield* erase(sql, tables, tenant, isDueBy)
  const last = Effect.gen(function* () {
    yield* lockOrganization(sql, organizationId)
    const [project] = yield* sql`
      select 1 from agent_operations.projects
      where organization_id = ${organizationId} and id = ${id} and ${isDueBy} for update`
    // Another process was faster.
    if (project === undefined) return
    yield* eraseRest(sql, tables, tenant)
    // Another request with the key of the one that created it creates another.
    yield* sql`
      delete from agent_operations.idempotency_keys
      where organization_id = ${organizationId} and action = 'project.created' and subject_id = ${id}`
    yield* sql`delete from agent_operations.projects where organization_id = ${organizationId} and id = ${id}`
    const actor: Signature = JSON.parse(delete_by)
    yield* recordAudit(sql, {
      organizationId,
      actor,
      action: "project.deleted",
      subject: { type: "project", id, name }
    })
  })
  yield* retryDeadlocks(sql.withTransaction(last))
  yield* Effect.logInfo(`The project ${id} of the organization ${organizationId} was deleted`)
})

const deleteOrganization = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  tables: ReadonlyArray<TenantTable>,
  organizationId: string,
  isDueBy: Statement.Fragment
) {
  const tenant = { organizationId }
  yield* erase(sql, tables, tenant, isDueBy)
  const last = Effect.gen(function* () {
    const [organization] = yield* sql`
      select 1 from agent_operations.organizations
      where organization_id = ${organizationId} and ${isDueBy} for update`
    if (organization === undefined) return
    yield* eraseRest(sql, tables, tenant)
    yield* sql`delete from agent_operations.organizations where organization_id = ${organizationId}`
  })
  yield* retryDeadlocks(sql.withTransaction(last))
  yield* Effect.logInfo(`The organization ${organizationId} was deleted`)
})

const dueBy = (sql: SqlClient.SqlClient, until: number) => sql`delete_at <= to_timestamp(${until / 1000}::float8)`

/** How many deletions of projects and organizations are due by a time, in milliseconds since 1970, and how many are planned. */
export const countDeletions = Effect.fnUntraced(function* (until: number) {
  const sql = yield* SqlClient.SqlClient
  const [amount] = yield* sql<Amount>`
    select count(*) filter (where ${dueBy(sql, until)})::float8 as due, count(*)::float8 as kept from (
      select delete_at from agent_operations.organizations where delete_at is not null
      union all select delete_at from agent_operations.projects where delete_at is not null
    ) as planned`
  return amount!
}, translateSqlErrors)

/**
 * Deletes the projects and organizations whose time has come by `until`, in milliseconds since 1970, with the rows that belong
 * to them in `tables`: the `tenantTables` of all sets of migrations. It may end at any point and be run again, by several
 * processes at once; what fails waits for the next time. Answers with how many it deleted. Law: A10.
 */
export const deleteDue = Effect.fnUntraced(function* (tables: ReadonlyArray<string>, until: number) {
  const sql = yield* SqlClient.SqlClient
  const isDueBy = dueBy(sql, until)
  const organizations = yield* sql<{ organization_id: string }>`
    select organization_id from agent_operations.organizations where ${isDueBy}`
  const projects = yield* sql<DueProject>`
    select organization_id, id, name, delete_by from agent_operations.projects where ${isDueBy}`
  if (organizations.length + projects.length === 0) return 0
  const found = yield* tenantTables(sql, tables)
  const deletions = [
    ...organizations.map(({ organization_id }) => deleteOrganization(sql, found, organization_id, isDueBy)),
    ...projects.map((project) => deleteProject(sql, found, project, isDueBy))
  ]
  const done = yield* Effect.forEach(deletions, (deletion) =>
    Effect.as(deletion, 1).pipe(
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("What was to be deleted is not deleted yet", cause), 0))
    )
  )
  return done.reduce((sum, one) => sum + one, 0)
}, translateSqlErrors)
