import { Organizations } from "@agent-operations/auth"
import { readText, safePath, UnreadableBody } from "@agent-operations/identity"
import { Effect } from "effect"
import type { Context } from "hono"
import type { InOrganization, InProject, SignedIn, Visit } from "./context.ts"
import { SessionEnded } from "./failures.ts"
import { type Form, hasTooManyFields, parseForm, withoutNul } from "./form.ts"
import { path, seeOther } from "./paths.ts"
import type { Site } from "./site.ts"
import { maxBodyBytes } from "./security.ts"

/** A request as pages see it, before it is known who makes it and what they posted. */
export const startVisit = (exchange: Context, site: Site): Visit => {
  const { raw: request } = exchange.req
  const url = new URL(request.url)
  return {
    request,
    url,
    site,
    requestId: exchange.env.requestId,
    address: exchange.env.address,
    session: undefined,
    param: (name) => withoutNul(exchange.req.param(name) ?? ""),
    query: (name) => {
      const value = url.searchParams.get(name)
      return value === null ? undefined : withoutNul(value)
    },
    form: parseForm("")
  }
}

/** What was posted. */
export const readForm = Effect.fnUntraced(function* ({ request }: Visit): Effect.fn.Return<Form, UnreadableBody> {
  const body = request.method === "POST" ? yield* readText(request, maxBodyBytes) : ""
  return hasTooManyFields(body) ? yield* new UnreadableBody({ reason: "too large" }) : parseForm(body)
})

/** Where somebody who must sign in first is to come back to: for a form, the page that it stood on. */
const comeBack = ({ request, url, site: { origin, prefix } }: Visit) => {
  if (request.method !== "POST") return safePath(`${url.pathname}${url.search}`, prefix)
  const referer = request.headers.get("referer") ?? ""
  return safePath(referer.startsWith(`${origin}/`) ? referer.slice(origin.length) : undefined, prefix)
}

/** What becomes of a visit as it comes nearer to its page; a response where it gets no further. */
type Entered<V extends Visit> = V | Response

/** Lets in whoever is signed in, and sends others to do so; what they typed stays on a page meanwhile. */
export const signedIn = (visit: Visit): Effect.Effect<Entered<SignedIn>, SessionEnded> => {
  const { session, form } = visit
  if (session !== undefined) {
    return Effect.succeed({ ...visit, session, by: { type: "member", userId: session.user.id } })
  }
  const signIn = `${path(visit.site, "sign-in")}?returnTo=${encodeURIComponent(comeBack(visit))}`
  return form.fields.length > 0 ? Effect.fail(new SessionEnded({ signIn })) : Effect.succeed(seeOther(signIn))
}

/** Lets in members of `:org`. */
export const inOrganization = Effect.fnUntraced(function* (visit: Visit) {
  const entered = yield* signedIn(visit)
  if (entered instanceof Response) return entered
  const organizations = yield* Organizations
  const { user } = entered.session
  const membership = yield* organizations.membership({ organizationId: visit.param("org"), userId: user.id })
  return { ...entered, membership } satisfies InOrganization
})

/** Lets in members of `:org` that has `:project`. */
export const inProject = Effect.fnUntraced(function* (visit: Visit) {
  const entered = yield* signedIn(visit)
  if (entered instanceof Response) return entered
  const organizations = yield* Organizations
  const { user } = entered.session
  const [organizationId, id] = [visit.param("org"), visit.param("project")]
  const found = yield* organizations.project({ organizationId, id, userId: user.id })
  return { ...entered, ...found } satisfies InProject
})
