import { consoleHandler, type ConsoleServices } from "@agent-operations/console"
import { toAnswer, Unavailable } from "@agent-operations/error-envelope"
import { BrowserSessions, identityLayer, IdentityHttp } from "@agent-operations/identity"
import { Context, Effect, Layer, type Redacted } from "effect"
import type { Services } from "../services.ts"
import type { Settings } from "../settings.ts"
import { mail } from "./mail.ts"
import { mcp } from "./mcp.ts"
import type { IdentityPlan } from "./plan.ts"

/** Who sends a request that is not an operation, and what the log calls it. */
export interface Asker {
  /** An IP address. */
  readonly address: string
  readonly requestId: string
}

/** What answers people, and programs that ask them for access; undefined for a path that is nobody's. */
export type People = (request: Request, asker: Asker) => Effect.Effect<Response | undefined>

/**
 * Makes what answers people, over the services that answer operations. It takes half a second and many megabytes, which a
 * server that only programs call with keys never spends: it is made when it is first asked for.
 */
export const makePeople = Effect.fnUntraced(function* (
  services: Context.Context<Services>,
  settings: Settings,
  plan: IdentityPlan,
  secret: Redacted.Redacted
) {
  const layer = identityLayer({ ...plan.options, secret }).pipe(Layer.provideMerge(mail(settings, plan)))
  const own = yield* Effect.provide(Layer.build(layer), services)
  const all = Context.merge(services, own)
  const pages = consoleHandler(all, { origin: plan.options.origin })
  const identity = Context.get(all, IdentityHttp)
  const people: People = (request, { address, requestId }) =>
    new URL(request.url).pathname === "/api/mcp"
      ? Effect.provide(mcp(request, identity.challenge), all)
      : (identity.handle(request, address) ?? Effect.promise(() => pages(request, address, requestId)))
  return people
})

const notNow = new Unavailable({ message: "Sign-in is not available just now.", retryAfter: 2 })

/** Where programs ask for access. */
const ofPrograms = /^\/(?:api|\.well-known)\//

/**
 * Answers while nothing better can be made, since the database is away: with pages that say so to people, with the
 * envelope to programs.
 */
export const makeUnavailable = (services: Context.Context<Services>, plan: IdentityPlan): People => {
  const sessions = { current: () => Effect.fail(notNow) } as unknown as BrowserSessions["Service"]
  // No page asks for anything else before it knows the session.
  const all = Context.add(services, BrowserSessions, sessions) as Context.Context<ConsoleServices>
  const pages = consoleHandler(all, { origin: plan.options.origin })
  const { status, headers, body } = toAnswer(notNow)
  return (request, { address, requestId }) =>
    Effect.map(
      Effect.promise(() => pages(request, address, requestId)),
      (page) =>
        page ?? (ofPrograms.test(new URL(request.url).pathname) ? Response.json(body, { status, headers }) : undefined)
    )
}
