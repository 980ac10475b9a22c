import { Invitations, Unknown } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { confirmPage } from "../html/confirm.ts"
import { bdi, html } from "../html/html.ts"
import { organizationPath, seeOther } from "../paths.ts"

export const askToRevokeInvitation = Effect.fnUntraced(function* ({ membership, by, param, site }: InOrganization) {
  const { organizationId } = membership
  const open = yield* Invitations.use((invitations) => invitations.list({ organizationId, by }))
  const invitation = open.find(({ id }) => id === param("invitation"))
  if (invitation === undefined) return yield* new Unknown({ message: "There is no such open invitation." })
  return confirmPage({
    title: "Revoke this invitation?",
    body: html`<p>The link that was sent to ${bdi(invitation.email)} stops working at once.</p>`,
    button: "Revoke invitation",
    cancel: organizationPath(site, membership, "members")
  })
})

/** Ends an open invitation. */
export const revokeInvitation = Effect.fnUntraced(function* ({ membership, by, param, site }: InOrganization) {
  const { organizationId } = membership
  yield* Invitations.use((invitations) => invitations.revoke({ organizationId, id: param("invitation"), by }))
  return seeOther(organizationPath(site, membership, "members"), "revoked")
})
