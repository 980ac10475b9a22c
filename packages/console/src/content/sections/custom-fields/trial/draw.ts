import { bdi, type Html, html, when } from "../../../../html/html.ts"
import { table } from "../../../../html/table.ts"
import type { InvalidView } from "@agent-operations/error-envelope"
import { recorded } from "../../../../traces/parts.ts"
import { none } from "../../../../traces/values.ts"
import type { Issue } from "../../../checks.ts"
import type { PreviewContent } from "../../../preview.ts"
import { counted } from "../../../words.ts"
import { type RowsPage, valueOf } from "../../page-views/rows.ts"
import { tried } from "./query.ts"
import { repairOf } from "./repairs.ts"

type Column = RowsPage["columns"][number]
type Row = RowsPage["items"][number]
type CellError = NonNullable<Row["errors"]>[string]

/** How a formula is repaired whose value can't be computed for a record. */
const cellRepairs: Readonly<Record<CellError["code"], string>> = {
  TYPE_ERROR: "Test for null, for a missing key or for another type before the value is used.",
  ARITHMETIC: "Test that the divisor is not zero, and that the numbers are in range.",
  TOO_EXPENSIVE: "Do less for each item of a list.",
  TOO_LARGE: "Return less: a part of the text or of the list.",
  BAD_PATTERN: "Correct the pattern: RE2 has no look-ahead and no back-references."
}

const valueIn = ({ values, errors }: Row, { valueType, unit }: Column): Html => {
  const error = errors !== undefined && Object.hasOwn(errors, tried) ? errors[tried] : undefined
  if (error !== undefined) {
    return html`<span class="error"><b>Error:</b> ${recorded(error.message, 200)} ${cellRepairs[error.code]}</span>`
  }
  const value = values[tried] ?? null
  if (value === null) return html`${none} <span class="quiet">The formula needs a value that is not there.</span>`
  return html`<b>${valueOf(valueType, value)}</b>
    ${when(unit, (unit) => html`<span class="quiet">${bdi(unit)}</span>`)}`
}

const nameOf = ({ id, values: { "span.name": name } }: Row) => recorded(typeof name === "string" ? name : id, 120)

/** What the formula yields: for the trace, or for each of its first spans. */
export const drawValues = ({ columns, items, nextCursor }: RowsPage): Html => {
  const column = columns.find(({ field }) => field === tried)!
  const [first] = items
  if (first === undefined) return html``
  if (first.traceId === undefined) return html`<p class="tried" data-preview-says>Value: ${valueIn(first, column)}</p>`
  return html`<div data-preview-says>
    ${table({
      caption: nextCursor === null ? counted(items.length, "span") : `The first ${items.length} spans`,
      columns: ["Span", "Value"],
      rows: items.map((row) => [nameOf(row), valueIn(row, column)])
    })}
  </div>`
}

const ownPlace = "/draft/customFields/tried"

/** An issue at its place in the custom field. */
const placed = (issue: Issue): Issue =>
  issue.path.startsWith(ownPlace) ? { ...issue, path: issue.path.slice(ownPlace.length) } : issue

const excerpt = (source: PreviewContent["source"], { path, position, definition }: Issue) => {
  if (definition !== undefined || position === undefined || !path.startsWith("/source/")) return ""
  const text = source[path.slice("/source/".length)]
  const line = typeof text === "string" ? (text.split(/\r\n|[\n\r\u2028\u2029]/u)[position.line - 1] ?? "") : ""
  const [before, after] = [line.slice(0, position.column - 1).slice(-80), line.slice(position.column - 1)]
  return html`Line ${position.line}, column ${position.column}:
    <code class="excerpt">${recorded(before, 80)}<mark>${recorded(after, 80)}</mark></code>`
}

/** What is wrong with the custom field, where, and how it is repaired. */
export const drawFaults = ({ source, references }: PreviewContent, { details }: InvalidView): Html => {
  const errors = details.issues.filter(({ severity }) => severity === "error").map(placed)
  return html`<ul class="issues bad" aria-label="What is wrong" data-preview-says>
    ${errors.slice(0, 10).map((issue) => {
      const of = when(issue.definition, ({ id }) => html`In the custom field ${bdi(id)}, which it uses: `)
      return html`<li>
        <b>Error.</b> ${of}${excerpt(source, issue)} ${recorded(issue.message, 400)}
        ${issue.definition === undefined ? repairOf(issue, Object.keys(references)) : ""}
      </li>`
    })}
  </ul>`
}

/** What the formula may name of the record, with its values there. */
export const drawRecord = ({ columns, row }: { readonly columns: ReadonlyArray<Column>; readonly row: Row }): Html => {
  const isThere = ({ field }: Column) => row.values[field] !== null || row.errors?.[field] !== undefined
  const shown = columns.filter(isThere)
  const absent = columns.filter((column) => !isThere(column))
  return html`<details class="record" open>
    <summary>${row.traceId === undefined ? "Fields of this trace" : "Fields of the first span and its trace"}</summary>
    ${table({
      caption: "By the name that the formula uses",
      columns: ["Field", "Value"],
      rows: shown.map(({ field, valueType }) => [
        html`<code>${field}</code>`,
        row.errors?.[field] === undefined ? valueOf(valueType, row.values[field] ?? null) : "too large for a formula"
      ])
    })}
    ${when(absent.length > 0, () => html`<p class="quiet">Without a value here: ${absent.map(({ field }, n) => html`${n === 0 ? "" : ", "}<code>${field}</code>`)}.</p>`)}
  </details>`
}
