import { displayWidth } from "effect/cli/CliOutput"
import type { Style } from "./style.ts"

type Item = Readonly<Record<string, unknown>>

const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null && !Array.isArray(value)

// What would move the cursor, colour the line or turn its direction is shown as its number.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Text of somebody else, so that a terminal shows it and obeys none of it. */
export const shown = (text: string): string =>
  text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (isItem(value) && typeof value["name"] === "string") return shown(value["name"])
  return shown(typeof value === "string" ? value : JSON.stringify(value))
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** Text that takes no more than so many columns, with … where it was cut. */
const cut = (text: string, width: number): string => {
  if (displayWidth(text) <= width) return text
  let kept = ""
  let taken = 1
  for (const { segment } of graphemes.segment(text)) {
    taken += displayWidth(segment)
    if (taken > width) break
    kept += segment
  }
  return `${kept}…`
}

const padded = (text: string, width: number) => text + " ".repeat(Math.max(0, width - displayWidth(text)))

const rank = (name: string, value: unknown): number => {
  if (name === "id") return 0
  if (name === "name") return 1
  return typeof value === "number" || typeof value === "boolean" ? 2 : name.endsWith("At") ? 3 : 4
}

const isShort = (value: unknown) =>
  typeof value !== "object" || value === null || typeof (value as Item)["name"] === "string"

/** Items in aligned columns; on a terminal as many columns as fit, and the last one cut. */
const table = (items: ReadonlyArray<Item>, { columns, bold }: Style): string => {
  const [first = {}] = items
  const names = Object.keys(first)
    .filter((name) => items.every((item) => isShort(item[name])))
    .toSorted((a, b) => rank(a, first[a]) - rank(b, first[b]))
  const rows = items.map((item) => names.map((name) => cellOf(item[name])))
  const widths = names.map((name, index) => Math.max(name.length, ...rows.map((row) => displayWidth(row[index]!))))
  const total = (count: number) => widths.slice(0, count).reduce((sum, width) => sum + width + 2, -2)
  let count = names.length
  const widest = columns ?? Infinity
  while (count > Math.min(2, names.length) && total(count) > widest) count--
  const line = (cells: ReadonlyArray<string>, style = (text: string) => text) => {
    const text = cells
      .slice(0, count)
      .map((cell, index) => padded(cell, widths[index]!))
      .join("  ")
      .trimEnd()
    return style(columns === undefined ? text : cut(text, columns))
  }
  return [line(names, bold), ...rows.map((row) => line(row))].join("\n")
}

/** The members of a result, each on its line; JSON that does not fit stands below its name. */
const members = (value: Item, { columns, dim }: Style): string => {
  const width = Math.max(...Object.keys(value).map((name) => name.length))
  return Object.entries(value)
    .map(([name, member]) => {
      const cell = cellOf(member)
      const isLong = columns !== undefined && typeof member === "object" && width + 2 + displayWidth(cell) > columns
      const text = isLong
        ? `\n${JSON.stringify(member, null, 2)
            .split("\n")
            .map((line) => `  ${shown(line)}`)
            .join("\n")}`
        : `  ${cell}`
      return `${dim(padded(name, width))}${text}`.trimEnd()
    })
    .join("\n")
}

/** A result as people read it: a page as a table, anything else member by member. */
export const forPeople = (result: unknown, style: Style): string => {
  if (!isItem(result)) return shown(JSON.stringify(result))
  const { items } = result
  if (!Array.isArray(items) || !items.every(isItem)) return members(result, style)
  return items.length === 0 ? "" : table(items, style)
}
