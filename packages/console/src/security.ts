import { randomBytes } from "node:crypto"
import type { MiddlewareHandler } from "hono"
import { frameSource } from "./content/sandbox/view-frame.ts"
import type { Page } from "./context.ts"
import type { Site } from "./site.ts"

/** How large a posted form may be, in bytes. */
export const maxBodyBytes = 1024 * 1024

const policy = (formAction: string, styles = "'self'", frames?: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    `form-action ${formAction}`,
    ...(frames === undefined ? [] : [`frame-src ${frames}`]),
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** For a page whose script adds styles of its own: no other page's, and none that can be guessed. */
export const makeStyleNonce = (): string => randomBytes(16).toString("base64")

/** What a page's own headers differ in from those of every answer. */
export const pageHeaders = (
  { formAction, frame, secretUrl, styleNonce }: Pick<Page, "formAction" | "frame" | "secretUrl" | "styleNonce">,
  site: Pick<Site, "origin" | "prefix">
) => ({
  ...((formAction !== undefined || styleNonce !== undefined || frame) && {
    "content-security-policy": policy(
      formAction === undefined ? "'self'" : `'self' ${formAction}`,
      styleNonce === undefined ? "'self'" : `'self' 'nonce-${styleNonce}'`,
      // A frame that is sent elsewhere, by itself too, does not go there: a request would tell what it was shown.
      frame ? frameSource(site) : undefined
    )
  }),
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

/** Whether no other site's page led to a request: a browser tells, and one that does not is asked by a program or is old. */
export const isAskedForHere = (headers: Headers) =>
  [null, "same-origin", "none"].includes(headers.get("sec-fetch-site"))

/** Whether a request names the console's own host, be it with the port that its scheme has anyway. */
export const isOwnHost = (request: Request, origin: string) => {
  const own = new URL(origin)
  const named = URL.parse(`${own.protocol}//${request.headers.get("host") ?? new URL(request.url).host}`)
  // What has more than a host and a port in it is none.
  return named?.host === own.host && named.href === own.href
}
