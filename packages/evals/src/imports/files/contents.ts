import type { Path } from "./place.ts"

/**
 * Whether what is in this part of a file is read one by one: an array's items, and in a bundle the scorers, and the members
 * and items of datasets.
 *
 * @example
 * hasMembers(["datasets", 0, "items"]) // true
 */
export const hasMembers = ([list, n, member, ...rest]: Path): boolean => {
  if (list === undefined) return true
  if (n === undefined) return list === "datasets" || list === "scorers"
  if (list !== "datasets" || typeof n !== "number") return false
  return member === undefined || (member === "items" && rest.length === 0)
}

/** What a part of a file is. */
export type Part =
  | { readonly type: "item" }
  | { readonly type: "bundleItem"; readonly dataset: number }
  | { readonly type: "member"; readonly dataset: number; readonly name: string }
  | { readonly type: "scorer" }
  | { readonly type: "unknown"; readonly message: string }

const datasetMembers = ["name", "description", "settings"]

const unknown = (message: string): Part => ({ type: "unknown", message })

/** What the part of a file is that these keys lead to. */
export const partAt = ([list, n, member, index]: Path): Part => {
  if (list === undefined) return unknown("A file is a list of items, or a bundle with datasets and scorers.")
  if (typeof list === "number") return { type: "item" }
  if (list !== "datasets" && list !== "scorers") {
    return unknown(
      `A bundle has datasets and scorers, and no ${JSON.stringify(list)}. A list of items is one without a bundle.`
    )
  }
  if (typeof n !== "number") return unknown(`The ${list} of a bundle are a list.`)
  if (list === "scorers") return { type: "scorer" }
  if (typeof member !== "string") return unknown("A dataset of a bundle is an object with a name and items.")
  if (member === "items") {
    return typeof index === "number"
      ? { type: "bundleItem", dataset: n }
      : unknown("The items of a dataset are a list.")
  }
  return datasetMembers.includes(member)
    ? { type: "member", dataset: n, name: member }
    : unknown(`A dataset of a bundle has ${datasetMembers.join(", ")} and items, and no ${JSON.stringify(member)}.`)
}
