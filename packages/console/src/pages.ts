import { Organizations, RateLimit } from "@agent-operations/auth"
import { type BrowserSession, BrowserSessions } from "@agent-operations/identity"
import { type Context, type Duration, Effect } from "effect"
import { asCaller } from "./as-caller.ts"
import type { ConsoleServices, ContentServices, InOrganization, InProject, Pages, SignedIn, Visit } from "./context.ts"
import { askToSignIn } from "./ask-to-sign-in.ts"
import { unlessPlanned } from "./deletion/planned.ts"
import { mostListed } from "./html/shell/switcher.ts"
import { makePageHandler } from "./page-handler.ts"
import { path } from "./paths.ts"
import type { Site } from "./site.ts"

/**
 * Whose browser sent a request, which counts as any request of a credential does. Pages are of no organization, or of several:
 * they are counted for the person.
 */
const currentSession = Effect.fnUntraced(function* ({ request }: Visit) {
  const session = yield* BrowserSessions.use((sessions) => sessions.current(request.headers))
  if (session === undefined) return undefined
  const { id, user } = session
  const limit = yield* RateLimit
  yield* limit.check({
    actor: { type: "user", id: user.id, name: user.name },
    credential: { type: "session", id },
    organizationId: user.id,
    projectId: null,
    scopes: []
  })
  return session
})

/** Lets in whoever is signed in, and sends others to do so; what they typed stays on a page meanwhile. */
const signedIn = (visit: Visit, session: BrowserSession | undefined) =>
  session === undefined
    ? askToSignIn(visit, (returnTo) => `${path(visit.site, "sign-in")}?returnTo=${encodeURIComponent(returnTo)}`)
    : Effect.succeed<SignedIn>({ ...visit, session, by: { type: "member", userId: session.user.id } })

/** Where somebody could switch to: asked for pages that are opened, not for what a script reads or a form sends. */
const reachOf = ({ request, by }: SignedIn, organizationId: string) => {
  if (request.method !== "GET" || request.headers.get("sec-fetch-dest") === "empty") return Effect.undefined
  return Organizations.use(({ membershipsOf, projects }) =>
    Effect.all(
      {
        organizations: membershipsOf({ ...by, limit: mostListed }),
        projects: projects({ organizationId, by, limit: mostListed })
      },
      { concurrency: 2 }
    )
  )
}

/** Lets in members of `:org`. */
const inOrganization = Effect.fnUntraced(function* (visit: Visit, session: BrowserSession | undefined) {
  const entered = yield* signedIn(visit, session)
  if (entered instanceof Response) return entered
  const organizations = yield* Organizations
  const { user } = entered.session
  const organizationId = visit.param("org")
  const membership = yield* organizations.membership({ organizationId, userId: user.id })
  return { ...entered, membership, reach: yield* reachOf(entered, organizationId) } satisfies InOrganization
})

/** Lets in members of `:org` that has `:project`. */
const inProject = Effect.fnUntraced(function* (visit: Visit, session: BrowserSession | undefined) {
  const entered = yield* signedIn(visit, session)
  if (entered instanceof Response) return entered
  const organizations = yield* Organizations
  const { user, id: sessionId } = entered.session
  const [organizationId, id] = [visit.param("org"), visit.param("project")]
  const found = yield* organizations.project({ organizationId, id, userId: user.id })
  const access = {
    actor: { type: "user", id: user.id, name: user.name },
    scopes: "all",
    credential: { type: "session", id: sessionId },
    organizationId,
    projectId: found.project.id
  } as const
  return { ...entered, ...found, access, reach: yield* reachOf(entered, organizationId) } satisfies InProject
})

/** The pages of those who sign in here, and of the organizations that they are members of. */
export const makePages = (services: Context.Context<ConsoleServices>, site: Site, deadline: Duration.Input): Pages => {
  const handler = makePageHandler<ConsoleServices, BrowserSession>({
    services,
    site,
    deadline,
    session: currentSession
  })
  return {
    open: (page) => handler(Effect.succeed, page),
    signedIn: (page) => handler(signedIn, page),
    organization: (page, form) => handler(inOrganization, unlessPlanned(page, form)),
    project: (page, form) => handler(inProject, unlessPlanned(page, form)),
    content: (page, form) => handler(inProject, unlessPlanned<InProject, ContentServices>(asCaller(page), form))
  }
}
