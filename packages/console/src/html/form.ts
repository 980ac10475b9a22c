import type { FieldErrors } from "./field.ts"
import { type Shortcut, shortcut } from "../finding/shortcuts.ts"
import { type Html, html, when } from "./html.ts"

/** A form that posts; without an action, to the page's own path. */
export const form = (options: {
  readonly action?: string
  readonly body: Html
  /** What is wrong with its fields: said above them, with links to them. */
  readonly errors?: FieldErrors
  /** Beside other content instead of below it. */
  readonly inline?: boolean
  /** Its fields are those of a builder, which the script keeps up to date. */
  readonly built?: boolean
  /** What is typed is shown beside it, by the button whose action is `preview`. */
  readonly preview?: boolean
  /** Attributes for the script, by their names. */
  readonly data?: Readonly<Record<`data-${string}`, string>>
}): Html =>
  html` ${errorSummary(options.errors ?? {})}
    <form
      method="post"
      ${when(options.action, (action) => html`action="${action}"`)}
      ${when(options.preview, () => html`data-preview`)}
      ${when(options.built, () => html`data-builder`)}
      ${when(options.inline, () => html`class="inline"`)}
      ${Object.entries(options.data ?? {}).map(([name, value]) => html` ${name}="${value}"`)}
      novalidate
    >
      ${options.body}
    </form>`

/** A form that only asks: its fields go into the query. */
export const searchForm = (options: { readonly action: string; readonly body: Html }): Html =>
  html`<form method="get" action="${options.action}" role="search" class="inline">${options.body}</form>`

const errorSummary = (errors: FieldErrors): Html | "" =>
  when(
    Object.keys(errors).length > 0,
    () =>
      html`<div class="notice bad" role="alert">
        <p><b>Please correct this first:</b></p>
        <ul>
          ${Object.entries(errors).map(([name, message]) => html`<li><a href="#${name}">${message}</a></li>`)}
        </ul>
      </div>`
  )

type Kind = "primary" | "plain" | "danger"

/** A button that sends its form. `label` says what happens; `about` of which thing, for those who hear it alone. */
export const button = (
  label: string,
  options: {
    readonly kind?: Kind
    readonly name?: string
    readonly value?: string
    readonly about?: string
    readonly shortcut?: Shortcut
  } = {}
): Html =>
  html`<button
    type="submit"
    class="button ${options.kind ?? "primary"}"
    ${when(options.name, (name) => html`name="${name}" value="${options.value ?? ""}"`)}
    ${when(options.shortcut, shortcut)}
  >
    ${label}${unseen(options.about)}
  </button>`

/** A link that looks like a button. */
export const buttonLink = (
  label: string,
  href: string,
  options: { readonly kind?: Kind; readonly about?: string; readonly shortcut?: Shortcut } = {}
): Html =>
  html`<a class="button ${options.kind ?? "plain"}" href="${href}" ${when(options.shortcut, shortcut)}
    >${label}${unseen(options.about)}</a
  >`

/** Buttons and links in a row. */
export const actions = (...content: ReadonlyArray<Html | "">): Html => html`<div class="actions">${content}</div>`

const unseen = (text: string | undefined) => when(text, (text) => html`<span class="unseen"> ${text}</span>`)
