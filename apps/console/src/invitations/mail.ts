import type { Role } from "@agent-operations/auth"
import { html } from "../html/html.ts"
import { roleNames } from "../roles.ts"

/** The mail that invites somebody. */
export const invitationMail = (invitation: {
  readonly to: string
  readonly organizationName: string
  readonly invitedBy: string
  readonly role: Role
  readonly link: string
}) => {
  const { to, organizationName, invitedBy, role, link } = invitation
  const lead = `${invitedBy} invites you to join ${organizationName} on Agent Operations as ${roleNames[role].toLowerCase()}.`
  const rest = "The link is valid for 7 days, once, for this address. If you expect no invitation, ignore this mail."
  return {
    to,
    subject: `Invitation to ${organizationName}`,
    text: `${lead}\n\n${link}\n\n${rest}\n`,
    html: String(
      html`<p>${lead}</p>
        <p><a href="${link}">${link}</a></p>
        <p>${rest}</p>`
    )
  }
}
