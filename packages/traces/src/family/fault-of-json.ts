/** A place in a JSON value that cannot be stored, and why. */
export interface JsonFault {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

const inText = (text: string): string | undefined => {
  if (text.includes("\0")) return "It contains a NUL character."
  return text.isWellFormed() ? undefined : "It contains half a surrogate pair."
}

/** What of a request lies around a value of its own: traces, a trace, spans, a span, attributes. */
const around = 6

const look = (value: unknown, deepest: number): JsonFault | undefined => {
  if (typeof value === "string") {
    const message = inText(value)
    return message === undefined ? undefined : { path: [], message }
  }
  if (typeof value !== "object" || value === null) return undefined
  if (deepest === 0) return { path: [], message: "It is nested too deeply." }
  const entries: Iterable<readonly [string | number, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value)
  for (const [key, inner] of entries) {
    const message = typeof key === "string" ? inText(key) : undefined
    const fault = message === undefined ? look(inner, deepest - 1) : { path: [], message }
    if (fault !== undefined) return { ...fault, path: [key, ...fault.path] }
  }
  return undefined
}

/** The first place of a JSON value that cannot be stored: a text with NUL or half a surrogate pair, or what nests too deeply. */
export const faultOfJson = (value: unknown, depth: number): JsonFault | undefined => look(value, depth + around)
