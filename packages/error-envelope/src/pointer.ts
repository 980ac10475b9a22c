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
