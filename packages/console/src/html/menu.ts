import { type Html, html, when } from "./html.ts"
import { icon, type IconName } from "./icon.ts"

/** An entry of a menu: a page that it leads to, or with `post` an action without fields. */
export interface MenuItem {
  readonly label: string | Html
  /** Where it leads; with `post`, where the form is sent. */
  readonly href?: string
  readonly icon?: IconName
  /** It takes something away, and leads to a page that asks first. */
  readonly destructive?: boolean
  /** It sends a form, as signing out does. */
  readonly post?: boolean
  /** Nothing that it leads to: a text that a script copies, and that is nowhere without one. */
  readonly copy?: string
  /** It is where the reader is. */
  readonly current?: boolean
}

interface MenuOptions {
  /** Whose menu it is, for those who hear it alone: the name of a row. */
  readonly about?: string
  /** Shown instead of the label, which is then only heard. */
  readonly icon?: IconName
  /** Where its entries begin: below the start of the button, or so that they end below its end. */
  readonly align?: "start" | "end"
}

const content = ({ icon: name, label }: MenuItem) => html`${when(name, icon)}<span class="menu-label">${label}</span>`

const entry = (item: MenuItem) => {
  const kind = item.destructive === true ? "menu-item destructive" : "menu-item"
  if (item.copy !== undefined) {
    return html`<li>
      <button type="button" class="${kind}" data-copy-text="${item.copy}" hidden>${content(item)}</button>
    </li>`
  }
  if (item.post === true) {
    return html`<li>
      <form method="post" action="${item.href ?? ""}">
        <button type="submit" class="${kind}">${content(item)}</button>
      </form>
    </li>`
  }
  return html`<li>
    <a
      class="${kind}"
      href="${item.href ?? ""}"
      ${when(item.current, () => html` aria-current="true"`)}
      ${when(item.destructive, () => html` data-dialog`)}
      >${content(item)}</a
    >
  </li>`
}

/** The entries of a menu: what takes something away comes last, set apart. */
export const menuItems = (items: ReadonlyArray<MenuItem>): Html =>
  html`<ul>
    ${items.filter(({ destructive }) => !destructive).map(entry)}
    ${items.filter(({ destructive }) => destructive).map(entry)}
  </ul>`

/**
 * A menu that opens below its button, and needs no script to: with one, Escape and a press elsewhere close it, and arrow
 * keys move in it. Opening one closes the other.
 *
 * @example
 * menu("More actions", [{ label: "History", href: to("history") }, { label: "Delete", href: to("delete"), destructive: true }])
 */
export const menu = (label: string, items: ReadonlyArray<MenuItem>, options: MenuOptions = {}): Html | "" =>
  when(
    items.length > 0,
    () =>
      html`<details class="menu ${options.align ?? "end"}" name="menu" data-menu>
        <summary class="button plain ${options.icon === undefined ? "" : "icon-only"}">
          ${
            options.icon === undefined
              ? html`${label} ${icon("chevron-down")}`
              : html`${icon(options.icon)}<span class="unseen">${label}</span>`
          }${when(options.about, (about) => html`<span class="unseen"> ${about}</span>`)}
        </summary>
        <div class="menu-panel">${menuItems(items)}</div>
      </details>`
  )
