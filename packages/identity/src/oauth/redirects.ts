const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"])

const parse = (uri: string) => (URL.canParse(uri) ? new URL(uri) : undefined)

/** Whether a redirect goes to a program on the person's own computer. */
export const isLoopback = (uri: string): boolean => {
  const url = parse(uri)
  return url !== undefined && url.protocol === "http:" && loopbackHosts.has(url.hostname)
}

/** Whether a redirect goes to a site on the web, which anybody has who registers one. */
export const isOnWeb = (uri: string): boolean => /^https?:\/\//i.test(uri) && !isLoopback(uri)

/** Schemes that browsers and systems answer by themselves: no program has one of them for its own. */
const reserved = new RegExp(
  `^(?:${[
    "about|blob|cid|content|data|devtools|feed|file|filesystem|ftps?|gopher|https?|intent|jar|javascript|livescript|mid",
    "mocha|news|nntp|resource|shell|urn|vbscript|view-source|wss?|wyciwyg",
    "afp|callto|dav|facetime|geo|git|ircs?|ldaps?|magnet|mailto|maps|market|mms|nfs|rtsp|search|search-ms|sftp|sips?",
    "sms|smsto|smb|ssh|svn|tel|telnet|webcal|xmpp",
    "app-prefs|app-settings|applescript|cifs|dict|finger|help|its|jnlps?|macappstores?|mhtml|mk|prefs|rdp|res|shortcuts|tftp|vnc|x-man-page",
    "(?:android|brave|chrome|edge|firefox|googlechromes?|itms|itmss|microsoft|moz|ms|opera|safari|vivaldi|x-apple)(?:-.*)?"
  ].join("|")}):$`
)

/**
 * Whether a redirect has a scheme that a program took for itself: `com.example.app:/callback`, `cursor://host/callback`.
 * Source: RFC 8252 section 7.1, which wants a reversed domain; the programs in use have short names.
 *
 * @example
 * isPrivateUse("cursor://anysphere.cursor-mcp/oauth/callback") // true
 * isPrivateUse("JavaScript:/alert(1)") // false
 */
export const isPrivateUse = (uri: string): boolean => {
  const url = parse(uri)
  return url !== undefined && /^[a-z][a-z0-9+.-]*:\//i.test(uri) && !reserved.test(url.protocol) && isBare(url)
}

const isBare = (url: URL) => url.username === "" && url.password === ""

/** Whether a redirect leads somewhere that may hold a program: over the web, or by a scheme of its own. */
export const isRedirect = (uri: string): boolean => /^https?:\/\//i.test(uri) || isPrivateUse(uri)

/** What a person is shown of a redirect: its host, or the scheme of a program that has one of its own. */
export const redirectHost = (uri: string): string => {
  const url = parse(uri)
  if (url === undefined) return ""
  // What stands where a host would is whatever the program wrote there.
  return /^https?:$/.test(url.protocol) ? url.host : url.protocol
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
