import type { CustomField, KindName, PageView } from "@agent-operations/contract"
import type { Schema } from "effect"
import { codeBlock } from "../../html/code.ts"
import { bdi, type Html, html, when } from "../../html/html.ts"
import { facts, table } from "../../html/table.ts"
import { capital, clip, operatorWords, plain } from "../words.ts"
import { printJson } from "./print.ts"
import { type Room, roomOf, takeRoom } from "./room.ts"

type ViewSettings = PageView["settings"]
type Json = Schema.Json

/** What the tables of settings take at most, how much of `extra` is shown, and of one value in a table. */
const [maxTables, maxExtra, maxValue] = [600_000, 64 * 1024, 500]

const field = (name: string): Html => html`<code>${name}</code>`

/** A table of those rows that there is room for. */
const tableOf = <T>(
  room: Room,
  caption: string,
  columns: ReadonlyArray<string>,
  items: ReadonlyArray<T>,
  cells: (item: T) => ReadonlyArray<string | Html>
) => {
  const rows: Array<ReadonlyArray<string | Html>> = []
  for (const item of items) {
    const row = cells(item)
    if (!takeRoom(room, html`${row.map((cell) => html`<td role="cell" data-label=""><div>${cell}</div></td>`)}`)) break
    rows.push(row)
  }
  const more = items.length - rows.length
  return when(
    rows.length > 0,
    () => html`${table({ caption, columns, rows })} ${when(more > 0, () => html`<p>There are ${more} more.</p>`)}`
  )
}

const columns = (room: Room, rows: ViewSettings["columns"]) =>
  tableOf(room, "Columns", ["Field", "Label", "Width", "Shown"], rows, ({ field: name, label, width, hidden }) => [
    field(name),
    label === undefined ? "by its field" : bdi(label),
    width === undefined ? "automatic" : `${width} px`,
    hidden === true ? "hidden" : "yes"
  ])

const short = (value: Json) => clip(printJson(value, { indent: 0, most: maxValue + 1 }).text, maxValue)

const filters = (room: Room, rows: ViewSettings["filters"]) =>
  tableOf(
    room,
    "Filters, of which all must hold",
    ["Field", "Condition", "Value"],
    rows,
    ({ field: name, operator, value }) => [
      field(name),
      operatorWords[operator] ?? operator,
      value === undefined ? "none" : html`<code>${short(value)}</code>`
    ]
  )

const sort = (room: Room, rows: ViewSettings["sort"]) =>
  tableOf(room, "Order", ["Field", "Direction"], rows, ({ field: name, direction }) => [
    field(name),
    direction === "asc" ? "ascending, smallest first" : "descending, largest first"
  ])

const isEmpty = (value: unknown) => value === null || (typeof value === "object" && Object.keys(value).length === 0)

/** What the application keeps along, whose meaning is its own. */
const extra = (room: Room, value: Json) =>
  when(!isEmpty(value), () => {
    const { text, isCut } = printJson(value, { indent: 2, most: maxExtra })
    room.isCut ||= isCut
    return codeBlock({ id: "extra", label: isCut ? "Extra, the beginning" : "Extra", text })
  })

const ofPageView = (room: Room, settings: ViewSettings): Html =>
  html` ${facts([
    ["Shows", capital(plain(settings.target))],
    ["Columns", settings.columns.length === 0 ? "those that the page has by default" : String(settings.columns.length)],
    ["Filters", settings.filters.length === 0 ? "none" : String(settings.filters.length)],
    ["Grouped by", settings.groupBy === null ? "nothing" : field(settings.groupBy)]
  ])}
  ${columns(room, settings.columns)} ${filters(room, settings.filters)} ${sort(room, settings.sort)}
  ${extra(room, settings.extra)}`

const ofCustomField = (room: Room, settings: CustomField["settings"]): Html =>
  html` ${facts([
    ["Of each", plain(settings.target)],
    ["Type", plain(settings.valueType)],
    ["Unit", settings.unit === null ? "none" : bdi(settings.unit)]
  ])}
  ${extra(room, settings.extra)}`

/** The settings of a definition as people read them; `isCut` where there is more than is shown. */
export const renderSettings = (kind: KindName, settings: Json) => {
  const room = roomOf(maxTables)
  const markup =
    kind === "page_view"
      ? ofPageView(room, settings as ViewSettings)
      : ofCustomField(room, settings as CustomField["settings"])
  return { markup: String(markup), isCut: room.isCut }
}
