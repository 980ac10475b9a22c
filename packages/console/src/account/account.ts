import { Effect } from "effect"
import type { Page, SignedIn } from "../context.ts"
import { avatar } from "../html/avatar.ts"
import { buttonLink } from "../html/form.ts"
import { bdi, html, time, when } from "../html/html.ts"
import { empty, table } from "../html/table.ts"
import { nameForm } from "../name-form.ts"
import { path } from "../paths.ts"
import { listScopes } from "../scopes.ts"
import { projectHome, type Site } from "../site.ts"
import { sessionTable } from "./sessions.ts"
import { type EndedGrant, type Grant, Grants, BrowserSessions } from "@agent-operations/identity"

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

const notices = {
  disconnected: "The application is disconnected. Its access ended at once.",
  renamed: "You have your new name. What you did before stays signed with the former one.",
  "signed-out": "The browser is signed out.",
  "signed-out-others": "All other browsers are signed out."
}

/** A person's own page, with what was typed as their name. */
export const accountPage = Effect.fnUntraced(function* (visit: SignedIn, name: string, error?: string) {
  const { session, site } = visit
  const { user } = session
  const { list, listEnded } = yield* Grants
  const of = { userId: user.id }
  const [grants, endedGrants] = [yield* list(of), yield* listEnded(of)]
  const sessions = yield* BrowserSessions.use((all) => all.list(user.id))
  return {
    title: "Account",
    ...(error !== undefined && { status: 422 }),
    notices,
    body: html`<p class="person-line">
        ${avatar(user)} ${bdi(user.name)} <span class="quiet">${bdi(user.email)}</span>
      </p>
      ${nameForm({ label: "Name", button: "Change name", value: name, error })}
      <p class="quiet">
        Members of your organizations see your name and address. You sign in with the address, which stays as it is.
      </p>
      <h2>Sessions</h2>
      ${sessionTable(visit, sessions)}
      <h2>Connected applications</h2>
      ${applications(site, grants)} ${ended(endedGrants)}`
  } satisfies Page as Page
})

/** A person's own page: who they are, where they are signed in, and what acts for them. */
export const account = (visit: SignedIn) => accountPage(visit, visit.session.user.name)
