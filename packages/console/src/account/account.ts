import { Effect } from "effect"
import type { SignedIn } from "../context.ts"
import { actions, buttonLink } from "../html/form.ts"
import { bdi, html, time, when } from "../html/html.ts"
import { empty, facts, table } from "../html/table.ts"
import { path } from "../paths.ts"
import { listScopes } from "../scopes.ts"
import { projectHome, type Site } from "../site.ts"
import { type EndedGrant, type Grant, Grants } from "@agent-operations/identity"

const application = (site: Site) => (grant: Grant) => [
  html`${bdi(grant.clientName)}
    <div class="quiet">${grant.redirectHost}</div>`,
  html`<a href="${projectHome(site, { organizationId: grant.organizationId, id: grant.projectId })}"
    >${bdi(grant.organizationName)} / ${bdi(grant.projectName)}</a
  >`,
  listScopes(grant.scopes),
  time(grant.createdAt),
  grant.lastUsedAt === null ? "Never" : time(grant.lastUsedAt),
  buttonLink("Disconnect", path(site, "account", "applications", grant.id, "disconnect"), { about: grant.clientName })
]

const applications = (site: Site, grants: ReadonlyArray<Grant>) =>
  grants.length === 0
    ? empty("None. An application that asks for access in your name appears here once you allow it.")
    : table({
        caption: "Applications that you allowed to act in your name",
        columns: ["Application", "Project", "May", "Connected", "Last used", "Actions"],
        rows: grants.map(application(site))
      })

/** What was taken from applications without the person. */
const ended = (grants: ReadonlyArray<EndedGrant>) =>
  when(
    grants.length > 0,
    () =>
      html`<h3>Ended by your organizations</h3>
        ${table({
          caption: "Applications of yours that somebody else disconnected within 30 days",
          columns: ["Application", "Organization", "Ended by", "When"],
          rows: grants.map(({ clientName, organizationName, endedBy, endedAt }) => [
            bdi(clientName),
            bdi(organizationName),
            bdi(endedBy.name),
            time(endedAt)
          ])
        })}`
  )

const notices = { disconnected: "The application is disconnected. Its access ended at once." }

/** A person's own page: who they are, where they are signed in, and what acts for them. */
export const account = Effect.fnUntraced(function* ({ session, site }: SignedIn) {
  const { list, listEnded } = yield* Grants
  const of = { userId: session.user.id }
  const [grants, endedGrants] = [yield* list(of), yield* listEnded(of)]
  return {
    title: "Account",
    notices,
    body: html`${facts([
        ["Name", bdi(session.user.name)],
        ["E-mail", bdi(session.user.email)],
        ["Signed in", time(session.createdAt)],
        ["Until", time(session.expiresAt)]
      ])}
      <h2>Sessions</h2>
      <p>Lost a device, or signed in where you no longer are? End every session of yours, this one too.</p>
      ${actions(buttonLink("Sign out everywhere", path(site, "account", "sign-out-everywhere")))}
      <h2>Connected applications</h2>
      ${applications(site, grants)} ${ended(endedGrants)}`
  }
})
