import type { Session } from "../../context.ts"
import { path } from "../../paths.ts"
import { avatar } from "../avatar.ts"
import { bdi, type Html, html, when } from "../html.ts"
import { icon } from "../icon.ts"
import type { Place } from "../layout.ts"

const leave = ({ site }: Place, { user }: Session): Html | "" => {
  const content = html`${icon("log-out")} <span class="menu-label">Sign out</span>`
  return site.host === undefined
    ? html`<li>
        <form method="post" action="${path(site, "sign-out")}" data-sign-out="${user.id}">
          <button type="submit" class="menu-item">${content}</button>
        </form>
      </li>`
    : when(
        site.host.signOut,
        (to) => html`<li><a class="menu-item" href="${to}" data-sign-out="${user.id}">${content}</a></li>`
      )
}

/** Who is signed in, and what is theirs: their account, the keys that do things, and the way out. */
export const personMenu = (at: Place, session: Session): Html =>
  html`<details class="menu start up person" name="menu" data-menu>
    <summary>
      ${avatar(session.user)} <span class="unseen">Menu of </span
      ><span class="person-name">${bdi(session.user.name)}</span> ${icon("chevrons-up-down")}
    </summary>
    <div class="menu-panel">
      <ul>
        ${when(
          at.site.host === undefined,
          () =>
            html`<li>
              <a class="menu-item" href="${path(at.site, "account")}"
                >${icon("user")} <span class="menu-label">Account</span></a
              >
            </li>`
        )}
        <li>
          <a class="menu-item" href="${path(at.site, "shortcuts")}"
            >${icon("keyboard")} <span class="menu-label">Keyboard shortcuts</span></a
          >
        </li>
        ${leave(at, session)}
      </ul>
    </div>
  </details>`
