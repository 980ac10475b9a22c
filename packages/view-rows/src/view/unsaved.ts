import {
  type ValidationResult,
  type CustomFieldNode,
  type PageViewNode,
  type Reference,
  type Resolved,
  unsaved
} from "@agent-operations/views"
import { keysOf, pointerOf } from "@agent-operations/error-envelope/pointer"

/** Custom fields that are not saved, by the aliases that a draft uses them by. */
export type UnsavedFields = Readonly<Record<string, Pick<CustomFieldNode, "source" | "settings" | "references">>>

/** No ID is called so. */
const prefix = "custom."

const requestedBy = (alias: string): Reference => ({ kind: "custom_field", id: `${prefix}${alias}`, revision: unsaved })

/** Definitions as a graph has them, for custom fields that are not saved. */
export const nodesOfUnsaved = (fields: UnsavedFields): ReadonlyArray<Resolved> =>
  Object.entries(fields).map(([alias, { source, settings, references }]) => {
    const requested = requestedBy(alias)
    return { ...requested, kind: "custom_field", source, settings, references, requested }
  })

/** The references of a draft, with those to custom fields that are not saved. */
export const withUnsaved = (references: PageViewNode["references"], fields: UnsavedFields) => ({
  ...references,
  ...Object.fromEntries(Object.keys(fields).map((alias) => [alias, requestedBy(alias)]))
})

/** Where in an input a custom field of its draft is. */
const placeOf = (alias: string) => pointerOf(["draft", "customFields", alias])

/** The place of an issue in the input, where a custom field of its draft has it. */
export const placed = (fields: UnsavedFields, issue: ValidationResult["issues"][number]) => {
  const { definition, ...rest } = issue
  if (definition?.revision === unsaved) {
    return { ...rest, path: `${placeOf(definition.id.slice(prefix.length))}${issue.path}` }
  }
  if (definition !== undefined) return issue
  const [first, alias, ...more] = keysOf(issue.path)
  const isUnsaved = first === "references" && alias !== undefined && more.length === 0 && Object.hasOwn(fields, alias)
  return isUnsaved ? { ...issue, path: placeOf(alias) } : issue
}
