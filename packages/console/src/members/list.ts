import { type Invitation, Invitations, type Member, Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { dialogLink } from "../html/dialog.ts"
import { avatar } from "../html/avatar.ts"
import { textField } from "../html/field.ts"
import { actions, button, buttonLink, searchForm } from "../html/form.ts"
import { bdi, type Html, html, time, when } from "../html/html.ts"
import { badge } from "../html/badge.ts"
import { empty, facts, nextPage, table } from "../html/table.ts"
import { pageOf, readForPage } from "../paging.ts"
import { organizationPath } from "../paths.ts"
import { everyRole, manages, roleNames } from "../roles.ts"
import { membersPath } from "./links.ts"

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
            buttonLink("Change", membersPath(visit, [member.userId]), { about: member.name })
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

const invitationRow = (visit: InOrganization) => (invitation: Invitation) => [
  bdi(invitation.email),
  roleNames[invitation.role],
  badge("Open", "accent"),
  html`${bdi(invitation.createdBy.name)}
    <div class="quiet">${time(invitation.createdAt)}</div>`,
  time(invitation.expiresAt),
  when(visit.membership.role === "owner" || invitation.role !== "owner", () =>
    dialogLink("Revoke", membersPath(visit, ["invitations", invitation.id, "revoke"]), { about: invitation.email })
  )
]

const invitationsSection = Effect.fnUntraced(function* (visit: InOrganization) {
  const { by, membership, query } = visit
  if (!manages(membership)) return ""
  const { organizationId } = membership
  const before = query("before")
  const open = yield* Invitations.use((all) => all.list({ organizationId, by, before, limit: readForPage }))
  const { items, last } = pageOf(open, ({ id }) => id)
  return html`<h2>Open invitations</h2>
    ${
      items.length === 0
        ? empty(
            before === undefined
              ? "None. Whoever is invited is listed here until they join."
              : "No open invitation was created earlier."
          )
        : html`${table({
            caption: "Invitations that nobody has accepted yet",
            columns: ["E-mail", "Role", "State", "Invited by", "Valid until", "Actions"],
            rows: items.map(invitationRow(visit))
          })}
          ${nextPage(last && membersPath(visit, [], { before: last }), "Earlier invitations")}`
    }`
})

const notices = {
  changed: "The role is changed.",
  removed: "The member is removed. Their access ended at once.",
  invited: "The invitation is mailed. It is valid for 7 days.",
  revoked: "The invitation is revoked."
}

/** Finds a member among many, by a part of their name or address. */
export const memberSearch = ({ membership, site }: InOrganization, label: string, asked = ""): Html =>
  searchForm({
    action: organizationPath(site, membership, "members"),
    body: html`${textField({ name: "q", label, type: "search", value: asked, maxlength: 320 })}
    ${actions(button("Find member", { kind: "plain" }))}`
  })

/** A part of the members, by name, and the ways to others. */
const membersSection = Effect.fnUntraced(function* (visit: InOrganization) {
  const { by, membership, query } = visit
  const { organizationId } = membership
  const [search, after] = [query("q")?.trim() ?? "", query("after")]
  const members = yield* Organizations.use((organizations) =>
    organizations.members({ organizationId, by, search, after, limit: readForPage })
  )
  const { items, last } = pageOf(members, ({ userId }) => userId)
  const isAll = search === "" && after === undefined && last === null
  return html`${when(!isAll, () => memberSearch(visit, "Name or e-mail", search))}
  ${
    items.length === 0
      ? empty(
          after === undefined
            ? html`No member has “${bdi(search)}” in their name or address.`
            : "No further member comes after these by name."
        )
      : table({
          caption: html`Members of ${bdi(membership.organizationName)}`,
          columns: ["Name", "E-mail", "Role", "Since", ...(manages(membership) ? ["Actions"] : [])],
          rows: items.map(memberRow(visit))
        })
  }
  ${nextPage(last && membersPath(visit, [], { after: last }), "More members")}`
})

/** Who is in an organization, and who is invited. */
export const memberList = Effect.fnUntraced(function* (visit: InOrganization) {
  const { membership } = visit
  return {
    title: "Members",
    notices,
    primary: when(manages(membership), () =>
      buttonLink("Invite member", organizationPath(visit.site, membership, "members", "invitations", "new"), {
        kind: "primary"
      })
    ),
    body: html`${yield* membersSection(visit)} ${yield* invitationsSection(visit)}
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
