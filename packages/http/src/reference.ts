import { Effect } from "effect"

/**
 * What the page may do: run what it carries, and call the server that it came from. Nothing else, so that no request
 * leaves the machine.
 */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src data:",
  "connect-src 'self'",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

/** The interactive reference of an OpenAPI document. What makes it is large, and loaded when it is first asked for. */
export const renderReference = (document: object) =>
  Effect.flatMap(
    Effect.promise(() => import("./internal/reference-page.ts")),
    ({ renderPage }) => renderPage(document)
  )
