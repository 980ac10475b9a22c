import { type AgentError, NotFound } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { HttpEntry } from "./entry.ts"
import type { AgentAnswer, AgentRequest } from "./exchange.ts"

/** Who sent a request, as far as the server knows, and what its log calls it. */
export interface Sender {
  readonly requestId: string
  /** The IP address that the connection comes from, where that is known. */
  readonly peer: string | undefined
}

const plainHost = /^[\w.:[\]-]*$/

/** The request by the web's standard, unless no address is of it. A HEAD is asked as a GET: its answer says the same. */
const webOf = (request: AgentRequest): Request | undefined => {
  if (!plainHost.test(request.header("host").join(",")) || !`${request.mount}${request.path}`.startsWith("/"))
    return undefined
  try {
    const web = request.web({ body: true })
    if (web.method !== "HEAD") return web
    const { url, headers, signal } = web
    return new Request(url, { headers, signal })
  } catch {
    // A method that the standard has no requests of, such as TRACE.
    return undefined
  }
}

/** How much of a response is read before it is sent. One of no more has its length said, and fails before it begins. */
const readAhead = 1024 * 1024

const bodyOf = async ({ body }: Response): Promise<Pick<AgentAnswer, "body" | "rest">> => {
  const pieces: Array<Uint8Array> = []
  if (body === null) return { body: "" }
  const reader = body.getReader()
  for (let bytes = 0; bytes < readAhead;) {
    const { done, value } = await reader.read()
    if (done) return { body: Buffer.concat(pieces) }
    pieces.push(value)
    bytes += value.length
  }
  reader.releaseLock()
  return { body: Buffer.concat(pieces), rest: body }
}

const toAnswer = async (response: Response): Promise<AgentAnswer> => {
  const { "set-cookie": _, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, headers, cookies: response.headers.getSetCookie(), ...(await bodyOf(response)) }
}

/** Whether a text has a credential of the request in it. */
const hasCredential = (text: string, request: AgentRequest) =>
  request.header("authorization").some((header) => {
    const credential = header.trim().split(" ").at(-1)!
    return credential !== "" && (text.includes(credential) || text.includes(encodeURIComponent(credential)))
  })

/** That there is nothing at a path, which is told unless a credential was pasted into it. Law: A4. */
export const nothingAt = (request: AgentRequest) => {
  const path = `${request.mount}${request.path}`
  const shown = hasCredential(path, request) ? "that path" : path.slice(0, 200)
  return new NotFound({ message: `There is nothing at ${request.method.slice(0, 20)} ${shown}.` })
}

/**
 * Has an entry answered by the web's standard: the request is whole, with its body as a stream. Where the response is
 * undefined, nothing is there.
 *
 * @example
 * { owner: "the site", path: "/site", below: true, run: respondWith((request) => Effect.promise(() => site.fetch(request))) }
 */
export const respondWith =
  (respond: (request: Request, sender: Sender) => Effect.Effect<Response | undefined, AgentError>): HttpEntry["run"] =>
  (request, { requestId }) =>
    Effect.suspend(() => {
      const web = webOf(request)
      if (web === undefined) return Effect.fail(nothingAt(request))
      return Effect.flatMap(respond(web, { requestId, peer: request.peer() }), (response) =>
        response === undefined ? Effect.fail(nothingAt(request)) : Effect.promise(() => toAnswer(response))
      )
    })
