import { newTypeId, translateSqlErrors, typeIdOf } from "@agent-operations/database"
import { Context, Data, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { recordAudit } from "../audit/record-audit.ts"
import type { Once } from "../idempotency/claim.ts"
import { takeTurn } from "../take-turn.ts"
import { type Asked, changing, operator, type Signature, type RoleGrant, unknownOrganization } from "./administrator.ts"
import { type Deletion, type DeletionColumns, deletionOf, makeDeletions } from "./deletion.ts"
import { makeMembers } from "./members.ts"
import type { Part } from "./part.ts"
import { makeProjects } from "./projects.ts"
import type { Role } from "./role.ts"

/** What a person is in an organization. */
export interface Membership {
  readonly organizationId: string
  readonly organizationName: string
  readonly role: Role
  /** Where the organization is going to be deleted. */
  readonly deletion?: Deletion | undefined
}

interface MembershipRow extends DeletionColumns {
  readonly organization_id: string
  readonly name: string
  readonly role: Role
}

const toMembership = (row: MembershipRow): Membership => ({
  organizationId: row.organization_id,
  organizationName: row.name,
  role: row.role,
  ...deletionOf(row)
})

interface Owner {
  readonly userId: string
  readonly name: string
  readonly email?: string
}

/** The person created as many organizations that still exist as one person may. None was created. */
export class TooManyOrganizations extends Data.TaggedError("TooManyOrganizations")<{ readonly message: string }> {}

/**
 * Fails, and with it the transaction, where a person just created more than they may. Planned deletions can be cancelled.
 * Whoever creates another waits before the count.
 */
const keepWithin = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, most: number, createdBy: string) {
  yield* takeTurn(sql, `organizations by ${createdBy}`)
  const [beyond] = yield* sql`
    select 1 from agent_operations.organizations where created_by = ${createdBy} offset ${most} limit 1`
  if (beyond === undefined) return
  return yield* new TooManyOrganizations({
    message: `You have created ${most} organizations that still exist, as many as one person may. Delete one, and wait until its deletion is done, or ask the operator of this server for more.`
  })
})

interface CreateOrganization extends Once {
  readonly name: string
  readonly owner?: Owner
  /** How many the owner may have created that still exist. Default: any number. Law: K3. */
  readonly most?: number | undefined
}

const makeOrganizations = (sql: SqlClient.SqlClient) => ({
  /** Creates an organization with its first owner, if one is named. */
  create: Effect.fnUntraced(
    function* ({ name, owner, most, idempotencyKey }: CreateOrganization) {
      const actor: Signature = owner === undefined ? operator : { type: "user", id: owner.userId, name: owner.name }
      const id =
        idempotencyKey === undefined ? newTypeId("org") : typeIdOf("org", JSON.stringify([actor.id, idempotencyKey]))
      const now = DateTime.toDateUtc(yield* DateTime.now)
      const created = yield* sql`
        insert into agent_operations.organizations (organization_id, name, created_at, created_by)
        values (${id}, ${name}, ${now}, ${owner?.userId ?? null})
        on conflict (organization_id) do nothing returning organization_id`
      if (created.length === 0) {
        const [earlier] = yield* sql<{ name: string }>`
          select name from agent_operations.organizations where organization_id = ${id}`
        return { id, name: earlier!.name }
      }
      if (most !== undefined) yield* keepWithin(sql, most, actor.id)
      if (owner !== undefined) {
        yield* sql`
          insert into agent_operations.memberships (organization_id, user_id, name, email, role, created_at)
          values (${id}, ${owner.userId}, ${owner.name}, ${owner.email ?? null}, 'owner', ${now})`
      }
      yield* recordAudit(sql, {
        organizationId: id,
        actor,
        action: "organization.created",
        subject: { type: "organization", id, name },
        details: { owner: owner?.userId ?? null }
      })
      return { id, name }
    },
    sql.withTransaction,
    translateSqlErrors
  ),

  /** Every organization of the installation by name, for its operator. */
  list: Effect.map(
    translateSqlErrors(sql<{ organization_id: string; name: string; created_at: Date }>`
      select organization_id, name, created_at from agent_operations.organizations order by lower(name), organization_id`),
    (rows) => rows.map((row) => ({ id: row.organization_id, name: row.name, createdAt: row.created_at.toISOString() }))
  ),

  rename: (input: Asked & { readonly name: string }) =>
    changing(
      sql,
      input,
      Effect.fnUntraced(function* ({ signature: actor }: RoleGrant) {
        const { organizationId, name } = input
        const [former] = yield* sql<{ name: string }>`
          select name from agent_operations.organizations where organization_id = ${organizationId}`
        if (former!.name === name) return
        yield* sql`update agent_operations.organizations set name = ${name} where organization_id = ${organizationId}`
        yield* recordAudit(sql, {
          organizationId,
          actor,
          action: "organization.renamed",
          subject: { type: "organization", id: organizationId, name },
          details: { formerName: former!.name }
        })
      })
    ),

  /** What a person is, in each of their organizations, by the organization's name. */
  membershipsOf: Effect.fnUntraced(function* (input: Part & { readonly userId: string }) {
    const { userId, after, limit = null } = input
    // Of an organization that is not theirs, nobody learns where its name is among those that are.
    const later =
      after === undefined
        ? sql.literal("")
        : sql`and ((lower(o.name), m.organization_id) > (
            select lower(last.name), last.organization_id from agent_operations.organizations as last
            join agent_operations.memberships as own on own.organization_id = last.organization_id
            where last.organization_id = ${after} and own.user_id = ${userId})) is not false`
    const rows = yield* translateSqlErrors(sql<MembershipRow>`
      select m.organization_id, o.name, m.role, o.delete_at, o.delete_by from agent_operations.memberships as m
      join agent_operations.organizations as o on o.organization_id = m.organization_id
      where m.user_id = ${userId} and coalesce(o.delete_at, 'infinity') > now() ${later}
      order by lower(o.name), m.organization_id limit ${limit}::integer`)
    return rows.map(toMembership)
  }),

  /** What a person is in an organization; `Unknown` alike for one that is not there and one that is not theirs. */
  membership: Effect.fnUntraced(function* (input: { readonly organizationId: string; readonly userId: string }) {
    const [row] = yield* translateSqlErrors(sql<MembershipRow>`
      select m.organization_id, o.name, m.role, o.delete_at, o.delete_by from agent_operations.memberships as m
      join agent_operations.organizations as o on o.organization_id = m.organization_id
      where m.organization_id = ${input.organizationId} and m.user_id = ${input.userId}
        and coalesce(o.delete_at, 'infinity') > now()`)
    return row === undefined ? yield* unknownOrganization(input.organizationId) : toMembership(row)
  })
})

const make = Effect.map(SqlClient.SqlClient, (sql) => ({
  ...makeOrganizations(sql),
  ...makeProjects(sql),
  ...makeDeletions(sql),
  ...makeMembers(sql)
}))

/** Organizations, their projects and their members. */
export class Organizations extends Context.Service<Organizations, Effect.Success<typeof make>>()(
  "@agent-operations/auth/Organizations"
) {
  static readonly layer = Layer.effect(Organizations, make)
}
