import type { Access, Membership, Project } from "@agent-operations/auth"
import { assetUrl } from "../assets.ts"
import { mayRead } from "../content/may.ts"
import type { Page, Session } from "../context.ts"
import { organizationPath, path, projectPath } from "../paths.ts"
import { manages } from "../roles.ts"
import { maxBodyBytes } from "../security.ts"
import { projectHome, type Site } from "../site.ts"
import { capital } from "../content/words.ts"
import { bdi, type Html, html, when } from "./html.ts"
import { notice } from "./notice.ts"

/** Where a page stands. */
export interface Place {
  readonly site: Pick<Site, "name" | "prefix" | "sections" | "host">
  readonly url: URL
  readonly requestId: string
  readonly session: Session | undefined
  /** The organization, with the role that its pages depend on: nobody has one in a console of a host's people. */
  readonly membership?: Omit<Membership, "role"> & { readonly role?: Membership["role"] }
  readonly project?: Pick<Project, "id" | "organizationId" | "name">
  /** What the reader may do in the project. */
  readonly access?: Pick<Access, "scopes">
}

type Organization = NonNullable<Place["membership"]>

/** `below` is what else is the entry's, by default what lies below it. */
type Entry = readonly [label: string, href: string, below?: string]

/** Marks the entry that is open, or the one that the page lies below. */
const navigation = (label: string, entries: ReadonlyArray<Entry>, { url }: Place) => {
  const open = entries.find(([, href, below = href]) => url.pathname === href || url.pathname.startsWith(`${below}/`))
  return html`<nav aria-label="${label}">
    <ul>
      ${entries.map(
        (entry) =>
          html`<li>
            <a
              href="${entry[1]}"
              ${when(entry === open, () => html` aria-current="${entry[1] === url.pathname ? "page" : "true"}"`)}
              >${entry[0]}</a
            >
          </li>`
      )}
    </ul>
  </nav>`
}

const ofOrganization = ({ site }: Place, membership: Organization): ReadonlyArray<Entry> => [
  ["Projects", organizationPath(site, membership), organizationPath(site, membership, "projects")],
  ["Members", organizationPath(site, membership, "members")],
  ...(manages(membership)
    ? ([
        ["API keys", organizationPath(site, membership, "keys")],
        ["Applications", organizationPath(site, membership, "applications")]
      ] as const)
    : []),
  ...(membership.role === "owner" ? [["Audit log", organizationPath(site, membership, "audit")] as const] : []),
  ...(manages(membership) ? [["Settings", organizationPath(site, membership, "settings")] as const] : [])
]

const ofProject = (
  { site, access = { scopes: "all" } }: Place,
  membership: Organization,
  project: NonNullable<Place["project"]>
): ReadonlyArray<Entry> => [
  ...site.sections
    .filter((section) => mayRead(access, section))
    .map(({ kind, path }) => [capital(kind.titlePlural), projectPath(site, project, path)] as const),
  ...(manages(membership) ? [["Settings", projectPath(site, project, "settings")] as const] : [])
]

const trail = ({ site, membership, project, access }: Place) =>
  when(
    membership,
    (membership) =>
      html`<p class="trail">
        <a href="${organizationPath(site, membership)}">${bdi(membership.organizationName)}</a>
        ${when(project, (project) => html`<span aria-hidden="true">/</span> <a href="${projectHome(site, project, access)}">${bdi(project.name)}</a>`)}
      </p>`
  )

const ownPerson = ({ site }: Place, { user }: Session) =>
  html`<a href="${path(site, "organizations")}">Organizations</a>
    <a href="${path(site, "account")}"><span class="unseen">Account of </span>${bdi(user.name)}</a>
    <form method="post" action="${path(site, "sign-out")}">
      <button type="submit" class="link">Sign out</button>
    </form>`

const hostPerson = ({ site }: Place, { user }: Session, { signOut }: NonNullable<Site["host"]>) =>
  html`<a href="${path(site)}">Projects</a>
    <span>${bdi(user.name)}</span>
    ${when(signOut, (signOut) => html`<a href="${signOut}">Sign out</a>`)}`

const header = (at: Place) =>
  html`<header class="top">
    <a class="brand" href="${path(at.site)}">${at.site.name}</a>
    ${trail(at)}
    ${when(at.session, (session) => {
      const { host } = at.site
      return html`<div class="person">
        ${host === undefined ? ownPerson(at, session) : hostPerson(at, session, host)}
      </div>`
    })}
  </header>`

const place = (at: Place) => {
  if (at.membership === undefined) return ""
  if (at.project === undefined && at.site.host !== undefined) return ""
  return at.project === undefined
    ? navigation("Organization", ofOrganization(at, at.membership), at)
    : navigation("Project", ofProject(at, at.membership, at.project), at)
}

const said = ({ notices }: Page, { url }: Place) => {
  const code = url.searchParams.get("done") ?? ""
  const text = notices !== undefined && Object.hasOwn(notices, code) ? notices[code] : undefined
  return when(text, (text) => notice("good", text))
}

/** By what the log has a request that failed. */
const footer = ({ failed }: Page, { requestId }: Place) =>
  when(failed, () => html`<footer class="quiet">Request ID: ${requestId}</footer>`)

/** A page, whole. */
export const layout = (page: Page, at: Place): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${page.title} · ${at.site.name}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="${assetUrl(at.site, "icon.svg")}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assetUrl(at.site, "style.css")}" />
        <link rel="stylesheet" href="${assetUrl(at.site, "content.css")}" />
        <script src="${assetUrl(at.site, "console.js")}" data-max-body-bytes="${maxBodyBytes}" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        ${header(at)} ${place(at)}
        <main id="content" tabindex="-1" ${when(page.narrow, () => html` class="narrow"`)}>
          <h1>${page.title}</h1>
          ${said(page, at)} ${page.body}
        </main>
        ${footer(page, at)}
      </body>
    </html>`
