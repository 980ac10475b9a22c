import { Organizations } from "@agent-operations/auth"
import { type BrowserSession, BrowserSessions } from "@agent-operations/identity"
import { type Context, type Duration, Effect } from "effect"
import { asCaller } from "./as-caller.ts"
import type { ConsoleServices, InOrganization, InProject, Pages, SignedIn, Visit } from "./context.ts"
import { askToSignIn } from "./ask-to-sign-in.ts"
import { makePageHandler } from "./page-handler.ts"
import { path } from "./paths.ts"
import type { Site } from "./site.ts"

/** Lets in whoever is signed in, and sends others to do so; what they typed stays on a page meanwhile. */
const signedIn = (visit: Visit, session: BrowserSession | undefined) =>
  session === undefined
    ? askToSignIn(visit, (returnTo) => `${path(visit.site, "sign-in")}?returnTo=${encodeURIComponent(returnTo)}`)
    : Effect.succeed<SignedIn>({ ...visit, session, by: { type: "member", userId: session.user.id } })

/** Lets in members of `:org`. */
const inOrganization = Effect.fnUntraced(function* (visit: Visit, session: BrowserSession | undefined) {
  const entered = yield* signedIn(visit, session)
  if (entered instanceof Response) return entered
  const organizations = yield* Organizations
  const { user } = entered.session
  const membership = yield* organizations.membership({ organizationId: visit.param("org"), userId: user.id })
  return { ...entered, membership } satisfies InOrganization
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
  return { ...entered, ...found, access } satisfies InProject
})

/** The pages of those who sign in here, and of the organizations that they are members of. */
export const makePages = (services: Context.Context<ConsoleServices>, site: Site, deadline: Duration.Input): Pages => {
  const handler = makePageHandler<ConsoleServices, BrowserSession>({
    services,
    site,
    deadline,
    session: ({ request }) => BrowserSessions.use((sessions) => sessions.current(request.headers))
  })
  return {
    open: (page) => handler(Effect.succeed, page),
    signedIn: (page) => handler(signedIn, page),
    organization: (page) => handler(inOrganization, page),
    project: (page) => handler(inProject, page),
    content: (page) => handler(inProject, asCaller(page))
  }
}
