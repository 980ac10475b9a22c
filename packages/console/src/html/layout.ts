import type { Membership, Project } from "@agent-operations/auth"
import { assetUrl } from "../assets.ts"
import type { Page } from "../context.ts"
import type { BrowserSession } from "@agent-operations/identity"
import { organizationPath, path, projectPath } from "../paths.ts"
import { maxBodyBytes } from "../security.ts"
import { projectHome, type Site } from "../site.ts"
import { capital } from "../content/words.ts"
import { bdi, type Html, html, when } from "./html.ts"
import { notice } from "./notice.ts"

/** Where a page stands. */
export interface Place {
  readonly site: Pick<Site, "name" | "prefix" | "sections">
  readonly url: URL
  readonly requestId: string
  readonly session: BrowserSession | undefined
  readonly membership?: Membership
  readonly project?: Project
}

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

const ofOrganization = ({ site }: Place, membership: Membership): ReadonlyArray<Entry> => [
  ["Projects", organizationPath(site, membership), organizationPath(site, membership, "projects")],
  ["Members", organizationPath(site, membership, "members")],
  ...(membership.role === "member"
    ? []
    : ([
        ["API keys", organizationPath(site, membership, "keys")],
        ["Applications", organizationPath(site, membership, "applications")]
      ] as const)),
  ...(membership.role === "owner" ? [["Audit log", organizationPath(site, membership, "audit")] as const] : []),
  ...(membership.role === "member" ? [] : [["Settings", organizationPath(site, membership, "settings")] as const])
]

const ofProject = ({ site }: Place, membership: Membership, project: Project): ReadonlyArray<Entry> => [
  ...site.sections.map(({ kind, path }) => [capital(kind.titlePlural), projectPath(site, project, path)] as const),
  ...(membership.role === "member" ? [] : [["Settings", projectPath(site, project, "settings")] as const])
]

const trail = ({ site, membership, project }: Place) =>
  when(
    membership,
    (membership) =>
      html`<p class="trail">
        <a href="${organizationPath(site, membership)}">${bdi(membership.organizationName)}</a>
        ${when(project, (project) => html`<span aria-hidden="true">/</span> <a href="${projectHome(site, project)}">${bdi(project.name)}</a>`)}
      </p>`
  )

const header = (at: Place) =>
  html`<header class="top">
    <a class="brand" href="${path(at.site)}">${at.site.name}</a>
    ${trail(at)}
    ${when(
      at.session,
      ({ user }) =>
        html`<div class="person">
          <a href="${path(at.site, "organizations")}">Organizations</a>
          <a href="${path(at.site, "account")}"><span class="unseen">Account of </span>${bdi(user.name)}</a>
          <form method="post" action="${path(at.site, "sign-out")}">
            <button type="submit" class="link">Sign out</button>
          </form>
        </div>`
    )}
  </header>`

const place = (at: Place) => {
  if (at.membership === undefined) return ""
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
