import { operators } from "@agent-operations/contract"
import { findFilterFault, type FieldType } from "@agent-operations/contract/records"
import { html, type Html, when } from "../../../../../html/html.ts"
import { icon } from "../../../../../html/icon.ts"
import { checkboxes, hidden, textArea, textField } from "../../../../../html/field.ts"
import { operatorWords } from "../../../../words.ts"
import { nameOf, nouns } from "../do.ts"
import { type BuilderForm, type ColumnRow, type FilterRow, type ListName, mostShown, type SortRow } from "../model.ts"
import { choicesOf } from "../values.ts"
import { choice, doButton, type Drawing, errorOf, fieldPicker, line } from "./controls.ts"

/** The buttons of an item, by which it is moved and removed. */
const itemButtons = (drawing: Drawing, list: ListName, place: number, count: number, what: string): Html => {
  const name = (part: string) => nameOf(list, place, part)
  return html`<div class="item-buttons">
    ${when(place > 0, () => doButton(drawing, name("up"), icon("arrow-up"), `Move up ${what}`, "quiet"))}
    ${when(place < count - 1, () => doButton(drawing, name("down"), icon("arrow-down"), `Move down ${what}`, "quiet"))}
    ${doButton(drawing, name("remove"), icon("x"), `Remove ${what}`, "quiet")}
  </div>`
}

const item = (drawing: Drawing, list: ListName, place: number, count: number, field: string, parts: Html): Html => {
  const what = `${nouns[list].toLowerCase()} ${place + 1}${field === "" ? "" : `, ${field}`}`
  return html`<li class="item ${list}" data-item="${list}">
    ${hidden(list, String(place))}
    <fieldset>
      <legend class="unseen">${nouns[list]} ${place + 1}</legend>
      ${parts}
    </fieldset>
    ${itemButtons(drawing, list, place, count, what)}
  </li>`
}

const column = (
  drawing: Drawing,
  { field, label, width, hidden: isHidden }: ColumnRow,
  place: number,
  count: number
) => {
  const name = (part: string) => nameOf("columns", place, part)
  const box = name("hidden")
  return item(
    drawing,
    "columns",
    place,
    count,
    field,
    html`${fieldPicker(drawing, { name: name("field"), label: "Field", value: field })}
      ${line(drawing, { name: name("label"), label: "Label", value: label })}
      ${line(drawing, { name: name("width"), label: "Width (px)", value: width, more: html` inputmode="decimal"` })}
      <label class="tick"
        ><input type="checkbox" id="${box}" name="${box}" value="true" ${when(isHidden, () => html`checked`)} />
        Hide</label
      >`
  )
}

/** The operators that can compare a type of field, all of them where it is not known. */
const operatorsFor = (field: string, type: FieldType | undefined) =>
  operators
    .filter((operator) => type === undefined || findFilterFault({ field, operator }, type)?.at !== "operator")
    .map((operator) => ({ value: operator, label: operatorWords[operator] ?? operator }))

const hints: Partial<Record<FilterRow["input"], string>> = {
  duration: "In milliseconds, or such as 1.5s.",
  instant: "In UTC.",
  texts: "One in a line.",
  numbers: "One in a line.",
  json: "JSON: a text in quotes, a number, true, false, null or a list."
}

const value = (drawing: Drawing, { input, value, field }: FilterRow, place: number): Html => {
  const name = nameOf("filters", place, "value")
  const [text = ""] = value
  const labels = { name, label: "Value", hint: hints[input], error: drawing.filled.errors[name] }
  const options = (values: ReadonlyArray<string>) => values.map((value) => ({ value, label: value }))
  const own = (control: Html) =>
    html`<div class="part">
      ${control}
      <div data-built-issues="${name}">${drawing.filled.issues(name)}</div>
    </div>`
  switch (input) {
    case "kept":
      return own(html`<p class="hint" id="${name}">Its value is too long for a field: edit it as JSON.</p>`)
    case "choices":
      return own(checkboxes({ ...labels, options: options(choicesOf(field) ?? []), chosen: value }))
    case "choice":
      return choice(drawing, {
        ...labels,
        value: text,
        options: [{ value: "", label: "Choose" }, ...options(choicesOf(field) ?? [])]
      })
    case "boolean":
      return choice(drawing, {
        ...labels,
        value: text,
        options: [{ value: "", label: "Choose" }, ...options(["true", "false"])]
      })
    case "exists":
      return choice(drawing, {
        ...labels,
        value: text,
        options: [
          { value: "", label: "yes" },
          { value: "true", label: "yes" },
          { value: "false", label: "no" }
        ].filter((option) => option.value !== (text === "true" ? "" : "true"))
      })
    case "texts":
    case "numbers":
      return own(textArea({ ...labels, value: text, rows: 3 }))
    case "instant":
      return own(textField({ ...labels, value: text, type: "datetime-local", attributes: html` step="0.001"` }))
    case "number":
      return line(drawing, { ...labels, value: text, more: html` inputmode="decimal"` })
    default:
      return line(drawing, { ...labels, value: text })
  }
}

const filter =
  (typeOf: (field: string) => FieldType | undefined) =>
  (drawing: Drawing, row: FilterRow, place: number, count: number) => {
    const name = (part: string) => nameOf("filters", place, part)
    return item(
      drawing,
      "filters",
      place,
      count,
      row.field,
      html`${hidden(name("input"), row.input)}
      ${fieldPicker(drawing, { name: name("field"), label: "Field", value: row.field })}
      ${choice(drawing, {
        name: name("operator"),
        label: "Condition",
        value: row.operator,
        options: operatorsFor(row.field, typeOf(row.field))
      })}
      ${value(drawing, row, place)}`
    )
  }

const directions = [
  { value: "asc", label: "ascending, smallest first" },
  { value: "desc", label: "descending, largest first" }
]

const sort = (drawing: Drawing, { field, direction }: SortRow, place: number, count: number) =>
  item(
    drawing,
    "sort",
    place,
    count,
    field,
    html`${fieldPicker(drawing, { name: nameOf("sort", place, "field"), label: "Field", value: field })}
    ${choice(drawing, { name: nameOf("sort", place, "direction"), label: "Direction", value: direction, options: directions })}`
  )

interface ListWords {
  readonly title: string
  readonly hint: string
  readonly add: string
}

const list = <R>(
  drawing: Drawing,
  name: ListName,
  { title, hint, add }: ListWords,
  rows: ReadonlyArray<R>,
  count: number,
  draw: (drawing: Drawing, row: R, place: number, count: number) => Html
): Html =>
  html`<fieldset class="built-list">
    <legend>${title}</legend>
    <p class="hint">${hint}</p>
    ${errorOf(drawing, name)}
    <ol class="items" data-items="${name}">
      ${rows.map((row, place) => draw(drawing, row, place, rows.length))}
    </ol>
    ${when(count > rows.length, () => html`<p class="notice plain">${count - rows.length} more are not shown here and stay as they are. Edit them as JSON.</p>`)}
    ${count < mostShown ? doButton(drawing, `add.${name}`, add, "") : ""}
  </fieldset>`

/** The lists of the builder. */
export const drawLists = (
  drawing: Drawing,
  form: BuilderForm,
  counts: Readonly<Record<ListName, number>>,
  typeOf: (field: string) => FieldType | undefined
): Html => html`
  ${list(drawing, "columns", { title: "Columns", hint: "What each row shows, from left to right.", add: "Add column" }, form.columns, counts.columns, column)}
  ${list(drawing, "filters", { title: "Filters", hint: "Only rows that match every filter are shown.", add: "Add filter" }, form.filters, counts.filters, filter(typeOf))}
  ${list(drawing, "sort", { title: "Sort", hint: "Rows are sorted by the first field. The next one sorts rows with equal values.", add: "Add sort field" }, form.sort, counts.sort, sort)}
`
