/** What belongs to a connection or to the framing of an answer, and so to the server. Source: RFC 9110, 7.6.1. */
const ofTheServer = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

/**
 * The names among some headers that only the server may send, in the case in which they were given: those above, whatever
 * begins with `proxy-`, and what `Connection` lists.
 */
export const hopByHop = (headers: ReadonlyArray<readonly [name: string, value: unknown]>): ReadonlyArray<string> => {
  const listed = headers
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => String(value).split(","))
    .map((name) => name.trim().toLowerCase())
  return headers
    .map(([name]) => name)
    .filter((given) => {
      const name = given.toLowerCase()
      return ofTheServer.has(name) || name.startsWith("proxy-") || listed.includes(name)
    })
}

/** The headers of an answer without those that are the server's. */
export const endToEnd = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const dropped = hopByHop(Object.entries(headers))
  return dropped.length === 0
    ? headers
    : Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.includes(name)))
}
