import type { Context, MiddlewareHandler } from "hono"
import { getCookie } from "hono/cookie"
import { serialize } from "hono/utils/cookie"
import type { Page } from "./context.ts"
import { wrongFormPage, wrongHostPage, wrongOriginPage } from "./failures.ts"
import { render } from "./page-handler.ts"
import { isOwnHost, isOwnOrigin } from "./security.ts"
import type { Site } from "./site.ts"

const refuse = (site: Site, { req, env }: Context, page: Page) =>
  render(page, { site, url: new URL(req.raw.url), requestId: env.requestId, session: undefined })

/** Counts redirects to the origin in a row: a proxy that changes `Host` would make them go on for ever. */
const redirects = { cookie: "agent-operations.redirects", most: 3, seconds: 10 }

/** Sends whoever came by another name of the host to the origin, and refuses what they post. */
const onlyOwnHost =
  (site: Site): MiddlewareHandler =>
  async (exchange, next) => {
    const { origin } = site
    const { raw: request } = exchange.req
    if (isOwnHost(request, origin)) return next()
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(site, exchange, wrongOriginPage(site))
    const { pathname, search } = new URL(request.url)
    const location = `${origin}${pathname}${search}`
    const count = Number(getCookie(exchange, redirects.cookie) ?? 0)
    if (!(count < redirects.most)) return refuse(site, exchange, wrongHostPage(location))
    const attributes = { path: site.prefix || "/", maxAge: redirects.seconds, httpOnly: true, sameSite: "Lax" } as const
    const cookie = serialize(redirects.cookie, String(count + 1), attributes)
    return new Response(null, { status: 308, headers: { location, "set-cookie": cookie } })
  }

/** Refuses forms of other sites' pages. */
const onlyOwnForms =
  (site: Site): MiddlewareHandler =>
  async (exchange, next) => {
    const { raw: request } = exchange.req
    if (request.method === "GET" || request.method === "HEAD") return next()
    if (!isOwnOrigin(request.headers, site.origin)) return refuse(site, exchange, wrongOriginPage(site))
    const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase()
    return type === undefined || type === "application/x-www-form-urlencoded"
      ? next()
      : refuse(site, exchange, wrongFormPage(site))
  }

/** What every request passes before a page sees it. */
export const guard = (site: Site): Array<MiddlewareHandler> => [onlyOwnHost(site), onlyOwnForms(site)]
