import { shortcut } from "../../finding/shortcuts.ts"
import type { NavigationEntry, NavigationGroup } from "../../navigation.ts"
import { type Html, html, when } from "../html.ts"
import { icon } from "../icon.ts"

const link = (entry: NavigationEntry, open: NavigationEntry | undefined, { pathname }: URL) =>
  html`<li>
    <a
      href="${entry.href}"
      ${when(entry.shortcut, shortcut)}
      ${when(entry === open, () => html` aria-current="${entry.href === pathname ? "page" : "true"}"`)}
      >${icon(entry.icon)} <span>${entry.label}</span></a
    >
  </li>`

/** Groups of pages, with the one that is open marked. */
export const sideNavigation = (
  groups: ReadonlyArray<NavigationGroup>,
  open: NavigationEntry | undefined,
  url: URL
): Html =>
  html`<div class="side-navigation">
    ${groups.map(
      ({ label, entries }) =>
        html`<nav aria-label="${label}">
          <p class="side-title" aria-hidden="true">${label}</p>
          <ul>
            ${entries.map((entry) => link(entry, open, url))}
          </ul>
        </nav>`
    )}
  </div>`
