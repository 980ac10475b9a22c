import type { Schema } from "effect"
import { codeBlock } from "../../html/code.ts"
import { type Html, html, when } from "../../html/html.ts"
import { table } from "../../html/table.ts"
import { printJson } from "./print.ts"
import { type Room, takeRoom } from "./room.ts"

type Json = Schema.Json

/** How much of one JSON text is shown. */
const maxJson = 64 * 1024

/** A table of those rows that there is room for. */
export const tableOf = <T>(
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

/** Whether there is nothing in a value: `null`, or an object or a list without members. */
export const isEmpty = (value: unknown) =>
  value === null || (typeof value === "object" && Object.keys(value).length === 0)

/** JSON in a box, or the beginning of it. `id` is the page's own for it. */
export const jsonBlock = (room: Room, id: string, label: string, value: Json): Html => {
  const { text, isCut } = printJson(value, { indent: 2, most: Math.min(maxJson, Math.max(0, room.bytes)) })
  room.isCut ||= isCut
  const made = codeBlock({ id, label: isCut ? `${label}, the beginning` : label, text })
  takeRoom(room, made)
  return made
}

/** What the application stores beside the settings, for its own use. */
export const extra = (room: Room, value: Json) => when(!isEmpty(value), () => jsonBlock(room, "extra", "Extra", value))
