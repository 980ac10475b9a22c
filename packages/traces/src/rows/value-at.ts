import type { FieldPath } from "@agent-operations/contract/records"
import type { Json } from "../json.ts"

/** Whether a step into JSON is of an item in a list. An item has one index: with zeros before it, it would have many paths. */
export const isIndex = (key: string): boolean => /^(?:0|[1-9]\d{0,8})$/.test(key)

const step = (value: Json | undefined, key: string): Json | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  if (Array.isArray(value)) return isIndex(key) ? (value as ReadonlyArray<Json>)[Number(key)] : undefined
  return Object.hasOwn(value, key) ? (value as { readonly [key: string]: Json })[key] : undefined
}

/**
 * The value that a record, as reads answer it, has at a path: null where it has none. Law: T14.
 *
 * @example
 * valueAt(trace, parseFieldPath("trace.attributes.customer.tier")!) // "gold"
 */
export const valueAt = (item: object, { name, keys }: Pick<FieldPath, "name" | "keys">): Json =>
  [name, ...keys].reduce(step, item as Json | undefined) ?? null
