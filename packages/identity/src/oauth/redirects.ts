const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"])

const parse = (uri: string) => (URL.canParse(uri) ? new URL(uri) : undefined)

/** Whether a redirect goes to a program on the person's own computer. */
export const isLoopback = (uri: string): boolean => {
  const url = parse(uri)
  return url !== undefined && url.protocol === "http:" && loopbackHosts.has(url.hostname)
}

/** What a person is shown of a redirect: its host, or the scheme of a program that has one of its own. */
export const redirectHost = (uri: string): string => {
  const url = parse(uri)
  if (url === undefined) return ""
  return url.host === "" ? url.protocol : url.host
}

const withoutPort = (uri: string) =>
  uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d+)?(?=[/?#]|$)/, "$1")

/**
 * Whether a client registered a redirect: character by character, but for the port of a loopback address, which a
 * program may choose when it starts. Source: RFC 9700 section 2.1, RFC 8252 section 7.3.
 */
export const isRegistered = (registered: ReadonlyArray<string>, asked: string): boolean =>
  registered.includes(asked) ||
  (isLoopback(asked) && registered.some((uri) => isLoopback(uri) && withoutPort(uri) === withoutPort(asked)))

/** The redirect with an answer in its query. */
export const withAnswer = (uri: string, answer: Readonly<Record<string, string | undefined>>): string => {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
