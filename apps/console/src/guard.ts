import type { MiddlewareHandler } from "hono"
import { getCookie } from "hono/cookie"
import { bodyLimit } from "hono/body-limit"
import type { Page } from "./context.ts"
import { tooLargePage, wrongFormPage, wrongHostPage, wrongOriginPage } from "./failures.ts"
import { render } from "./pages.ts"
import { isOwnHost, isOwnOrigin, maxBodyBytes } from "./security.ts"

const refuse = (request: Request, page: Page) => render(page, { url: new URL(request.url), session: undefined })

/** Counts redirects to the origin in a row: a proxy that changes `Host` would make them go on for ever. */
const redirects = { cookie: "agent-operations.redirects", most: 3, seconds: 10 }

/** Sends whoever came by another name of the host to the origin, and refuses what they post. */
const onlyOwnHost =
  (origin: string): MiddlewareHandler =>
  async (context, next) => {
    const { raw: request } = context.req
    if (isOwnHost(request, origin)) return next()
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(request, wrongOriginPage)
    const { pathname, search } = new URL(request.url)
    const location = `${origin}${pathname}${search}`
    const count = Number(getCookie(context, redirects.cookie) ?? 0)
    if (!(count < redirects.most)) return refuse(request, wrongHostPage(location))
    const cookie = `${redirects.cookie}=${count + 1}; Path=/; Max-Age=${redirects.seconds}; HttpOnly; SameSite=Lax`
    return new Response(null, { status: 308, headers: { location, "set-cookie": cookie } })
  }

/** Refuses forms of other sites' pages. */
const onlyOwnForms =
  (origin: string): MiddlewareHandler =>
  async ({ req: { raw: request } }, next) => {
    if (request.method === "GET" || request.method === "HEAD") return next()
    if (!isOwnOrigin(request.headers, origin)) return refuse(request, wrongOriginPage)
    const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase()
    return type === undefined || type === "application/x-www-form-urlencoded" ? next() : refuse(request, wrongFormPage)
  }

/** What every request passes before a page sees it. */
export const guard = (origin: string): Array<MiddlewareHandler> => [
  onlyOwnHost(origin),
  onlyOwnForms(origin),
  bodyLimit({ maxSize: maxBodyBytes, onError: ({ req }) => refuse(req.raw, tooLargePage) })
]
