/** What was told already, in this process. */
const told = new Set<string>()

/** Tells of an operation whose answer says that it is deprecated: once a process. Source: RFC 9745, RFC 8594 (3). */
export const warnDeprecated = (id: string, headers: Headers, warn: (message: string) => void): void => {
  if (!headers.has("deprecation") || told.has(id)) return
  told.add(id)
  const sunset = headers.get("sunset")
  warn(`The operation ${id} is deprecated${sunset === null ? "" : `, and gone after ${sunset}`}.`)
}
