import type { Json } from "../json.ts"

/** The first character of a text that PostgreSQL does not store: NUL, or half a surrogate pair. */
const notStored = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/** Whether a text can be stored. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** Whether every text of a value, and every key, can be stored. */
export const isStorableJson = (value: Json): boolean => {
  if (typeof value === "string") return isStorable(value)
  if (typeof value !== "object" || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorableJson(inner))
}

/** The least text that can be stored and is no less than this one, by code point. */
export const leastStorable = (text: string): string => {
  const at = text.search(notStored)
  return at === -1 ? text : text.slice(0, at) + (text[at] === "\0" ? "\u0001" : "\uE000")
}
