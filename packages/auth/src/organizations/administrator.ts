import { translateSqlErrors } from "@agent-operations/database"
import { Data, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Role } from "./role.ts"

/** Who administers: a member, whose role is looked up, or the operator of the installation. */
export type Administrator = { readonly type: "member"; readonly userId: string } | { readonly type: "operator" }

/** The member's role does not allow it, or they are not a member, or there is no such organization. */
export class NotAllowed extends Data.TaggedError("NotAllowed")<{ readonly message: string }> {}

/** The organization, project, key, member or invitation is not there, or not for the caller to see. */
export class Unknown extends Data.TaggedError("Unknown")<{ readonly message: string }> {}

/** The identifier is in use. */
export class AlreadyExists extends Data.TaggedError("AlreadyExists")<{ readonly message: string }> {}

/** The actor that a change of access is recorded with. */
export interface Signature {
  readonly type: "user" | "operator"
  readonly id: string
  readonly name: string
}

/** An organization, and who asks something of it. */
export interface Asked {
  readonly organizationId: string
  readonly by: Administrator
}

/** The role that somebody administers by, and the actor that their changes are signed with. */
export interface RoleGrant {
  readonly signature: Signature
  readonly role: Role | "operator"
}

export const operator: Signature = { type: "operator", id: "operator", name: "Operator" }

export const unknownOrganization = (organizationId: string) =>
  new Unknown({ message: `There is no organization ${organizationId}.` })

const roleGrantOf = Effect.fnUntraced(function* (sql: SqlClient, { organizationId, by }: Asked) {
  if (by.type === "operator") {
    const [known] = yield* sql`select 1 from agent_operations.organizations where organization_id = ${organizationId}`
    return known === undefined ? yield* unknownOrganization(organizationId) : { signature: operator, role: by.type }
  }
  const [member] = yield* sql<{ name: string; role: Role }>`
    select name, role from agent_operations.memberships
    where organization_id = ${organizationId} and user_id = ${by.userId}`
  if (member === undefined) return undefined
  return { signature: { type: "user" as const, id: by.userId, name: member.name }, role: member.role }
})

/** Lets members through, and the operator. To others the organization is not there. */
export const requireMember = Effect.fnUntraced(function* (sql: SqlClient, asked: Asked) {
  const grant: RoleGrant | undefined = yield* roleGrantOf(sql, asked)
  return grant ?? (yield* unknownOrganization(asked.organizationId))
})

const requireRole = (roles: ReadonlyArray<RoleGrant["role"]>, message: string) =>
  Effect.fnUntraced(function* (sql: SqlClient, asked: Asked) {
    const grant: RoleGrant | undefined = yield* roleGrantOf(sql, asked)
    return grant !== undefined && roles.includes(grant.role) ? grant : yield* new NotAllowed({ message })
  })

/** Lets owners and admins through, and the operator. */
export const requireAdministrator = requireRole(
  ["owner", "admin", "operator"],
  "Only owners and admins of the organization may do this."
)

/** Lets owners through, and the operator. */
export const requireOwner = requireRole(["owner", "operator"], "Only owners of the organization may do this.")

/** Admins decide neither who is an owner nor who becomes one. */
export const requireOwnerFor = (grant: RoleGrant, ...roles: ReadonlyArray<Role | undefined>) =>
  grant.role === "admin" && roles.includes("owner")
    ? Effect.fail(new NotAllowed({ message: "Only owners of the organization may appoint or demote owners." }))
    : Effect.void

/**
 * Has changes of one organization's access wait for each other until the transaction ends, so that what each finds
 * (roles, owners, names) is what it changes. Locked before any other row, so that no two wait for each other; what the
 * projects hold is not held up, nor are rows that refer to the organization.
 */
export const lockOrganization = Effect.fnUntraced(function* (sql: SqlClient, organizationId: string) {
  const [organization] = yield* sql<{ name: string; closing: boolean }>`
    select name, delete_at is not null as closing from agent_operations.organizations where organization_id = ${organizationId} for no key update`
  return organization
})

/** A change by an owner, an admin or the operator: one transaction, and alone in its organization. */
export const changing = <A, E, R>(sql: SqlClient, asked: Asked, change: (by: RoleGrant) => Effect.Effect<A, E, R>) =>
  lockOrganization(sql, asked.organizationId).pipe(
    Effect.andThen(requireAdministrator(sql, asked)),
    Effect.flatMap(change),
    sql.withTransaction,
    translateSqlErrors
  )
