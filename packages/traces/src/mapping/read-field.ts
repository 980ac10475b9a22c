import { emptyObject, isObject, type Json, type JsonObject, parseExact, unwrapContainer } from "../json.ts"
import { limits } from "../limits.ts"
import { latestNano, parseTime } from "../time.ts"

const asTextOf =
  (length: number) =>
  (value: Json): string | undefined => {
    const text = typeof value === "number" ? String(value) : value
    return typeof text === "string" && text !== "" && text.length <= length ? text : undefined
  }

/** A text as facts keep them: what is empty or longer than they may be stays among the attributes. */
export const asText = asTextOf(limits.textLength)

/** The name of a trace. */
export const asName = asTextOf(limits.nameLength)

/** Beyond this a count is none: so that the sum over the spans of a trace is exact. */
const maxCount = 10_000_000_000

const asNumber = (value: Json): number | undefined => {
  const number = typeof value === "string" && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return typeof number === "number" && number >= 0 ? number : undefined
}

/** A number of tokens. */
export const asCount = (value: Json): number | undefined => {
  const number = asNumber(value)
  return Number.isInteger(number) && number! <= maxCount ? number : undefined
}

/** An amount of US dollars. */
export const asCost = (value: Json): number | undefined => {
  const number = asNumber(value)
  return number !== undefined && number <= 1e9 ? number : undefined
}

/** A time since 1970: in RFC 3339, or in nanoseconds. */
export const asTime = (value: Json): bigint | undefined => {
  if (typeof value !== "string") return undefined
  const nanos = /^\d{1,19}$/.test(value) ? BigInt(value) : parseTime(value)
  return nanos !== undefined && nanos >= 0n && nanos <= latestNano ? nanos : undefined
}

/** Tags: a list, the JSON text of one, or one alone. Those that are too many or too long stay among the attributes. */
export const asTags = (value: Json, parse = parseExact): ReadonlyArray<string> | undefined => {
  const given = unwrapContainer(value, parse)
  const tags = (Array.isArray(given) ? (given as ReadonlyArray<Json>) : [given]).flatMap((tag) => asText(tag) ?? [])
  return tags.length === 0 ? undefined : [...new Set(tags)].slice(0, limits.tags)
}

/** An object, or the JSON text of one. */
export const asObject = (value: Json, parse = parseExact): JsonObject | undefined => {
  const object = typeof value === "string" ? parse(value) : value
  return isObject(object) ? object : undefined
}

/** Objects laid over each other: of one key the first wins. */
export const layOver = (objects: ReadonlyArray<JsonObject>): JsonObject => {
  if (objects.length === 1) return objects[0]!
  const laid = emptyObject()
  for (const object of objects) for (const key in object) laid[key] ??= object[key]!
  return laid
}
