import type { PageView } from "@agent-operations/contract"
import type { Schema } from "effect"
import { bdi, type Html, html } from "../../../html/html.ts"
import { facts } from "../../../html/table.ts"
import { extra, tableOf } from "../../render/parts.ts"
import { printJson } from "../../render/print.ts"
import type { Room } from "../../render/room.ts"
import type { DrawSettings } from "../../render/settings.ts"
import { capital, clip, operatorWords, plain } from "../../words.ts"

type ViewSettings = PageView["settings"]
type Json = Schema.Json

/** How much of one value is shown in a table. */
const maxValue = 500

const field = (name: string): Html => html`<code>${name}</code>`

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
    "Filters, all of which must match",
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

const drawViewSettings = (room: Room, settings: ViewSettings): Html =>
  html` ${facts([
    ["Shows", capital(plain(settings.target))],
    ["Columns", settings.columns.length === 0 ? "those that the page has by default" : String(settings.columns.length)],
    ["Filters", settings.filters.length === 0 ? "none" : String(settings.filters.length)],
    ["Grouped by", settings.groupBy === null ? "nothing" : field(settings.groupBy)]
  ])}
  ${columns(room, settings.columns)} ${filters(room, settings.filters)} ${sort(room, settings.sort)}
  ${extra(room, settings.extra)}`

/** The settings of a page view in words, with tables of its columns, filters and order. */
export const drawPageViewSettings: DrawSettings = (room, settings) => drawViewSettings(room, settings as ViewSettings)
