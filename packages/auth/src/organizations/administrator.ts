import { translateSqlErrors } from "@agent-operations/database"
import { Data, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** Who administers: a member, who must be an owner or an admin, or the operator of the installation. */
export type Administrator = { readonly type: "member"; readonly userId: string } | { readonly type: "operator" }

/** The member is not an owner or admin of the organization, or there is no such organization. */
export class NotAllowed extends Data.TaggedError("NotAllowed")<{ readonly message: string }> {}

/** The organization, project or key is not there. */
export class Unknown extends Data.TaggedError("Unknown")<{ readonly message: string }> {}

/** The identifier is in use. */
export class AlreadyExists extends Data.TaggedError("AlreadyExists")<{ readonly message: string }> {}

/** What is kept of who administered. */
export interface Signature {
  readonly type: "user" | "operator"
  readonly id: string
  readonly name: string
}

/**
 * Lets owners and admins of an organization (and the operator) through, with the name to sign by. The row stays locked
 * until the transaction ends, so that a demotion waits for what it would have forbidden.
 */
export const requireAdministrator = Effect.fnUntraced(function* (
  sql: SqlClient,
  organizationId: string,
  administrator: Administrator
) {
  if (administrator.type === "operator") {
    const [known] = yield* translateSqlErrors(
      sql`select 1 from agent_operations.organizations where organization_id = ${organizationId}`
    )
    if (known === undefined) return yield* new Unknown({ message: `There is no organization ${organizationId}.` })
    return { type: "operator", id: "operator", name: "Operator" } satisfies Signature
  }
  const [member] = yield* translateSqlErrors(sql<{ name: string }>`
    select name from agent_operations.memberships
    where organization_id = ${organizationId} and user_id = ${administrator.userId} and role in ('owner', 'admin')
    for share`)
  if (member === undefined) {
    return yield* new NotAllowed({ message: "Only owners and admins of the organization may do this." })
  }
  return { type: "user", id: administrator.userId, name: member.name } satisfies Signature
})
