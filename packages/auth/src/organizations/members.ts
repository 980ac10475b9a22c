import { translateSqlErrors } from "@agent-operations/database"
import { Data, DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { recordAudit } from "../audit/record-audit.ts"
import { endInvitationsOf } from "../invitations/end-invitations.ts"
import {
  type Asked,
  changing,
  lockOrganization,
  requireMember,
  requireOwnerFor,
  type RoleGrant,
  type Signature,
  Unknown
} from "./administrator.ts"
import type { Part } from "./part.ts"
import type { Role } from "./role.ts"

/** The change would leave the organization without an owner. */
export class LastOwner extends Data.TaggedError("LastOwner")<{ readonly message: string }> {}

/** A member of an organization. */
export interface Member {
  readonly userId: string
  readonly name: string
  readonly email: string | null
  readonly role: Role
  readonly since: string
}

interface MemberRow {
  readonly user_id: string
  readonly name: string
  readonly email: string | null
  readonly role: Role
  readonly created_at: Date
}

const toMember = (row: MemberRow): Member => ({
  userId: row.user_id,
  name: row.name,
  email: row.email,
  role: row.role,
  since: row.created_at.toISOString()
})

/** Fails, and with it the transaction, where the last owner was just made something else. */
const keepAnOwner = Effect.fnUntraced(function* (sql: SqlClient, organizationId: string, former: Role | undefined) {
  if (former !== "owner") return
  const [owner] = yield* sql`
    select 1 from agent_operations.memberships where organization_id = ${organizationId} and role = 'owner'`
  if (owner === undefined) return yield* new LastOwner({ message: "An organization keeps at least one owner." })
})

/** Notes who became what, and sees to it that an owner stays. */
const noteRole = Effect.fnUntraced(function* (
  sql: SqlClient,
  by: RoleGrant,
  member: { readonly organizationId: string; readonly userId: string; readonly name: string; readonly role: Role },
  formerRole: Role | undefined
) {
  const { organizationId, userId: id, name, role } = member
  if (formerRole === role) return
  yield* keepAnOwner(sql, organizationId, formerRole)
  yield* recordAudit(sql, {
    organizationId,
    actor: by.signature,
    action: formerRole === undefined ? "member.added" : "member.role_changed",
    subject: { type: "member", id, name },
    details: formerRole === undefined ? { role } : { role, formerRole }
  })
  if (formerRole !== undefined) yield* endInvitationsOf(sql, organizationId, by.signature, id, role)
})

/** Notes that a member has another name. Whoever changes their own signs with the one that they had. */
const noteName = (
  sql: SqlClient,
  actor: Signature,
  {
    organizationId,
    userId: id,
    name
  }: { readonly organizationId: string; readonly userId: string; readonly name: string },
  formerName: string
) =>
  recordAudit(sql, {
    organizationId,
    actor,
    action: "member.renamed",
    subject: { type: "member", id, name },
    details: { formerName }
  })

const endMembership = Effect.fnUntraced(function* (
  sql: SqlClient,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string }
) {
  const [ended] = yield* sql<{ name: string; role: Role }>`
    delete from agent_operations.memberships where organization_id = ${organizationId} and user_id = ${userId}
    returning name, role`
  return ended ?? (yield* new Unknown({ message: `${userId} is not a member.` }))
})

/**
 * Gives a person another name in every organization that they are in, in the transaction of the caller. One after the
 * other in the order of their IDs, so that no two who do so wait for each other.
 */
export const renameMember = Effect.fnUntraced(function* (
  sql: SqlClient,
  { userId, name }: { readonly userId: string; readonly name: string }
) {
  const memberships = yield* sql<{ organization_id: string }>`
    select organization_id from agent_operations.memberships
    where user_id = ${userId} and name <> ${name} order by organization_id`
  for (const { organization_id: organizationId } of memberships) {
    yield* lockOrganization(sql, organizationId)
    const [former] = yield* sql<{ name: string }>`
      select name from agent_operations.memberships where organization_id = ${organizationId} and user_id = ${userId}`
    if (former === undefined || former.name === name) continue
    yield* sql`
      update agent_operations.memberships set name = ${name}
      where organization_id = ${organizationId} and user_id = ${userId}`
    yield* noteName(sql, { type: "user", id: userId, name: former.name }, { organizationId, userId, name }, former.name)
  }
})

export const makeMembers = (sql: SqlClient) => ({
  /** An organization's members by name, for its members; with a `search`, those who have it in their name or address. */
  members: Effect.fnUntraced(function* (input: Asked & Part & { readonly search?: string | undefined }) {
    const { organizationId, after, limit = null, search = "" } = input
    const later =
      after === undefined
        ? sql.literal("")
        : sql`and ((lower(name), user_id) > (
            select lower(name), user_id from agent_operations.memberships
            where organization_id = ${organizationId} and user_id = ${after})) is not false`
    const found =
      search === ""
        ? sql.literal("")
        : sql`and (strpos(lower(name), lower(${search})) > 0 or strpos(lower(email), lower(${search})) > 0
            or strpos(lower(email collate "C"), lower(${search}::text collate "C")) > 0)`
    const rows = yield* requireMember(sql, input).pipe(
      Effect.andThen(sql<MemberRow>`
        select user_id, name, email, role, created_at from agent_operations.memberships
        where organization_id = ${organizationId} ${later} ${found} order by lower(name), user_id limit ${limit}::integer`),
      translateSqlErrors
    )
    return rows.map(toMember)
  }),

  /** One of those. */
  member: Effect.fnUntraced(function* (input: Asked & { readonly userId: string }) {
    const [row] = yield* requireMember(sql, input).pipe(
      Effect.andThen(sql<MemberRow>`
        select user_id, name, email, role, created_at from agent_operations.memberships
        where organization_id = ${input.organizationId} and user_id = ${input.userId}`),
      translateSqlErrors
    )
    return row === undefined ? yield* new Unknown({ message: "There is no such member." }) : toMember(row)
  }),

  /** Adds a member, or changes their role. Only owners appoint or demote owners. */
  setMember: (
    input: Asked & {
      readonly userId: string
      readonly name: string
      readonly email?: string
      readonly role: Role
    }
  ) =>
    changing(
      sql,
      input,
      Effect.fnUntraced(function* (by: RoleGrant) {
        const { organizationId, userId, name, email = null, role } = input
        const [former] = yield* sql<{ name: string; role: Role }>`
          select name, role from agent_operations.memberships
          where organization_id = ${organizationId} and user_id = ${userId}`
        yield* requireOwnerFor(by, role, former?.role)
        const now = DateTime.toDateUtc(yield* DateTime.now)
        yield* sql`
          insert into agent_operations.memberships as m (organization_id, user_id, name, email, role, created_at)
          values (${organizationId}, ${userId}, ${name}, ${email}, ${role}, ${now})
          on conflict (organization_id, user_id) do update
          set name = excluded.name, email = coalesce(excluded.email, m.email), role = excluded.role`
        yield* noteRole(sql, by, input, former?.role)
        if (former !== undefined && former.name !== name) yield* noteName(sql, by.signature, input, former.name)
      })
    ),

  /** Changes a member's role; nobody becomes a member by it. Only owners appoint or demote owners. */
  changeRole: (input: Asked & { readonly userId: string; readonly role: Role }) =>
    changing(
      sql,
      input,
      Effect.fnUntraced(function* (by: RoleGrant) {
        const { organizationId, userId, role } = input
        const [former] = yield* sql<{ name: string; role: Role }>`
          select name, role from agent_operations.memberships
          where organization_id = ${organizationId} and user_id = ${userId}`
        if (former === undefined) return yield* new Unknown({ message: `${userId} is not a member.` })
        yield* requireOwnerFor(by, role, former.role)
        yield* sql`
          update agent_operations.memberships set role = ${role}
          where organization_id = ${organizationId} and user_id = ${userId}`
        yield* noteRole(sql, by, { ...input, name: former.name }, former.role)
      })
    ),

  /** Ends a membership. Only owners end that of an owner. */
  removeMember: (input: Asked & { readonly userId: string }) =>
    changing(
      sql,
      input,
      Effect.fnUntraced(function* (by: RoleGrant) {
        const { name, role } = yield* endMembership(sql, input)
        yield* requireOwnerFor(by, role)
        yield* keepAnOwner(sql, input.organizationId, role)
        yield* recordAudit(sql, {
          organizationId: input.organizationId,
          actor: by.signature,
          action: "member.removed",
          subject: { type: "member", id: input.userId, name },
          details: { role }
        })
        yield* endInvitationsOf(sql, input.organizationId, by.signature, input.userId, undefined)
      })
    ),

  /** Ends a person's own membership. */
  leave: Effect.fnUntraced(
    function* (input: { readonly organizationId: string; readonly userId: string }) {
      const { organizationId, userId: id } = input
      yield* lockOrganization(sql, organizationId)
      const { name, role } = yield* endMembership(sql, input)
      yield* keepAnOwner(sql, organizationId, role)
      const actor = { type: "user", id, name } as const
      yield* recordAudit(sql, {
        organizationId,
        actor,
        action: "member.left",
        subject: { type: "member", id, name },
        details: { role }
      })
      yield* endInvitationsOf(sql, organizationId, actor, id, undefined)
    },
    sql.withTransaction,
    translateSqlErrors
  )
})
