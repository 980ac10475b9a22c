/** An RFC 6901 JSON Pointer from its tokens. @example pointer("references", "a/b") // "/references/a~1b" */
export const pointer = (...tokens: ReadonlyArray<string | number>): string =>
  tokens.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/** Why a string is no RFC 6901 JSON Pointer, and at which offset; undefined where it is one. */
export const pointerError = (text: string): { readonly reason: string; readonly offset: number } | undefined => {
  if (text !== "" && !text.startsWith("/")) return { reason: "A JSON Pointer is empty or starts with /.", offset: 0 }
  const offset = text.search(/~(?![01])/u)
  return offset === -1 ? undefined : { reason: "In a JSON Pointer, ~ is followed by 0 (for ~) or 1 (for /).", offset }
}
