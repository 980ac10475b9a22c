import { Grants, type MemberGrant } from "@agent-operations/identity"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { buttonLink } from "../html/form.ts"
import { bdi, html, time } from "../html/html.ts"
import { empty, nextPage, table } from "../html/table.ts"
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
    html`${bdi(grant.person.name)}
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

/** What acts for members of an organization, newest first; for owners and admins. */
export const applicationList = onlyManagers(
  Effect.fnUntraced(function* (visit: InOrganization) {
    const { membership, by, query } = visit
    const { organizationId } = membership
    const before = query("before")
    const { items, nextBefore } = yield* Grants.use((grants) =>
      grants.listOfOrganization({ organizationId, by, limit: pageSize, ...(before !== undefined && { before }) })
    )
    return {
      title: "Connected applications",
      notices,
      body:
        items.length === 0
          ? empty(
              before === undefined
                ? "None. An application appears here once a member allows it to act in their name."
                : "No application was connected earlier."
            )
          : html`<p>Each reaches one project, as the member who allowed it, and never more than that member may.</p>
              ${table({
                caption: html`Applications that members of ${bdi(membership.organizationName)} allowed to act in their
                name`,
                columns: ["Application", "Member", "Project", "May", "Connected", "Last used", "Actions"],
                rows: items.map(row(visit))
              })}
              ${nextPage(
                nextBefore &&
                  `${organizationPath(visit.site, membership, "applications")}?before=${encodeURIComponent(nextBefore)}`,
                "Earlier"
              )}`
    }
  })
)
