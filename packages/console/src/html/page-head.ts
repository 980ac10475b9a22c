import type { Crumb, Page } from "../context.ts"
import { bdi, type Html, html, seen, when } from "./html.ts"
import { menu } from "./menu.ts"
import { tabs } from "./tabs.ts"

const breadcrumbs = (trail: ReadonlyArray<Crumb>): Html | "" =>
  when(
    trail.length > 0,
    () =>
      html`<nav class="breadcrumbs" aria-label="Breadcrumbs">
        <ol>
          ${trail.map(({ label, href }) => html`<li><a href="${href}">${bdi(label)}</a></li>`)}
        </ol>
      </nav>`
  )

/** What a page begins with: where it is, its title, what can be done, and the pages beside it. */
export const pageHead = (
  { title, primary, more = [], tabs: beside = [] }: Page,
  trail: ReadonlyArray<Crumb>,
  url: URL
): Html =>
  html`<div class="page-head">
      ${breadcrumbs(trail)}
      <div class="page-title">
        <h1>${seen(title)}</h1>
        ${when(
          primary || more.length > 0,
          () =>
            html`<div class="page-actions">${primary ?? ""} ${menu("More actions", more, { icon: "ellipsis" })}</div>`
        )}
      </div>
    </div>
    ${tabs("Pages of this", beside, url.pathname)}`
