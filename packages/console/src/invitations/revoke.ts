import { Invitations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { confirmPage } from "../html/confirm.ts"
import { bdi, html } from "../html/html.ts"
import { membersPath } from "../members/links.ts"
import { seeOther } from "../paths.ts"

export const askToRevokeInvitation = Effect.fnUntraced(function* (visit: InOrganization) {
  const { membership, by, param } = visit
  const { organizationId } = membership
  const id = param("invitation")
  const invitation = yield* Invitations.use((invitations) => invitations.get({ organizationId, id, by }))
  return confirmPage({
    title: "Revoke this invitation?",
    body: html`<p>The link that was sent to ${bdi(invitation.email)} stops working at once.</p>`,
    button: "Revoke invitation",
    cancel: membersPath(visit)
  })
})

/** Ends an open invitation. */
export const revokeInvitation = Effect.fnUntraced(function* (visit: InOrganization) {
  const { membership, by, param } = visit
  const { organizationId } = membership
  yield* Invitations.use((invitations) => invitations.revoke({ organizationId, id: param("invitation"), by }))
  return seeOther(membersPath(visit), "revoked")
})
