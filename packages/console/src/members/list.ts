import { type Invitation, Invitations, type Member, Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { dialogLink } from "../html/dialog.ts"
import { avatar } from "../html/avatar.ts"
import { actions, buttonLink } from "../html/form.ts"
import { bdi, html, time, when } from "../html/html.ts"
import { badge } from "../html/badge.ts"
import { empty, facts, table } from "../html/table.ts"
import { organizationPath } from "../paths.ts"
import { everyRole, manages, roleNames } from "../roles.ts"

/** Whether one of the roles may change a member: admins all but owners. */
export const mayChange = ({ membership }: InOrganization, { role }: Member) =>
  membership.role === "owner" || (membership.role === "admin" && role !== "owner")

const memberRow = (visit: InOrganization) => (member: Member) => [
  html`${avatar({ id: member.userId, name: member.name })} ${bdi(member.name)}
  ${when(member.userId === visit.by.userId, () => badge("you"))}`,
  bdi(member.email ?? "—"),
  roleNames[member.role],
  time(member.since),
  ...(manages(visit.membership)
    ? [
        actions(
          when(mayChange(visit, member), () =>
            buttonLink("Change", organizationPath(visit.site, visit.membership, "members", member.userId), {
              about: member.name
            })
          ),
          buttonLink(
            "Applications",
            `${organizationPath(visit.site, visit.membership, "applications")}?member=${encodeURIComponent(member.userId)}`,
            { about: `of ${member.name}` }
          )
        )
      ]
    : [])
]

const invitationRow =
  ({ membership, site }: InOrganization) =>
  (invitation: Invitation) => [
    bdi(invitation.email),
    roleNames[invitation.role],
    badge("Open", "accent"),
    html`${bdi(invitation.createdBy.name)}
      <div class="quiet">${time(invitation.createdAt)}</div>`,
    time(invitation.expiresAt),
    when(membership.role === "owner" || invitation.role !== "owner", () =>
      dialogLink("Revoke", organizationPath(site, membership, "members", "invitations", invitation.id, "revoke"), {
        about: invitation.email
      })
    )
  ]

const invitationsSection = Effect.fnUntraced(function* (visit: InOrganization) {
  const { by, membership } = visit
  if (!manages(membership)) return ""
  const open = yield* Invitations.use((all) => all.list({ organizationId: membership.organizationId, by }))
  return html`<h2>Open invitations</h2>
    ${
      open.length === 0
        ? empty("None. Whoever is invited is listed here until they join.")
        : table({
            caption: "Invitations that nobody has accepted yet",
            columns: ["E-mail", "Role", "State", "Invited by", "Valid until", "Actions"],
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
    primary: when(manages(membership), () =>
      buttonLink("Invite member", organizationPath(visit.site, membership, "members", "invitations", "new"), {
        kind: "primary"
      })
    ),
    body: html`${table({
        caption: html`Members of ${bdi(membership.organizationName)}`,
        columns: ["Name", "E-mail", "Role", "Since", ...(manages(membership) ? ["Actions"] : [])],
        rows: members.map(memberRow(visit))
      })}
      ${yield* invitationsSection(visit)}
      ${when(
        manages(membership),
        () =>
          html`<h2>What each role may do</h2>
            ${facts(everyRole)}`
      )}
      <h2>Leave</h2>
      <p>You can leave the organization. You lose your access to its projects at once.</p>
      ${actions(buttonLink("Leave organization", organizationPath(visit.site, membership, "members", "leave")))}`
  }
})
