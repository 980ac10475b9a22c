import type { IncomingMessage, RequestListener } from "node:http"
import { type AgentError, toAnswer, ValidationError } from "@agent-operations/error-envelope"
import { AgentHttp, explain, recordAnswer, requestId } from "@agent-operations/http"
import { nodeListener } from "@agent-operations/http/node"
import { getRequestListener, type HttpBindings } from "@hono/node-server"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { Clock, Context, Effect, type Redacted, Scope } from "effect"
import type { Services } from "../services.ts"
import type { Settings } from "../settings.ts"
import { makeClientAddress } from "./client-address.ts"
import { whyNotDirect } from "./direct.ts"
import type { Asker, People } from "./people.ts"
import type { IdentityPlan } from "./plan.ts"

const plainHost = /^[\w.:[\]-]*$/

/** Whether a request can be one for a page: its path is not of the operations' table, and path and host are of addresses. */
const isForPeople = ({ owns }: AgentHttp["Service"], { url = "/", headers }: IncomingMessage) =>
  url.startsWith("/") && !owns(url.split("?", 1)[0]!) && plainHost.test(headers.host ?? "")

/** Makes something when it is first asked for; one that could not be made is tried again. */
const onDemand = <A>(make: () => Promise<A>): (() => Promise<A>) => {
  let made: Promise<A> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

const inEnvelope = (error: AgentError) => {
  const { status, headers, body } = toAnswer(error)
  return Response.json(body, { status, headers })
}

/** What the adapter itself refuses: a host or a path that no address has. */
const refused = () =>
  inEnvelope(new ValidationError({ message: "The request's host or path is not valid.", details: { issues: [] } }))

/** The same line in the log, the same count and the same ID in the answer as operations have. */
const logged = Effect.fnUntraced(function* (people: () => Promise<People>, request: Request, asker: Asker) {
  const started = yield* Clock.currentTimeMillis
  const response = yield* Effect.promise(people).pipe(
    Effect.flatMap((answer) => answer(request, asker)),
    Effect.catchCause((cause) => Effect.map(explain(cause), inEnvelope))
  )
  if (response === undefined) return undefined
  const took = (yield* Clock.currentTimeMillis) - started
  const { pathname } = new URL(request.url)
  yield* recordAnswer({ method: request.method, path: pathname, route: "people", status: response.status, took })
  response.headers.set("x-request-id", asker.requestId)
  return response
})

/**
 * Answers operations, programs that ask for access, and people, each where they are at home; what is nobody's is the
 * operations' to refuse.
 */
export const frontListener = Effect.fnUntraced(function* (
  services: Context.Context<Services>,
  settings: Settings,
  plan: IdentityPlan,
  secret: Redacted.Redacted
) {
  const scope = yield* Effect.scope
  const http = Context.get(services, AgentHttp)
  const operations = nodeListener(services)
  const run = Effect.runPromiseWith(services)
  const made = onDemand(async () => {
    const { makePeople } = await import("./people.ts")
    const make = makePeople(services, settings, plan, secret).pipe(
      Effect.tapCause((cause) => Effect.logWarning("The console could not be started yet", cause))
    )
    return run(Effect.provideService(make, Scope.Scope, scope))
  })
  const unavailable = onDemand(async () => run((await import("./people.ts")).makeUnavailable(plan)))
  const people = () => made().catch(unavailable)

  const addressOf = makeClientAddress(settings)

  const answerPeople = getRequestListener(
    async (request, bindings): Promise<Response> => {
      const { incoming, outgoing } = bindings as HttpBindings
      const id = requestId(incoming.headersDistinct["x-request-id"] ?? [])
      const outsider = plan.mail === "outbox" ? whyNotDirect(incoming) : undefined
      const answered = Effect.flatMap(addressOf(incoming), (address) =>
        logged(people, request, { address, requestId: id, outsider })
      )
      const response = await run(Effect.annotateLogs(answered, "requestId", id))
      if (response !== undefined) return response
      operations(incoming, outgoing)
      return RESPONSE_ALREADY_SENT
    },
    { hostname: new URL(plan.options.origin).host, overrideGlobalObjects: false, errorHandler: refused }
  )

  const listener: RequestListener = (message, response) => {
    if (isForPeople(http, message)) void answerPeople(message, response)
    else operations(message, response)
  }
  return listener
})
