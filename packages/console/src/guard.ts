import type { Context, MiddlewareHandler } from "hono"
import { getCookie } from "hono/cookie"
import { serialize } from "hono/utils/cookie"
import type { Page } from "./context.ts"
import { wrongFormPage, wrongHostPage, wrongOriginPage } from "./failures.ts"
import { render } from "./pages.ts"
import { isOwnHost, isOwnOrigin } from "./security.ts"

const refuse = ({ req, env }: Context, page: Page) =>
  render(page, { url: new URL(req.raw.url), requestId: env.requestId, session: undefined })

/** Counts redirects to the origin in a row: a proxy that changes `Host` would make them go on for ever. */
const redirects = { cookie: "agent-operations.redirects", most: 3, seconds: 10 }

/** Sends whoever came by another name of the host to the origin, and refuses what they post. */
const onlyOwnHost =
  (origin: string): MiddlewareHandler =>
  async (exchange, next) => {
    const { raw: request } = exchange.req
    if (isOwnHost(request, origin)) return next()
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(exchange, wrongOriginPage)
    const { pathname, search } = new URL(request.url)
    const location = `${origin}${pathname}${search}`
    const count = Number(getCookie(exchange, redirects.cookie) ?? 0)
    if (!(count < redirects.most)) return refuse(exchange, wrongHostPage(location))
    const attributes = { path: "/", maxAge: redirects.seconds, httpOnly: true, sameSite: "Lax" } as const
    const cookie = serialize(redirects.cookie, String(count + 1), attributes)
    return new Response(null, { status: 308, headers: { location, "set-cookie": cookie } })
  }

/** Refuses forms of other sites' pages. */
const onlyOwnForms =
  (origin: string): MiddlewareHandler =>
  async (exchange, next) => {
    const { raw: request } = exchange.req
    if (request.method === "GET" || request.method === "HEAD") return next()
    if (!isOwnOrigin(request.headers, origin)) return refuse(exchange, wrongOriginPage)
    const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase()
    return type === undefined || type === "application/x-www-form-urlencoded" ? next() : refuse(exchange, wrongFormPage)
  }

/** What every request passes before a page sees it. */
export const guard = (origin: string): Array<MiddlewareHandler> => [onlyOwnHost(origin), onlyOwnForms(origin)]
