/** JSON as the text that it is compared as: a text is itself. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** A text as the JSON that it is; any other value, and what can't be read, is itself. */
export const jsonOf = (value: unknown): unknown => {
  if (typeof value !== "string") return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** A text without the difference of upper and lower case, where that is asked for. The same on every machine. */
export const folded = (text: string, ignoreCase: boolean): string => (ignoreCase ? text.toLowerCase() : text)
