import type { Access, Project } from "@agent-operations/auth"
import { assetUrl, scriptUrl } from "../assets.ts"
import type { ContentVisit, Page, Reach, Session } from "../context.ts"
import { deletionBanner } from "../deletion/banner.ts"
import { navigationOf, openEntry } from "../navigation.ts"
import { path } from "../paths.ts"
import { maxBodyBytes } from "../security.ts"
import type { Site } from "../site.ts"
import { type Html, html, seen, when } from "./html.ts"
import { pageHead } from "./page-head.ts"
import { header } from "./shell/header.ts"
import { trailOf } from "./shell/trail.ts"
import { toast } from "./toast.ts"

/** Where a page stands. */
export interface Place {
  readonly site: Omit<Site, "baseUrl" | "scopes">
  readonly url: URL
  readonly requestId: string
  readonly session: Session | undefined
  /** The organization, with the role that its pages depend on: nobody has one in a console of a host's people. */
  readonly membership?: NonNullable<ContentVisit["membership"]>
  readonly project?: Pick<Project, "id" | "organizationId" | "name" | "deletion">
  /** What the reader may do in the project. */
  readonly access?: Pick<Access, "scopes">
  readonly reach?: Reach | undefined
}

const said = ({ notices }: Page, { url }: Place) => {
  const code = url.searchParams.get("done") ?? ""
  const text = notices !== undefined && Object.hasOwn(notices, code) ? notices[code] : undefined
  return when(text, (text) => toast(text))
}

/** By what the log has a request that failed. */
const footer = ({ failed }: Page, { requestId }: Place) =>
  when(failed, () => html`<footer class="quiet">Request ID: ${requestId}</footer>`)

const widthOf = ({ narrow, wide }: Page) => (narrow ? "narrow" : wide ? "wide" : "")

/** The script of every page, with what it is told. */
const script = ({ styleNonce }: Page, { site }: Place) => {
  const nonce = when(styleNonce, (nonce) => html` data-style-nonce="${nonce}"`)
  return html`<script src="${scriptUrl(site)}" type="module" data-max-body-bytes="${maxBodyBytes}" ${nonce}></script>`
}

/** A page, whole. */
export const layout = (page: Page, at: Place): Html => {
  const groups = navigationOf(at)
  const open = openEntry(groups, at.url)
  const isAlone = page.alone || at.session === undefined
  // What is not there is not told from what is not yours by where it would be.
  const trail = isAlone || page.failed ? [] : trailOf(page, at, open)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${seen(page.title)} · ${at.site.name}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="${assetUrl(at.site, "icon.svg")}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assetUrl(at.site, "style.css")}" />
        ${script(page, at)}
      </head>
      <body
        class="${isAlone ? "alone" : "sided"}"
        ${when(at.session, () => html`data-shortcuts="${path(at.site, "shortcuts")}"`)}
      >
        <a class="skip" href="#content">Skip to the content</a>
        ${header(page, at, groups, open)}
        <main id="content" tabindex="-1" class="${widthOf(page)}">
          ${said(page, at)} ${isAlone ? "" : deletionBanner(at)}
          <div class="page">${pageHead(page, trail, at.url)} ${page.body}</div>
        </main>
        ${footer(page, at)}
      </body>
    </html>`
}
