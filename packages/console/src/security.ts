import type { MiddlewareHandler } from "hono"
import type { Page } from "./context.ts"

/** How large a posted form may be, in bytes. */
export const maxBodyBytes = 1024 * 1024

const policy = (formAction: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** What a page's own headers differ in from those of every answer. */
export const pageHeaders = ({ formAction, secretUrl }: Pick<Page, "formAction" | "secretUrl">) => ({
  ...(formAction !== undefined && { "content-security-policy": policy(`'self' ${formAction}`) }),
  // Not `no-referrer`: with it a browser sends `Origin: null` with the page's own forms.
  ...(secretUrl && { "referrer-policy": "strict-origin" })
})

const everyAnswer: Readonly<Record<string, string>> = {
  "content-security-policy": policy("'self'"),
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
}

/** Puts the headers on an answer that it has no others of. */
export const withSecureHeaders = (answer: Response): Response => {
  for (const [name, value] of Object.entries(everyAnswer)) {
    if (!answer.headers.has(name)) answer.headers.set(name, value)
  }
  return answer
}

/** The same, for every answer of an app. */
export const secureHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  withSecureHeaders(context.res)
}

/** Whether a request that may change something comes from a page of the console. */
export const isOwnOrigin = (headers: Headers, origin: string) => {
  const sent = headers.get("origin")
  return sent === null ? headers.get("sec-fetch-site") === "same-origin" : sent === origin
}

/** Whether a request names the console's own host, be it with the port that its scheme has anyway. */
export const isOwnHost = (request: Request, origin: string) => {
  const own = new URL(origin)
  const named = URL.parse(`${own.protocol}//${request.headers.get("host") ?? new URL(request.url).host}`)
  // What has more than a host and a port in it is none.
  return named?.host === own.host && named.href === own.href
}
