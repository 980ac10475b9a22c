import { keysOf } from "@agent-operations/error-envelope/pointer"
import type { BuiltPlace } from "../../../builder.ts"
import { nameOf, nouns } from "./do.ts"
import { type ListName, mostShown } from "./model.ts"

const parts: Readonly<Record<ListName, ReadonlyArray<string>>> = {
  columns: ["field", "label", "width", "hidden"],
  filters: ["field", "operator", "value"],
  sort: ["field", "direction"]
}

const titles: Readonly<Record<string, string>> = {
  target: "Rows",
  groupBy: "Group by",
  columns: "Columns",
  filters: "Filters",
  sort: "Sort"
}

const isList = (name: string): name is ListName => Object.hasOwn(parts, name)

/**
 * The control of the builder that has what a pointer leads to.
 *
 * @example
 * placeOf("/settings/columns/1/width") // { field: "columns.1.width", label: "Column 2, width" }
 */
export const placeOf = (path: string): BuiltPlace | undefined => {
  const [root, name = "", item, part = "field"] = keysOf(path)
  if (root === "references") {
    return name === ""
      ? { field: "references", label: "References" }
      : { field: `references.${name}.revision`, label: `Reference ${name}` }
  }
  if (root !== "settings") return undefined
  const title = titles[name]
  if (title === undefined) return { field: "settings", label: `Settings, at ${path}` }
  if (!isList(name)) return { field: name, label: title }
  if (item === undefined || Number(item) >= mostShown) {
    return { field: name, label: item === undefined ? title : `${nouns[name]} ${Number(item) + 1}` }
  }
  const known = parts[name].includes(part)
  return { field: nameOf(name, item, known ? part : "field"), label: `${nouns[name]} ${Number(item) + 1}, ${part}` }
}
