import type { MiddlewareHandler } from "hono"
import { bodyLimit } from "hono/body-limit"
import type { Page } from "./context.ts"
import { tooLargePage, wrongFormPage, wrongOriginPage } from "./failures.ts"
import { render } from "./pages.ts"
import { isOwnHost, isOwnOrigin, maxBodyBytes } from "./security.ts"

const refuse = (request: Request, page: Page) => render(page, { url: new URL(request.url), session: undefined })

/** Sends whoever came by another name of the host to the origin, and refuses what they post. */
const onlyOwnHost =
  (origin: string): MiddlewareHandler =>
  async ({ req: { raw: request } }, next) => {
    if (isOwnHost(request, origin)) return next()
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(request, wrongOriginPage)
    const { pathname, search } = new URL(request.url)
    return new Response(null, { status: 308, headers: { location: `${origin}${pathname}${search}` } })
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
