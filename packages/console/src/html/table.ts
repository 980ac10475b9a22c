import { type Html, html, when } from "./html.ts"

type Cell = string | Html

export interface Table {
  /** What the rows are. */
  readonly caption: Cell
  readonly columns: ReadonlyArray<string>
  /** As many cells each as there are columns; the first one names the row. */
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}

// The roles are those that the elements have anyway, until a phone's styles make blocks of them.
const row =
  (columns: ReadonlyArray<string>) =>
  ([first = "", ...cells]: ReadonlyArray<Cell>) =>
    html`<tr role="row">
      <th scope="row" role="rowheader">${first}</th>
      ${cells.map((cell, index) => html`<td role="cell" data-label="${columns[index + 1] ?? ""}"><div>${cell}</div></td>`)}
    </tr>`

/** A table, whose rows become stacks of lines on a phone. */
export const table = ({ caption, columns, rows }: Table): Html =>
  html`<table role="table">
    <caption>
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((column) => html`<th scope="col" role="columnheader">${column}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(row(columns))}
    </tbody>
  </table>`

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

/** The way to the next page of a list, if there is one. */
export const nextPage = (href: string | null, label = "Older"): Html | "" =>
  when(
    href,
    (href) =>
      html`<nav class="pages" aria-label="More of the list">
        <a rel="next" href="${href}">${label} <span aria-hidden="true">→</span></a>
      </nav>`
  )
