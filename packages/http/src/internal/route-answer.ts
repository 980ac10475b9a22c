import { validateHeaderValue } from "node:http"
import { maxResponseBytes, type RouteAnswer } from "@agent-operations/operations"
import { Effect } from "effect"
import { type AgentAnswer, isBodiless } from "../exchange.ts"

/** What belongs to the connection and to the length of an answer, which are the server's. */
const ofTheServer = ["connection", "content-length", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"]

/** The headers, checked and by lower-case names. Throws where no server could send them. */
const headersOf = (given: RouteAnswer["headers"]) => {
  const headers = Object.fromEntries(new Headers(given))
  const own = ofTheServer.find((name) => Object.hasOwn(headers, name))
  if (own !== undefined) throw new TypeError(`The header ${own} can only be set by the server.`)
  // Control characters that `Headers` takes, and `node:http` throws at when it is to send them.
  for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value)
  return headers
}

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
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        ...headersOf(headers),
        ...(isBodiless(status) ? {} : headersOf({ "content-type": type }))
      },
      body
    }
  })
