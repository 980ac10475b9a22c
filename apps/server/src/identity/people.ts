import { consoleHandler, type ConsoleServices, developmentOnly, Renderer } from "@agent-operations/console"
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
  /** Why the request may be of somebody on another computer, where only this computer's own people may come. */
  readonly outsider: string | undefined
}

/** What answers people, and programs that ask them for access; undefined for a path that is nobody's. */
export type People = (request: Request, asker: Asker) => Effect.Effect<Response | undefined>

/** Where programs ask for access. */
const ofPrograms = /^\/(?:api|\.well-known)\//

/** Refuses a request, and says in the log, once, why and what to do about it. */
const makeRefuseOutsider = () => {
  const set = "For people on other computers, set PUBLIC_URL, SMTP_URL and OWNER_EMAIL."
  let said = false
  return (request: Request, requestId: string, why: string) =>
    Effect.suspend(() => {
      const warn = said
        ? Effect.void
        : Effect.logWarning(
            `A request to sign in or for a page was refused, since ${why}, and sign-in is open to whoever is on this computer while mail goes to the outbox. ${set}`
          )
      said = true
      const description = `This server is set up for development, and answers its own computer only. ${set}`
      return Effect.as(
        warn,
        ofPrograms.test(new URL(request.url).pathname)
          ? Response.json({ error: "access_denied", error_description: description }, { status: 403 })
          : developmentOnly(request, requestId)
      )
    })
}

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
  const layer = identityLayer({ ...plan.options, secret }).pipe(
    Layer.merge(Renderer.layer()),
    Layer.provideMerge(mail(settings, plan))
  )
  const own = yield* Effect.provide(Layer.build(layer), services)
  const all = Context.merge(services, own)
  const pages = consoleHandler(all, { origin: plan.options.origin })
  const identity = Context.get(all, IdentityHttp)
  const refuseOutsider = makeRefuseOutsider()
  const people: People = (request, { address, requestId, outsider }) => {
    if (new URL(request.url).pathname === "/api/mcp") return Effect.provide(mcp(request, identity.challenge), all)
    if (outsider !== undefined) return refuseOutsider(request, requestId, outsider)
    return identity.handle(request, address) ?? Effect.promise(() => pages(request, address, requestId))
  }
  return people
})

const notNow = new Unavailable({ message: "Sign-in is not available just now.", retryAfter: 2 })

/**
 * Answers while nothing better can be made, since the database is away: with pages that say so to people, with the
 * envelope to programs.
 */
export const makeUnavailable = (services: Context.Context<Services>, plan: IdentityPlan): People => {
  const fail = () => Effect.fail(notNow)
  const sessions: BrowserSessions["Service"] = { current: fail, end: fail, endAll: fail }
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
