import type { Visit } from "../../../context.ts"
import { selectField, textField } from "../../../html/field.ts"
import { button } from "../../../html/form.ts"
import { type Html, html, when } from "../../../html/html.ts"
import { type Asked, ranges } from "../../../traces/list/query.ts"
import type { RowsTarget } from "./rows-target.ts"

const options = [
  { value: "", label: "As in the view" },
  ...Object.entries(ranges).map(([value, { label }]) => ({ value, label }))
]

/** What narrows the rows beside a form down: fields of the form. `whole` is the ID of what they are of. */
export const rowsFields = (asked: Asked, target: RowsTarget, whole: string): Html =>
  html`<div class="ask" data-narrowing>
    <div class="asked">${narrowing(asked, target, whole, "rows.")}</div>
  </div>`

const narrowing = ({ search, range }: Asked, { isTimed, whole }: RowsTarget, id: string, prefix: string): Html =>
  html`${textField({ name: `${prefix}search`, label: "Search", type: "search", value: search, maxlength: 200 })}
  ${isTimed ? selectField({ name: `${prefix}range`, label: "Started", value: range, options }) : ""}
  ${when(whole, ({ name, label }) => textField({ name: `${prefix}${name}`, label, value: id, maxlength: 36 }))}`

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

/** What narrows rows down: a search, when they started, or of which trace, run or session they are. */
export const rowsForm = (visit: Visit, asked: Asked, target: RowsTarget, whole: string): Html =>
  html`<form method="get" action="${visit.url.pathname}" role="search" class="ask">
    <div class="asked">
      ${narrowing(asked, target, whole, "")} ${button("Show rows", { kind: "plain" })} ${copyLink(visit)}
    </div>
  </form>`
