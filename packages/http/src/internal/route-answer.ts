import { validateHeaderValue } from "node:http"
import { type AgentError, toAnswer } from "@agent-operations/error-envelope"
import { maxResponseBytes, type RouteAnswer, type RouteFailure } from "@agent-operations/operations"
import { Effect } from "effect"
import { type AgentAnswer, isBodiless } from "../exchange.ts"
import { hopByHop } from "./hop-by-hop.ts"

/** The headers, checked and by lower-case names. Throws where no server could send them. */
const headersOf = (given: RouteAnswer["headers"]) => {
  const headers = Object.fromEntries(new Headers(given))
  const [own] = hopByHop(Object.entries(headers))
  if (own !== undefined) throw new TypeError(`The header ${own} can only be set by the server.`)
  // Control characters that `Headers` takes, and `node:http` throws at when it is to send them.
  for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value)
  return headers
}

/** What every answer of a route has, unless it says otherwise. */
const usual = { "cache-control": "no-store", "x-content-type-options": "nosniff" }

/** What a route answers, as it is sent. What cannot be sent is a defect of the route: it is logged, and a 500. */
export const routeAnswer = (
  id: string,
  { status = 200, contentType, headers, body }: RouteAnswer
): Effect.Effect<AgentAnswer> =>
  Effect.sync(() => {
    const refused = (why: string) => new Error(`The route ${id} returned an answer that cannot be sent: ${why}`)
    if (!Number.isInteger(status) || status < 200 || status > 399) {
      throw refused(
        `its status is ${status}; return one from 200 to 399, and throw an error of the catalogue for a failure.`
      )
    }
    if (typeof body !== "string" && !(body instanceof Uint8Array)) throw refused("its body is neither text nor bytes.")
    const bytes = Buffer.byteLength(body)
    if (bytes > maxResponseBytes) throw refused(`it has ${bytes} bytes, more than the limit of ${maxResponseBytes}.`)
    if (isBodiless(status) && bytes > 0) throw refused(`it has a body, which the status ${status} does not allow.`)
    const type = contentType ?? (typeof body === "string" ? "application/json" : "application/octet-stream")
    return {
      status,
      headers: {
        ...usual,
        ...headersOf(headers),
        ...(isBodiless(status) ? {} : headersOf({ "content-type": type }))
      },
      body
    }
  })

/** What a route answers a failure with, as it is sent. Throws where it cannot be. */
export const failedAnswer = (
  id: string,
  error: AgentError,
  { status, contentType, headers, body }: RouteFailure
): AgentAnswer => {
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    throw new Error(`The route ${id} tells a failure with the status ${status}; return one from 400 to 599.`)
  }
  const own = { ...headersOf(headers), ...headersOf({ "content-type": contentType }) }
  return { status, headers: { ...usual, ...toAnswer(error).headers, ...own }, body }
}
