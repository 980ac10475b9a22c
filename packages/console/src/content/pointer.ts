/** An RFC 6901 JSON Pointer: `pointerOf(["columns", 0])` is `/columns/0`. */
export const pointerOf = (keys: ReadonlyArray<PropertyKey>): string =>
  keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/** The keys of a pointer: `keysOf("/columns/0")` is `["columns", "0"]`. */
export const keysOf = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
