import { isObject } from "../is-object.ts"

type Item = Readonly<Record<string, unknown>>

/** A row of a page view: what its columns have, under their labels, but for those that are hidden. */
const rowOfColumns = ({ values, ...rest }: Item, columns: ReadonlyArray<Item>): Item => ({
  ...rest,
  ...Object.fromEntries(
    columns
      .filter(({ hidden }) => hidden !== true)
      .map(({ field, label }) => [String(label ?? field), isObject(values) ? (values[String(field)] ?? null) : null])
  )
})

/** A row of metrics: its dimensions by their names, and its values in the order in which they were asked for. */
const rowOfMetrics = ({ dimensions, values, ...rest }: Item): Item => ({
  ...rest,
  ...(isObject(dimensions) ? dimensions : {}),
  ...(Array.isArray(values)
    ? Object.fromEntries(values.map((value, index) => [values.length === 1 ? "value" : `value ${index + 1}`, value]))
    : {})
})

/** What is told of a definition beside it, such as who deleted it: with its ID and its name, by which people find it. */
const rowOfDefinition = (item: Item): Item => {
  const { definition, ...rest } = item
  return isObject(definition) && typeof definition["id"] === "string"
    ? { id: definition["id"], name: definition["name"], revision: definition["revision"], ...rest }
    : item
}

/** What an answer lists, each as one object, and whether its members are in an order that somebody chose. */
export interface Listed {
  readonly items: ReadonlyArray<Item>
  readonly isOrdered: boolean
}

/** What an answer lists: the items of a page, what was deleted, rows of a page view, rows of metrics. */
export const listedItems = ({ items, rows, columns }: Item): Listed | undefined => {
  if (Array.isArray(rows) && rows.every(isObject)) return { items: rows.map(rowOfMetrics), isOrdered: true }
  if (!Array.isArray(items) || !items.every(isObject)) return undefined
  return Array.isArray(columns) && columns.every(isObject)
    ? { items: items.map((item) => rowOfColumns(item, columns)), isOrdered: true }
    : { items: items.map(rowOfDefinition), isOrdered: false }
}
