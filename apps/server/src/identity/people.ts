import { developmentOnly, makeConsole, unavailableConsole } from "@agent-operations/console"
import { toAnswer, Unavailable } from "@agent-operations/error-envelope"
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
            `A request for a page or to sign in was refused, since ${why}: while mail goes to the outbox, anybody on this computer can sign in, so no other computer is served. ${set}`
          )
      said = true
      const description = `This server is set up for development, and answers only its own computer. ${set}`
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
  const { origin, ...identity } = plan.options
  const made = makeConsole({ origin, identity: { ...identity, secret } })
  const console = yield* Effect.provide(made, Context.merge(services, yield* Layer.build(mail(settings, plan))))
  const refuseOutsider = makeRefuseOutsider()
  const people: People = (request, { address, requestId, outsider }) => {
    if (new URL(request.url).pathname === "/api/mcp") return Effect.provide(mcp(request, console.challenge), services)
    if (outsider !== undefined) return refuseOutsider(request, requestId, outsider)
    return Effect.promise(() => console.fetch(request, { address, requestId }))
  }
  return people
})

const notNow = new Unavailable({ message: "Sign-in is not available just now.", retryAfter: 2 })

/**
 * Answers while nothing better can be made, since the database is away: with pages that say so to people, with the
 * envelope to programs.
 */
export const makeUnavailable = Effect.fnUntraced(function* (plan: IdentityPlan) {
  const pages = yield* unavailableConsole({ origin: plan.options.origin })
  const { status, headers, body } = toAnswer(notNow)
  const people: People = (request, asker) =>
    Effect.map(
      Effect.promise(() => pages.fetch(request, asker)),
      (page) =>
        page ?? (ofPrograms.test(new URL(request.url).pathname) ? Response.json(body, { status, headers }) : undefined)
    )
  return people
})
