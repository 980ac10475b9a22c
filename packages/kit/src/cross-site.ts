import { Unauthenticated } from "@agent-operations/error-envelope"

/** Origins as browsers write them. Throws where one is none. */
export const originsOf = (origins: ReadonlyArray<string>): ReadonlySet<string> => {
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong === undefined) return new Set(origins)
  throw new TypeError(
    `trustedOrigins has ${JSON.stringify(wrong)}, which is not an origin. Write it as "https://app.example.com", without a path.`
  )
}

const isSafe = (method: string) => method === "GET" || method === "HEAD"

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : "")

/** From where a browser says that it sends a request, if that is another origin. */
const otherSite = ({ headers, url }: Request, trusted: ReadonlySet<string>): string | undefined => {
  const origin = headers.get("origin")
  if (origin !== null && trusted.has(origin)) return undefined
  const site = headers.get("sec-fetch-site")
  if (site !== null) return site === "same-origin" || site === "none" ? undefined : (origin ?? site)
  // Browsers from before 2023 tell the origin alone; what tells neither is no browser, and has no cookies of a victim.
  const host = headers.get("host") ?? new URL(url).host
  return origin === null || hostOf(origin) === host ? undefined : origin
}

/**
 * Why a request is not to be let in by its cookies, if it is not: a page of another origin sent it, and the browser added
 * them. GET and HEAD change nothing, and their answers cannot be read from there.
 */
export const crossSiteFault = (request: Request, trusted: ReadonlySet<string>): Unauthenticated | undefined => {
  const other = isSafe(request.method) ? undefined : otherSite(request, trusted)
  return other === undefined
    ? undefined
    : new Unauthenticated({
        message: `The request comes from another origin (${other.slice(0, 200)}), so its cookies are not accepted.`,
        hint: "Send it from a page of the same origin, or with a Bearer credential, or list the origin in trustedOrigins."
      })
}
