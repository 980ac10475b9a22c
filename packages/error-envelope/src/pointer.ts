/**
 * JSON Pointers, by which errors and findings name places. Loads nothing else, for threads that start often.
 *
 * @packageDocumentation
 */

/**
 * The RFC 6901 JSON Pointer that leads through these keys.
 *
 * @example
 * pointerOf([]) // ""
 * pointerOf(["columns", 0, "a/b"]) // "/columns/0/a~1b"
 */
export const pointerOf = (keys: ReadonlyArray<PropertyKey>): string =>
  keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/**
 * The keys that an RFC 6901 JSON Pointer leads through, which has to be one: see `pointerError`.
 *
 * @example
 * keysOf("/columns/0/a~1b") // ["columns", "0", "a/b"]
 */
export const keysOf = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))

/**
 * Why a text is no RFC 6901 JSON Pointer, and at which offset; undefined where it is one.
 *
 * @example
 * pointerError("a") // { reason: "A JSON Pointer is empty or starts with /.", offset: 0 }
 */
export const pointerError = (text: string): { readonly reason: string; readonly offset: number } | undefined => {
  if (text !== "" && !text.startsWith("/")) return { reason: "A JSON Pointer is empty or starts with /.", offset: 0 }
  const offset = text.search(/~(?![01])/u)
  return offset === -1 ? undefined : { reason: "In a JSON Pointer, ~ is followed by 0 (for ~) or 1 (for /).", offset }
}

/** How many characters of a place, and of what is said of it, are told at most: names in them are the sender's, of any length. */
const maxShown = 1000

/**
 * The keys of a place that are told: all of them, or those that lead to what holds it where its names are too long to repeat.
 *
 * @example
 * shownKeys(["input", "a".repeat(1001)]) // ["input"]
 */
export const shownKeys = <K extends string | number>(keys: ReadonlyArray<K>): ReadonlyArray<K> => {
  let length = 0
  const tooLong = keys.findIndex((key) => (length += String(key).length) > maxShown)
  return tooLong === -1 ? keys : keys.slice(0, tooLong)
}

/**
 * A JSON Pointer, and what leads on `below` it, as it is told: as it is, or to what holds the place where its names are too
 * long to repeat.
 *
 * @example
 * shownPointer(`/input/${"a".repeat(1001)}`) // "/input"
 */
export const shownPointer = (pointer: string, below = ""): string => {
  const whole = pointer.length > maxShown ? pointer : pointer + below
  return whole.length <= maxShown ? whole : whole.slice(0, Math.max(0, whole.lastIndexOf("/", maxShown)))
}

/**
 * What is said of a place: as it is, or its beginning where it repeats too much of what was sent. No character is cut in two.
 *
 * @example
 * shownText(`No ${"a".repeat(1001)}`).length // 1000
 */
export const shownText = (text: string, most: number = maxShown): string => {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 2)
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 2 : most - 1)}…`
}
