import { type Shortcut, shortcut } from "../finding/shortcuts.ts"
import { type Html, html, when } from "./html.ts"

/** A page beside others of one thing. */
export interface Tab {
  readonly label: string
  readonly href: string
  /** Whether it is the one that is shown; by default the one of the page's path is. */
  readonly current?: boolean
  readonly shortcut?: Shortcut
}

/** The pages of one thing beside each other. The one of `pathname` is marked. */
export const tabs = (label: string, all: ReadonlyArray<Tab>, pathname: string): Html | "" =>
  when(
    all.length > 0,
    () =>
      html`<nav class="tabs" aria-label="${label}">
        <ul>
          ${all.map(
            (tab) =>
              html`<li>
                <a
                  href="${tab.href}"
                  ${when(tab.shortcut, shortcut)}
                  ${when(tab.current ?? tab.href.split("?")[0] === pathname, () => html` aria-current="page"`)}
                  >${tab.label}</a
                >
              </li>`
          )}
        </ul>
      </nav>`
  )
