import type { Access, Membership, Project } from "@agent-operations/auth"
import { assetUrl, scriptUrl } from "../assets.ts"
import type { Page, Session } from "../context.ts"
import { type NavigationEntry, organizationEntries, projectEntries } from "../navigation.ts"
import { organizationPath, path } from "../paths.ts"
import { maxBodyBytes } from "../security.ts"
import { projectHome, type Site } from "../site.ts"
import { searchPath } from "../finding/places.ts"
import { shortcut } from "../finding/shortcuts.ts"
import { bdi, type Html, html, when } from "./html.ts"
import { pageHead } from "./page-head.ts"
import { toast } from "./toast.ts"

/** Where a page stands. */
export interface Place {
  readonly site: Pick<Site, "name" | "origin" | "prefix" | "sections" | "hasTraces" | "host">
  readonly url: URL
  readonly requestId: string
  readonly session: Session | undefined
  /** The organization, with the role that its pages depend on: nobody has one in a console of a host's people. */
  readonly membership?: Omit<Membership, "role"> & { readonly role?: Membership["role"] }
  readonly project?: Pick<Project, "id" | "organizationId" | "name">
  /** What the reader may do in the project. */
  readonly access?: Pick<Access, "scopes">
}

/** Marks the entry that is open, or the one that the page lies below. */
const navigation = (label: string, entries: ReadonlyArray<NavigationEntry>, { url }: Place) => {
  const open = entries.find(({ href, below = href }) => url.pathname === href || url.pathname.startsWith(`${below}/`))
  return html`<nav aria-label="${label}">
    <ul>
      ${entries.map(
        (entry) =>
          html`<li>
            <a
              href="${entry.href}"
              ${when(entry.shortcut, shortcut)}
              ${when(entry === open, () => html` aria-current="${entry.href === url.pathname ? "page" : "true"}"`)}
              >${entry.label}</a
            >
          </li>`
      )}
    </ul>
  </nav>`
}

const trail = ({ site, membership, project }: Place) =>
  when(
    membership,
    (membership) =>
      html`<p class="trail">
        <a href="${organizationPath(site, membership)}">${bdi(membership.organizationName)}</a>
        ${when(project, (project) => html`<span aria-hidden="true">/</span> <a href="${projectHome(site, project)}">${bdi(project.name)}</a>`)}
      </p>`
  )

const ownPerson = ({ site }: Place, { user }: Session) =>
  html`<a href="${path(site, "organizations")}">Organizations</a>
    <a href="${path(site, "account")}"><span class="unseen">Account of </span>${bdi(user.name)}</a>
    <form method="post" action="${path(site, "sign-out")}" data-sign-out="${user.id}">
      <button type="submit" class="link">Sign out</button>
    </form>`

const hostPerson = ({ site }: Place, { user }: Session, { signOut }: NonNullable<Site["host"]>) =>
  html`<a href="${path(site)}">Projects</a>
    <span>${bdi(user.name)}</span>
    ${when(signOut, (signOut) => html`<a href="${signOut}" data-sign-out="${user.id}">Sign out</a>`)}`

/** Leads to the search of the page's project or organization; the script makes a palette of it. */
const searchField = (at: Place) =>
  when(
    searchPath(at),
    (action) =>
      html`<form class="search-all" role="search" aria-label="Everything" method="get" action="${action}" data-palette>
        <label class="unseen" for="search-all">Search, or jump to a page</label>
        <input id="search-all" type="search" name="q" maxlength="120" placeholder="Search…" ${shortcut("find")} />
        <kbd aria-hidden="true">Ctrl K</kbd>
      </form>`
  )

const header = (at: Place) =>
  html`<header class="top">
    <a class="brand" href="${path(at.site)}">${at.site.name}</a>
    ${trail(at)}
    ${when(at.session, (session) => {
      const { host } = at.site
      return html`${searchField(at)}
        <div class="person">${host === undefined ? ownPerson(at, session) : hostPerson(at, session, host)}</div>`
    })}
  </header>`

const place = (at: Place) => {
  if (at.membership === undefined) return ""
  if (at.project === undefined && at.site.host !== undefined) return ""
  return at.project === undefined
    ? navigation("Organization", organizationEntries(at, at.membership), at)
    : navigation("Project", projectEntries(at, at.membership, at.project), at)
}

const said = ({ notices }: Page, { url }: Place) => {
  const code = url.searchParams.get("done") ?? ""
  const text = notices !== undefined && Object.hasOwn(notices, code) ? notices[code] : undefined
  return when(text, (text) => toast(text))
}

/** By what the log has a request that failed. */
const footer = ({ failed }: Page, { requestId }: Place) =>
  when(failed, () => html`<footer class="quiet">Request ID: ${requestId}</footer>`)

const widthOf = ({ narrow, wide }: Page) =>
  when((narrow && "narrow") || (wide && "wide"), (width) => html`class="${width}"`)

/** The script of every page, with what it is told. */
const script = ({ styleNonce }: Page, { site }: Place) => {
  const nonce = when(styleNonce, (nonce) => html` data-style-nonce="${nonce}"`)
  return html`<script src="${scriptUrl(site)}" type="module" data-max-body-bytes="${maxBodyBytes}" ${nonce}></script>`
}

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
        <link rel="stylesheet" href="${assetUrl(at.site, "builder.css")}" />
        <link rel="stylesheet" href="${assetUrl(at.site, "traces.css")}" />
        <link rel="stylesheet" href="${assetUrl(at.site, "react-views.css")}" />
        <link rel="stylesheet" href="${assetUrl(at.site, "settings.css")}" />
        <link rel="stylesheet" href="${assetUrl(at.site, "finding.css")}" />
        <link rel="stylesheet" href="${assetUrl(at.site, "conflict.css")}" />
        <link rel="stylesheet" href="${assetUrl(at.site, "lists.css")}" />
        ${script(page, at)}
      </head>
      <body ${when(at.session, () => html`data-shortcuts="${path(at.site, "shortcuts")}"`)}>
        <a class="skip" href="#content">Skip to the content</a>
        ${header(at)} ${place(at)}
        <main id="content" tabindex="-1" ${widthOf(page)}>
          ${pageHead(page, at.url)} ${said(page, at)} ${page.body}
        </main>
        ${footer(page, at)}
      </body>
    </html>`
