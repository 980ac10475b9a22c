import type { Visit } from "../../../context.ts"
import { selectField, textField } from "../../../html/field.ts"
import { button } from "../../../html/form.ts"
import { type Html, html, when } from "../../../html/html.ts"
import { type Asked, ranges } from "../../../traces/list/query.ts"

const options = [
  { value: "", label: "As in the view" },
  ...Object.entries(ranges).map(([value, { label }]) => ({ value, label }))
]

/** What narrows the rows beside a form down: fields of the form. */
export const rowsFields = (asked: Asked, trace: string | undefined): Html =>
  html`<div class="ask" data-narrowing>
    <div class="asked">${narrowing(asked, trace, "rows.")}</div>
  </div>`

const narrowing = ({ search, range }: Asked, trace: string | undefined, prefix: string): Html =>
  html`${textField({ name: `${prefix}search`, label: "Search", type: "search", value: search, maxlength: 200 })}
  ${trace === undefined ? selectField({ name: `${prefix}range`, label: "Started", value: range, options }) : ""}
  ${when(trace !== undefined && { trace }, ({ trace }) => textField({ name: `${prefix}trace`, label: "Trace ID, or the newest", value: trace, maxlength: 36 }))}`

/** Copies the address of the rows as the form narrows them down. */
const copyLink = ({ site, url }: Visit): Html =>
  html`<button
    type="button"
    class="button plain"
    data-copy-text="${site.origin}${url.pathname}"
    data-copy-fields
    hidden
  >
    Copy link
  </button>`

/** What narrows rows down: a search, when they started, and of a page view of one trace, which. */
export const rowsForm = (visit: Visit, asked: Asked, trace: string | undefined): Html =>
  html`<form method="get" action="${visit.url.pathname}" role="search" class="ask">
    <div class="asked">${narrowing(asked, trace, "")} ${button("Show rows", { kind: "plain" })} ${copyLink(visit)}</div>
  </form>`
