import { Grants, type MemberGrant } from "@agent-operations/identity"
import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { avatar } from "../html/avatar.ts"
import { buttonLink } from "../html/form.ts"
import { bdi, html, time } from "../html/html.ts"
import { empty, nextPage, table } from "../html/table.ts"
import { memberSearch } from "../members/list.ts"
import { onlyManagers } from "../only.ts"
import { organizationPath } from "../paths.ts"
import { listScopes } from "../scopes.ts"
import { projectHome } from "../site.ts"

const pageSize = 50

const row =
  ({ membership, site }: InOrganization) =>
  (grant: MemberGrant) => [
    html`${bdi(grant.clientName)}
      <div class="quiet">${grant.redirectHost}</div>`,
    html`${avatar(grant.person)} ${bdi(grant.person.name)}
      <div class="quiet">${bdi(grant.person.email)}</div>`,
    html`<a href="${projectHome(site, { ...membership, id: grant.projectId })}">${bdi(grant.projectName)}</a>`,
    listScopes(grant.scopes),
    time(grant.createdAt),
    grant.lastUsedAt === null ? "Never" : time(grant.lastUsedAt),
    buttonLink("Disconnect", organizationPath(site, membership, "applications", grant.id, "disconnect"), {
      about: `${grant.clientName} of ${grant.person.name}`
    })
  ]

const notices = { disconnected: "The application is disconnected. Its access ended at once." }

/** Whose applications are listed, and the way to those of others. */
const whose = Effect.fnUntraced(function* (visit: InOrganization, userId: string) {
  const { by, membership, site } = visit
  if (userId === "") return memberSearch(visit, "Of one member: name or e-mail")
  const { organizationId } = membership
  const member = yield* Organizations.use((organizations) => organizations.member({ organizationId, userId, by })).pipe(
    Effect.catchTag("Unknown", () => Effect.undefined)
  )
  const named = member === undefined ? "" : html`Those of ${bdi(member.name)} ${bdi(member.email ?? "")}.`
  return html`<p>${named}</p>
    ${buttonLink("Show those of every member", organizationPath(site, membership, "applications"))}`
})

/** What acts for members of an organization, newest first; for owners and admins. */
export const applicationList = onlyManagers(
  Effect.fnUntraced(function* (visit: InOrganization) {
    const { membership, by, query } = visit
    const { organizationId } = membership
    const before = query("before")
    const person = query("member") ?? ""
    const { items, nextBefore } = yield* Grants.use((grants) =>
      grants.listOfOrganization({
        organizationId,
        by,
        limit: pageSize,
        ...(before !== undefined && { before }),
        ...(person !== "" && { userId: person })
      })
    )
    const path = organizationPath(visit.site, membership, "applications")
    return {
      title: "Connected applications",
      notices,
      body: html`<p>
          Each can reach one project as the member who allowed it, with no more access than that member has.
        </p>
        ${yield* whose(visit, person)}
        ${
          items.length === 0
            ? empty(
                before === undefined
                  ? `None${person === "" ? "" : " of this member"}. An application appears here once a member allows it to act in their name.`
                  : "No application was connected earlier."
              )
            : html`${table({
                  caption: html`Applications that members of ${bdi(membership.organizationName)} allowed to act in their
                  name`,
                  columns: ["Application", "Member", "Project", "May", "Connected", "Last used", "Actions"],
                  rows: items.map(row(visit))
                })}
                <p class="quiet">
                  An application is noted as used when it asks for access anew, every 10 minutes or so.
                </p>
                ${nextPage(
                  nextBefore &&
                    `${path}?${new URLSearchParams({ ...(person !== "" && { member: person }), before: nextBefore })}`,
                  "Earlier"
                )}`
        }`
    }
  })
)
