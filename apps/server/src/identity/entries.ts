import { AuditLog, Invitations } from "@agent-operations/auth"
import { consoleEntries, onDemand } from "@agent-operations/console/entries"
import { type AgentError, Unavailable } from "@agent-operations/error-envelope"
import { Budgets as EvaluationBudgets } from "@agent-operations/evals"
import { ModelConnections as Connections } from "@agent-operations/evals/calls"
import type { HttpEntry, Sender } from "@agent-operations/http"
import { baseUrlOf } from "@agent-operations/identity/tokens"
import { Effect, Layer, type Redacted, Scope } from "effect"
import type { Services } from "../services.ts"
import type { Settings } from "../settings.ts"
import { makeClientAddress } from "./client-address.ts"
import { whyNotDirect } from "./direct.ts"
import { makeRefuseOutsider } from "./outsider.ts"
import type { IdentityPlan } from "./plan.ts"

/** What people sign in by, once it is known that they do. */
export interface Identity {
  readonly plan: IdentityPlan
  /** Signs cookies. */
  readonly secret: Redacted.Redacted
}

/** What answers people, and programs that ask them for access; undefined where nothing is. */
export type People = {
  readonly [Who in "pages" | "programs"]: (
    request: Request,
    sender: { readonly address: string; readonly requestId: string }
  ) => Effect.Effect<Response | undefined, AgentError>
}

/**
 * Makes what answers people, over the services that answer operations. It takes half a second and many megabytes, which a
 * server that only programs call with keys never spends: it is made when it is first asked for.
 */
const makePeople = Effect.fnUntraced(function* (settings: Settings, { plan, secret }: Identity) {
  const { Budgets, makeConsole, ModelConnections } = yield* Effect.promise(() => import("@agent-operations/console"))
  const { mail } = yield* Effect.promise(() => import("./mail.ts"))
  const { origin, prefix, ...options } = plan.options
  const budgets = Layer.effect(Budgets, EvaluationBudgets).pipe(Layer.provide(EvaluationBudgets.layer))
  const evaluations = Layer.merge(budgets, Layer.effect(ModelConnections, Connections))
  const own = yield* Layer.build(Layer.mergeAll(mail(settings, plan), Invitations.layer, AuditLog.layer, evaluations))
  const console = yield* Effect.provide(
    makeConsole({
      origin,
      prefix,
      program: "agent-operations",
      deletionDelay: settings.DELETION_DELAY,
      organizationsPerPerson: settings.ORGANIZATIONS_PER_PERSON,
      identity: { ...options, secret }
    }),
    own
  )
  const answer =
    (who: "pages" | "programs"): People["pages"] =>
    (request, sender) =>
      Effect.promise(() => console[who](request, sender))
  return { pages: answer("pages"), programs: answer("programs") } satisfies People as People
})

/** Answers while nothing better can be made, since the database is away: people with pages that say so. */
const makeUnavailable = Effect.fnUntraced(function* ({ options: { origin, prefix } }: IdentityPlan) {
  const { unavailableConsole } = yield* Effect.promise(() => import("@agent-operations/console"))
  const console = yield* unavailableConsole({ origin, prefix })
  const notNow = new Unavailable({ message: "Sign-in is not available just now.", retryAfter: 2 })
  return {
    pages: (request, sender) => Effect.promise(() => console.pages(request, sender)),
    programs: () => Effect.fail(notNow)
  } satisfies People as People
})

/** What the server answers people, and programs that ask them for access, in its table of routes. */
export const identityEntries = Effect.fnUntraced(function* (settings: Settings, identity: Identity) {
  const { plan } = identity
  const services = yield* Effect.context<Services>()
  const scope = yield* Effect.scope
  const baseUrl = baseUrlOf(plan.options)
  const run = Effect.runPromiseWith(services)
  const made = onDemand(() =>
    run(
      makePeople(settings, identity).pipe(
        Effect.tapCause((cause) => Effect.logWarning("The console could not be started yet", cause)),
        Effect.provideService(Scope.Scope, scope)
      )
    )
  )
  const unavailable = onDemand(() => run(makeUnavailable(plan)))
  const people = Effect.promise(() => made().catch(unavailable))
  const addressOf = makeClientAddress(settings)
  const refuseOutsider = makeRefuseOutsider(plan.options.prefix)

  const answering =
    (who: keyof People) =>
    (request: Request, { requestId, peer }: Sender) => {
      const sent = { headers: request.headers, peer }
      const outsider = plan.mail === "outbox" ? whyNotDirect(sent) : undefined
      if (outsider !== undefined) return refuseOutsider(who, request, requestId, outsider)
      return Effect.flatMap(Effect.zip(people, addressOf(sent)), ([answer, address]) =>
        answer[who](request, { address, requestId })
      )
    }
  const entries: ReadonlyArray<HttpEntry> = consoleEntries(baseUrl, {
    pages: answering("pages"),
    programs: answering("programs")
  })
  return entries
})
