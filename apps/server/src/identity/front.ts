import type { IncomingMessage, RequestListener } from "node:http"
import { consoleHandler } from "@agent-operations/console"
import { newTypeId } from "@agent-operations/database"
import { nodeListener } from "@agent-operations/http/node"
import { IdentityHttp } from "@agent-operations/identity"
import { getRequestListener, type HttpBindings } from "@hono/node-server"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { Clock, type Context, Effect, type Layer, Option } from "effect"
import type { servicesWithIdentity } from "../services.ts"
import type { Settings } from "../settings.ts"
import { mcp } from "./mcp.ts"

type Services = Layer.Success<ReturnType<typeof servicesWithIdentity>>

/** What is the operations' own, and goes straight to them. */
const ofOperations = /^\/(?:api\/agent\/|openapi\.json|healthz|readyz|reference)/

const wellFormed = /^[A-Za-z0-9._:+/=-]{1,128}$/

const requestIdOf = (request: Request) => {
  const sent = request.headers.get("x-request-id") ?? ""
  return wellFormed.test(sent) ? sent : newTypeId("req")
}

/**
 * Answers operations, programs that ask for access, and people, each where they are at home; what is nobody's is the
 * operations' to refuse.
 */
export const frontListener = (
  services: Context.Context<Services>,
  settings: Settings,
  origin: string
): RequestListener => {
  const operations = nodeListener(services)
  const pages = consoleHandler(services, { origin })
  const run = Effect.runPromiseWith(services)
  const { host } = new URL(origin)

  const addressOf = (message: IncomingMessage) => {
    const told = Option.getOrUndefined(settings.CLIENT_ADDRESS_HEADER)
    const header = told === undefined ? undefined : message.headers[told.toLowerCase()]
    return (typeof header === "string" ? header : message.socket.remoteAddress) ?? "unknown"
  }

  const respond = Effect.fnUntraced(function* (request: Request, address: string, requestId: string) {
    const identity = yield* IdentityHttp
    if (new URL(request.url).pathname === "/api/mcp") return yield* mcp(request, identity.challenge)
    const answer = identity.handle(request, address)
    return answer === undefined ? yield* Effect.promise(() => pages(request, address, requestId)) : yield* answer
  })

  /** The same line in the log, and the same ID in the answer, as operations have. */
  const logged = (request: Request, address: string) => {
    const requestId = requestIdOf(request)
    const { pathname } = new URL(request.url)
    return Effect.gen(function* () {
      const started = yield* Clock.currentTimeMillis
      const response = yield* respond(request, address, requestId)
      if (response === undefined) return undefined
      const took = (yield* Clock.currentTimeMillis) - started
      yield* Effect.logInfo(`${request.method} ${pathname.slice(0, 200)} ${response.status} ${took} ms`)
      if (!response.headers.has("x-request-id")) response.headers.set("x-request-id", requestId)
      return response
    }).pipe(Effect.annotateLogs("requestId", requestId))
  }

  const people = getRequestListener(
    async (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings
      const response = await run(logged(request, addressOf(incoming)))
      if (response !== undefined) return response
      operations(incoming, outgoing)
      return RESPONSE_ALREADY_SENT
    },
    { hostname: host, overrideGlobalObjects: false }
  )

  return (message, response) => {
    if (ofOperations.test(message.url ?? "/")) operations(message, response)
    else void people(message, response)
  }
}
