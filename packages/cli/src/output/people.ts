import { displayWidth } from "effect/cli/CliOutput"
import { listedItems } from "./listed-items.ts"
import type { Style } from "./style.ts"
import { isObject } from "../is-object.ts"

type Item = Readonly<Record<string, unknown>>

// What would move the cursor, colour the line or turn its direction is shown as its number.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Text of somebody else, so that a terminal shows it and obeys none of it. */
export const shown = (text: string): string =>
  text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)

const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}\.\d{3}Z$/

/** A value in one line. */
export const cellOf = (value: unknown, { columns }: Pick<Style, "columns">): string => {
  if (value === null || value === undefined) return ""
  // On a terminal a minute is exact enough; what is read by programs stays as it is.
  if (typeof value === "string") return shown(columns === undefined ? value : value.replace(instant, "$1 $2 UTC"))
  if (isObject(value) && typeof value["name"] === "string") return shown(value["name"])
  return shown(JSON.stringify(value))
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
  if (name === "status") return 2
  if (name === "startedAt") return 3
  if (typeof value === "number" || typeof value === "boolean") return 4
  if (name === "updatedAt") return 5
  return name.endsWith("At") ? 6 : 7
}

/** Whether there are line breaks in it: code, mostly. */
const hasLines = (value: unknown): boolean =>
  typeof value === "string" ? value.includes("\n") : isObject(value) && Object.values(value).some(hasLines)

const narrower = (style: Style): Style => ({
  ...style,
  columns: style.columns === undefined ? undefined : style.columns - 2
})

const isShort = (value: unknown) =>
  typeof value !== "object" || value === null || typeof (value as Item)["name"] === "string"

const namesOf = (items: ReadonlyArray<Item>, isOrdered: boolean): ReadonlyArray<string> => {
  const known = (name: string) => items.find((item) => item[name] !== null)?.[name]
  const names = Object.keys(items[0] ?? {})
  return isOrdered
    ? names
    : names
        .filter((name) => items.every((item) => isShort(item[name])))
        .toSorted((a, b) => rank(a, known(a)) - rank(b, known(b)))
}

/**
 * Items in aligned columns; on a terminal as many columns as fit, and the last one cut. More items go below in the same
 * columns, which only grow.
 */
export const makeTable = (style: Style, isOrdered = false): ((items: ReadonlyArray<Item>) => string) => {
  const { columns, bold } = style
  let names: ReadonlyArray<string> | undefined
  let widths: ReadonlyArray<number> = []
  return (items) => {
    const isFirst = names === undefined
    const shownNames = (names ??= namesOf(items, isOrdered))
    const rows = items.map((item) => shownNames.map((name) => cellOf(item[name], style)))
    widths = shownNames.map((name, index) =>
      Math.max(widths[index] ?? displayWidth(shown(name)), ...rows.map((row) => displayWidth(row[index]!)))
    )
    const total = (count: number) => widths.slice(0, count).reduce((sum, width) => sum + width + 2, -2)
    let count = shownNames.length
    const widest = columns ?? Infinity
    while (count > Math.min(2, shownNames.length) && total(count) > widest) count--
    const line = (cells: ReadonlyArray<string>, styled = (text: string) => text) => {
      const text = cells
        .slice(0, count)
        .map((cell, index) => padded(cell, widths[index]!))
        .join("  ")
        .trimEnd()
      return styled(columns === undefined ? text : cut(text, columns))
    }
    return [...(isFirst ? [line(shownNames.map(shown), bold)] : []), ...rows.map((row) => line(row))].join("\n")
  }
}

const indented = (lines: ReadonlyArray<string>) => lines.map((line) => `  ${line}`)

/** A value where there is room for it only below its name: member by member, and code line by line. */
const block = (value: unknown, style: Style): ReadonlyArray<string> => {
  if (typeof value === "string") return value.replace(/\n$/, "").split("\n").map(shown)
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const [first = "", ...rest] = isObject(item) ? members(item, style) : block(item, style)
      return [`- ${first}`, ...indented(rest)]
    })
  }
  return isObject(value) ? members(value, style) : [cellOf(value, style)]
}

/** The members of a value, each on its line; on a terminal, what does not fit there stands below its name. */
const members = (value: Item, style: Style): ReadonlyArray<string> => {
  const { columns, dim } = style
  const width = Math.max(...Object.keys(value).map((name) => displayWidth(shown(name))))
  return Object.entries(value).flatMap(([name, member]) => {
    const cell = cellOf(member, style)
    const isLong = columns !== undefined && (width + 2 + displayWidth(cell) > columns || hasLines(member))
    const title = dim(padded(shown(name), isLong ? 0 : width))
    return isLong ? [title, ...indented(block(member, narrower(style)))] : [`${title}  ${cell}`.trimEnd()]
  })
}

/** A result as people read it: a page as a table, anything else member by member. */
export const forPeople = (result: unknown, style: Style): string => {
  if (!isObject(result)) return shown(JSON.stringify(result))
  const listed = listedItems(result)
  if (listed === undefined) return members(result, style).join("\n")
  const { items, isOrdered } = listed
  return items.length === 0 ? "" : makeTable(style, isOrdered)(items)
}
