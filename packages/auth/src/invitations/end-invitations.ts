import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { type AuditAction, recordAudit } from "../audit/record-audit.ts"
import type { Signature } from "../organizations/administrator.ts"
import type { Role } from "../organizations/role.ts"

/** An invitation as it is kept. */
export interface InvitationRow {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly created_at: Date
  readonly created_by: string
  readonly expires_at: Date
}

export const invitationColumns = "id, email, role, created_at, created_by, expires_at"

/** Notes what became of an invitation. */
export const recordInvitation = (
  sql: SqlClient,
  organizationId: string,
  actor: Signature,
  action: Extract<AuditAction, `invitation.${string}`>,
  { id, email: name, role }: Pick<InvitationRow, "id" | "email" | "role">
) => recordAudit(sql, { organizationId, actor, action, subject: { type: "invitation", id, name }, details: { role } })

/** Ends those invitations of an organization that are open, and tells each; those that are over go without a word. */
export const endInvitations = Effect.fnUntraced(function* (
  sql: SqlClient,
  organizationId: string,
  by: Signature,
  which: Fragment
) {
  const rows = yield* sql<InvitationRow>`
    delete from agent_operations.invitations where organization_id = ${organizationId} and ${which}
    returning ${sql.literal(invitationColumns)}`
  const now = DateTime.toDateUtc(yield* DateTime.now)
  const open = rows.filter((row) => row.expires_at > now)
  for (const row of open) yield* recordInvitation(sql, organizationId, by, "invitation.revoked", row)
  return open
})

/** Ends the invitations that a member made and could not make any more, with the role that they have now, or without one. */
export const endInvitationsOf = (
  sql: SqlClient,
  organizationId: string,
  by: Signature,
  userId: string,
  role: Role | undefined
) => {
  if (role === "owner") return Effect.void
  const made = sql`created_by::jsonb ->> 'type' = 'user' and created_by::jsonb ->> 'id' = ${userId}`
  return endInvitations(sql, organizationId, by, role === "admin" ? sql`${made} and role = 'owner'` : made)
}
