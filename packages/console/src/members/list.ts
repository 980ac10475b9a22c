import { type Invitation, Invitations, type Member, Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { actions, buttonLink } from "../html/form.ts"
import { bdi, html, time, when } from "../html/html.ts"
import { badge } from "../html/notice.ts"
import { empty, table } from "../html/table.ts"
import { organizationPath } from "../paths.ts"
import { manages, roleNames } from "../roles.ts"

/** Whether one of the roles may change a member: admins all but owners. */
export const mayChange = ({ membership }: InOrganization, { role }: Member) =>
  membership.role === "owner" || (membership.role === "admin" && role !== "owner")

const memberRow = (visit: InOrganization) => (member: Member) => [
  html`${bdi(member.name)} ${when(member.userId === visit.by.userId, () => badge("you"))}`,
  bdi(member.email ?? "—"),
  roleNames[member.role],
  time(member.since),
  ...(manages(visit.membership)
    ? [
        when(mayChange(visit, member), () =>
          buttonLink("Change", organizationPath(visit.site, visit.membership, "members", member.userId), {
            about: member.name
          })
        )
      ]
    : [])
]

const invitationRow =
  ({ membership, site }: InOrganization) =>
  (invitation: Invitation) => [
    bdi(invitation.email),
    roleNames[invitation.role],
    bdi(invitation.createdBy.name),
    time(invitation.expiresAt),
    when(membership.role === "owner" || invitation.role !== "owner", () =>
      buttonLink("Revoke", organizationPath(site, membership, "members", "invitations", invitation.id, "revoke"), {
        about: invitation.email
      })
    )
  ]

const invitationsSection = Effect.fnUntraced(function* (visit: InOrganization) {
  const { by, membership } = visit
  if (!manages(membership)) return ""
  const open = yield* Invitations.use((all) => all.list({ organizationId: membership.organizationId, by }))
  return html`${actions(
      buttonLink("Invite member", organizationPath(visit.site, membership, "members", "invitations", "new"), {
        kind: "primary"
      })
    )}
    <h2>Open invitations</h2>
    ${
      open.length === 0
        ? empty("None.")
        : table({
            caption: "Invitations that nobody has accepted yet",
            columns: ["E-mail", "Role", "Invited by", "Valid until", "Actions"],
            rows: open.map(invitationRow(visit))
          })
    }`
})

const notices = {
  changed: "The role is changed.",
  removed: "The member is removed. Their access ended at once.",
  invited: "The invitation is mailed. It is valid for 7 days.",
  revoked: "The invitation is revoked."
}

/** Who is in an organization, and who is invited. */
export const memberList = Effect.fnUntraced(function* (visit: InOrganization) {
  const { by, membership } = visit
  const { organizationId } = membership
  const members = yield* Organizations.use((organizations) => organizations.members({ organizationId, by }))
  return {
    title: "Members",
    notices,
    body: html`${table({
        caption: html`Members of ${bdi(membership.organizationName)}`,
        columns: ["Name", "E-mail", "Role", "Since", ...(manages(membership) ? ["Actions"] : [])],
        rows: members.map(memberRow(visit))
      })}
      ${yield* invitationsSection(visit)}
      <h2>Leave</h2>
      <p>You can leave the organization. You lose your access to its projects at once.</p>
      ${actions(buttonLink("Leave organization", organizationPath(visit.site, membership, "members", "leave")))}`
  }
})
