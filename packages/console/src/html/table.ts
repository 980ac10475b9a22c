import { shortcut } from "../finding/shortcuts.ts"
import { type Html, html, when } from "./html.ts"
import { icon } from "./icon.ts"

type Cell = string | Html

/** A column that rows can be sorted by: where its head leads, and how they are sorted by it now, if they are. */
export interface SortableColumn {
  readonly label: string
  readonly href: string
  readonly sorted?: "ascending" | "descending" | undefined
}

export interface Table {
  /** What the rows are. */
  readonly caption: Cell
  readonly columns: ReadonlyArray<string | SortableColumn>
  /** As many cells each as there are columns; the first one names the row. */
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}

// The roles are those that the elements have anyway, until a phone's styles make blocks of them.
const labelOf = (column: string | SortableColumn = "") => (typeof column === "string" ? column : column.label)

const head = (column: string | SortableColumn) =>
  typeof column === "string"
    ? html`<th scope="col" role="columnheader">${column}</th>`
    : html`<th scope="col" role="columnheader" ${when(column.sorted, (sorted) => html`aria-sort="${sorted}"`)}>
        <a href="${column.href}"
          >${column.label}
          ${icon(column.sorted === undefined ? "arrow-up-down" : column.sorted === "ascending" ? "arrow-up" : "arrow-down")}</a
        >
      </th>`

const row =
  (columns: ReadonlyArray<string | SortableColumn>) =>
  ([first = "", ...cells]: ReadonlyArray<Cell>) =>
    html`<tr role="row">
      <th scope="row" role="rowheader">${first}</th>
      ${cells.map((cell, index) => html`<td role="cell" data-label="${labelOf(columns[index + 1])}"><div>${cell}</div></td>`)}
    </tr>`

/** A table, whose rows become stacks of lines on a phone. */
export const table = ({ caption, columns, rows }: Table): Html =>
  html`<table role="table">
    <caption>
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(head)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(row(columns))}
    </tbody>
  </table>`

/** Tables of many columns: they scroll by themselves where they are wider than the page. */
export const wideTables = (label: string, ...tables: ReadonlyArray<Html>): Html =>
  html`<div class="wide-table" tabindex="0" role="region" aria-label="${label}">${tables}</div>`

/** Names with what is known of them: `[["Created", time(…)], …]`. */
export const facts = (entries: ReadonlyArray<readonly [string, Cell]>): Html =>
  html`<dl class="facts">
    ${entries.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`
    )}
  </dl>`

/** What stands where a list would, and what to do next. */
export const empty = (text: Cell, ...next: ReadonlyArray<Html | "">): Html =>
  html`<div class="empty">
    <p>${text}</p>
    ${when(next.length > 0, () => html`<div class="actions">${next}</div>`)}
  </div>`

/** Where a page is in its list, and the ways on and back: `{ range: "26–50 of 312", previous: …, next: … }`. */
export const pager = (options: {
  readonly range: string
  readonly previous: string | null
  readonly next: string | null
}): Html =>
  html`<nav class="pages" aria-label="Pages of the list">
    <span class="quiet">${options.range}</span>
    ${when(options.previous, (href) => html`<a rel="prev" href="${href}"><span aria-hidden="true">←</span> Previous</a>`)}
    ${when(options.next, (href) => html`<a rel="next" href="${href}">Next <span aria-hidden="true">→</span></a>`)}
  </nav>`

/** The way to the next page of a list, if there is one. */
export const nextPage = (href: string | null, label = "Older"): Html | "" =>
  when(
    href,
    (href) =>
      html`<nav class="pages" aria-label="More of the list">
        <a rel="next" href="${href}" ${shortcut("next")}>${label} <span aria-hidden="true">→</span></a>
      </nav>`
  )
