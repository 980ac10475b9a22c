import type { CustomField, PageView } from "@agent-operations/contract"
import { codeBlock } from "../../html/code.ts"
import { bdi, type Html, html, when } from "../../html/html.ts"
import { facts, table } from "../../html/table.ts"
import type { Definition } from "../kinds.ts"
import { capital, operatorWords, plain } from "../words.ts"

type ViewSettings = PageView["settings"]

const field = (name: string): Html => html`<code>${name}</code>`

const columns = (rows: ViewSettings["columns"]) =>
  when(rows.length > 0, () =>
    table({
      caption: "Columns",
      columns: ["Field", "Label", "Width", "Shown"],
      rows: rows.map(({ field: name, label, width, hidden }) => [
        field(name),
        label === undefined ? "by its field" : bdi(label),
        width === undefined ? "automatic" : `${width} px`,
        hidden === true ? "hidden" : "yes"
      ])
    })
  )

const filters = (rows: ViewSettings["filters"]) =>
  when(rows.length > 0, () =>
    table({
      caption: "Filters, of which all must hold",
      columns: ["Field", "Condition", "Value"],
      rows: rows.map(({ field: name, operator, value }) => [
        field(name),
        operatorWords[operator] ?? operator,
        value === undefined ? "none" : html`<code>${JSON.stringify(value)}</code>`
      ])
    })
  )

const sort = (rows: ViewSettings["sort"]) =>
  when(rows.length > 0, () =>
    table({
      caption: "Order",
      columns: ["Field", "Direction"],
      rows: rows.map(({ field: name, direction }) => [
        field(name),
        direction === "asc" ? "ascending, smallest first" : "descending, largest first"
      ])
    })
  )

const isEmpty = (value: unknown) => value === null || (typeof value === "object" && Object.keys(value).length === 0)

/** What the application keeps along, whose meaning is its own. */
const extra = (value: unknown) =>
  when(!isEmpty(value), () => codeBlock({ id: "extra", label: "Extra", text: JSON.stringify(value, null, 2) }))

const ofPageView = ({ settings }: PageView): Html =>
  html` ${facts([
    ["Shows", capital(plain(settings.target))],
    ["Columns", settings.columns.length === 0 ? "those that the page has by default" : String(settings.columns.length)],
    ["Filters", settings.filters.length === 0 ? "none" : String(settings.filters.length)],
    ["Grouped by", settings.groupBy === null ? "nothing" : field(settings.groupBy)]
  ])}
  ${columns(settings.columns)} ${filters(settings.filters)} ${sort(settings.sort)} ${extra(settings.extra)}`

const ofCustomField = ({ settings }: CustomField): Html =>
  html` ${facts([
    ["Of each", plain(settings.target)],
    ["Type", plain(settings.valueType)],
    ["Unit", settings.unit === null ? "none" : bdi(settings.unit)]
  ])}
  ${extra(settings.extra)}`

/** The settings of a definition as people read them. */
export const settingsOf = (definition: Definition): Html =>
  definition.kind === "page_view" ? ofPageView(definition) : ofCustomField(definition)
