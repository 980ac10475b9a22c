/** An RFC 6901 JSON Pointer: `pointerOf(["a/b", 0])` is `/a~1b/0`. */
export const pointerOf = (keys: ReadonlyArray<string | number>): string =>
  keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")
