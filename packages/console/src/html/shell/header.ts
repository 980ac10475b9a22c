import { searchPath } from "../../finding/places.ts"
import { shortcut } from "../../finding/shortcuts.ts"
import type { Page } from "../../context.ts"
import type { NavigationEntry, NavigationGroup } from "../../navigation.ts"
import { type Html, html, when } from "../html.ts"
import { icon } from "../icon.ts"
import type { Place } from "../layout.ts"
import { brand } from "./brand.ts"
import { personMenu } from "./person.ts"
import { sideNavigation } from "./side-navigation.ts"
import { switcher } from "./switcher.ts"

/** Leads to the search of the page's project or organization; the script makes a palette of it. */
const searchField = (action: string) =>
  html`<form class="search-all" role="search" aria-label="Everything" method="get" action="${action}" data-palette>
    <label class="unseen" for="search-all">Search, or jump to a page</label>
    ${icon("search")}
    <input id="search-all" type="search" name="q" maxlength="120" placeholder="Search…" ${shortcut("find")} />
    <kbd aria-hidden="true">Ctrl K</kbd>
  </form>`

/** What is beside every page: on a phone it is behind a button, which needs no script. */
const whole = (at: Place, groups: ReadonlyArray<NavigationGroup>, open: NavigationEntry | undefined) => {
  const search = searchPath(at)
  return html`<header class="top">
    <div class="top-bar">
      <button type="button" class="button quiet icon-only" popovertarget="side">
        ${icon("menu")}<span class="unseen">Menu</span>
      </button>
      ${brand(at.site)}
      ${when(
        search,
        (search) =>
          html`<a class="button quiet icon-only" href="${search}"
            >${icon("search")}<span class="unseen">Search</span></a
          >`
      )}
    </div>
    <div class="side" id="side" popover>
      ${brand(at.site)} ${switcher(at)} ${when(search, searchField)} ${sideNavigation(groups, open, at.url)}
      ${when(at.session, (session) => personMenu(at, session))}
    </div>
  </header>`
}

/** What a page begins with: the way to the others, or the name of the product alone. */
export const header = (
  { alone }: Pick<Page, "alone">,
  at: Place,
  groups: ReadonlyArray<NavigationGroup>,
  open: NavigationEntry | undefined
): Html =>
  alone || at.session === undefined
    ? html`<header class="top plain">${brand(at.site)}</header>`
    : whole(at, groups, open)
