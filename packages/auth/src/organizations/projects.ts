import { isUniqueViolation, newTypeId, translateSqlErrors } from "@agent-operations/database"
import { Data, DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { recordAudit } from "../audit/record-audit.ts"
import { claim, type Once } from "../idempotency/claim.ts"
import {
  AlreadyExists,
  type Asked,
  changing,
  NotAllowed,
  requireMember,
  type RoleGrant,
  Unknown
} from "./administrator.ts"
import { type Deletion, type DeletionColumns, deletionOf } from "./deletion.ts"
import type { Part } from "./part.ts"
import type { Role } from "./role.ts"

/** A project of an organization. */
export interface Project {
  readonly organizationId: string
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** Where it is going to be deleted. */
  readonly deletion?: Deletion | undefined
}

/** The organization has as many projects as it may. None was created. */
export class TooManyProjects extends Data.TaggedError("TooManyProjects")<{ readonly message: string }> {}

/** How many projects that still exist members may create in an organization. The operator may create more. Law: K3. */
const mostProjects = 1000

interface ProjectRow extends DeletionColumns {
  readonly organization_id: string
  readonly id: string
  readonly name: string
  readonly created_at: Date
}

/** What a project's row has of its organization. */
interface OrganizationColumns {
  readonly organization_name: string
  readonly organization_delete_at: Date | null
  readonly organization_delete_by: string | null
}

const toProject = (row: ProjectRow): Project => ({
  organizationId: row.organization_id,
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  ...deletionOf(row)
})

const organizationEnds = new NotAllowed({
  message: "The organization is going to be deleted, and takes no new project. Cancel its deletion first."
})

const unknownProject = (id: string) => new Unknown({ message: `There is no project ${id}.` })

const createdBefore = Effect.fnUntraced(function* (sql: SqlClient, organizationId: string, id: string) {
  const [row] = yield* sql<{ name: string }>`
    select name from agent_operations.projects where organization_id = ${organizationId} and id = ${id}`
  return { id, organizationId, name: row!.name }
})

/** Fails, and with it the transaction, where a member just created one more than may be. The organization is locked. */
const keepWithin = Effect.fnUntraced(function* (sql: SqlClient, { organizationId, by }: Asked) {
  if (by.type === "operator") return
  const [beyond] = yield* sql`
    select 1 from agent_operations.projects where organization_id = ${organizationId} offset ${mostProjects} limit 1`
  if (beyond === undefined) return
  return yield* new TooManyProjects({
    message: `The organization has ${mostProjects} projects that still exist, as many as it may. Delete one, and wait until its deletion is done.`
  })
})

export const makeProjects = (sql: SqlClient) => ({
  /** An organization's projects by name, for its members. */
  projects: Effect.fnUntraced(function* (input: Asked & Part) {
    const { organizationId, after, limit = null } = input
    const later =
      after === undefined
        ? sql.literal("")
        : sql`and ((lower(name), id) > (
            select lower(name), id from agent_operations.projects
            where organization_id = ${organizationId} and id = ${after})) is not false`
    const rows = yield* requireMember(sql, input).pipe(
      Effect.andThen(sql<ProjectRow>`
        select organization_id, id, name, created_at, delete_at, delete_by from agent_operations.projects
        where organization_id = ${organizationId} and coalesce(delete_at, 'infinity') > now() ${later} order by lower(name), id
        limit ${limit}::integer`),
      translateSqlErrors
    )
    return rows.map(toProject)
  }),

  /** A project and what a person is in its organization; `Unknown` alike for what is not there and what is not theirs. */
  project: Effect.fnUntraced(function* (input: {
    readonly organizationId: string
    readonly id: string
    readonly userId: string
  }) {
    const [row] = yield* translateSqlErrors(sql<ProjectRow & OrganizationColumns & { role: Role }>`
      select p.organization_id, p.id, p.name, p.created_at, p.delete_at, p.delete_by, m.role,
        o.name as organization_name, o.delete_at as organization_delete_at, o.delete_by as organization_delete_by
      from agent_operations.memberships as m
      join agent_operations.organizations as o on o.organization_id = m.organization_id
      join agent_operations.projects as p on p.organization_id = m.organization_id
      where m.organization_id = ${input.organizationId} and m.user_id = ${input.userId} and p.id = ${input.id}
        and coalesce(p.delete_at, 'infinity') > now() and coalesce(o.delete_at, 'infinity') > now()`)
    if (row === undefined) return yield* unknownProject(input.id)
    return {
      project: toProject(row),
      membership: {
        organizationId: row.organization_id,
        organizationName: row.organization_name,
        role: row.role,
        ...deletionOf({ delete_at: row.organization_delete_at, delete_by: row.organization_delete_by })
      }
    }
  }),

  /** Creates a project in an organization, under an ID of the host's own if one is given. */
  createProject: Effect.fnUntraced(function* (input: Asked & Once & { readonly name: string; readonly id?: string }) {
    const { organizationId, name, id = newTypeId("prj") } = input
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const insert = sql`
      insert into agent_operations.projects (organization_id, id, name, created_at)
      values (${organizationId}, ${id}, ${name}, ${now})`.pipe(
      Effect.catchIf(isUniqueViolation, () =>
        Effect.fail(new AlreadyExists({ message: `The organization already has a project ${id}.` }))
      )
    )
    return yield* changing(
      sql,
      input,
      Effect.fnUntraced(function* ({ signature: actor }: RoleGrant) {
        const action = "project.created"
        const claimed = { organizationId, key: input.idempotencyKey, actorId: actor.id, action, subjectId: id } as const
        const earlier = yield* claim(sql, claimed)
        if (earlier !== undefined) return yield* createdBefore(sql, organizationId, earlier)
        const [closing] = yield* sql`
          select 1 from agent_operations.organizations
          where organization_id = ${organizationId} and delete_at is not null`
        if (closing !== undefined) return yield* organizationEnds
        yield* insert
        yield* keepWithin(sql, input)
        yield* recordAudit(sql, { organizationId, actor, action, subject: { type: "project", id, name } })
        return { id, organizationId, name }
      })
    )
  }),

  renameProject: (input: Asked & { readonly id: string; readonly name: string }) =>
    changing(
      sql,
      input,
      Effect.fnUntraced(function* ({ signature: actor }: RoleGrant) {
        const { organizationId, id, name } = input
        const [former] = yield* sql<{ name: string }>`
          select name from agent_operations.projects where organization_id = ${organizationId} and id = ${id}`
        if (former === undefined) return yield* unknownProject(id)
        if (former.name === name) return
        yield* sql`
          update agent_operations.projects set name = ${name} where organization_id = ${organizationId} and id = ${id}`
        yield* recordAudit(sql, {
          organizationId,
          actor,
          action: "project.renamed",
          subject: { type: "project", id, name },
          details: { formerName: former.name }
        })
      })
    )
})
