import {
  type Access,
  type CredentialVerifier,
  decodePrincipal,
  isText,
  type Principal,
  type RateLimit
} from "@agent-operations/auth"
import { type AgentError, NotFound, type Timeout, type Unavailable } from "@agent-operations/error-envelope"
import { callHost } from "@agent-operations/operations"
import { Effect, Result, Schema } from "effect"
import { askToSignIn } from "../ask-to-sign-in.ts"
import type { ContentVisit, Session, Visit } from "../context.ts"
import type { Place } from "../html/layout.ts"
import type { HostConsoleOptions } from "./index.ts"

/** Says whom a request comes from, by its cookies. */
export type Authenticate = NonNullable<CredentialVerifier["Service"]["authenticate"]>

/** Somebody whom the host knows. */
export interface HostSession extends Session {
  readonly principal: Principal
}

/** A request of somebody whom the host knows, and the projects that it lists for them. */
export interface HostVisit extends Visit {
  readonly projects: typeof Projects.Type
}

/** A request below a project that the host lets them into. */
export interface HostContentVisit extends ContentVisit {
  readonly membership: NonNullable<Place["membership"]>
}

const Projects = Schema.Array(
  Schema.Struct({
    id: Schema.NonEmptyString,
    name: Schema.String,
    organization: Schema.Struct({ id: Schema.NonEmptyString, name: Schema.String })
  })
)
const decodeProjects = Schema.decodeUnknownResult(Projects)

/** The organizations of projects, each once. */
const organizationsOf = (projects: typeof Projects.Type) =>
  [...new Map(projects.map(({ organization }) => [organization.id, organization.name]))].map(
    ([organizationId, organizationName]) => ({ organizationId, organizationName })
  )

/** What the host's functions fail with has a page where it passes by itself. Anything else is the server's failure. */
const orDie = (error: AgentError): Effect.Effect<never, Unavailable | Timeout> =>
  error._tag === "UNAVAILABLE" || error._tag === "TIMEOUT" ? Effect.fail(error) : Effect.die(error)

const withoutBody = ({ url, method, headers, signal }: Request) => new Request(url, { method, headers, signal })

/** Says who people are, and what they get into, by the host's functions. Laws: A2, A3, A5. */
export const makeHostPeople = (
  { projects, signIn }: HostConsoleOptions,
  authenticate: Authenticate,
  limit: RateLimit["Service"],
  offered: ReadonlyArray<string>
) => {
  const session = Effect.fnUntraced(function* ({ request, param }: Visit) {
    const named = param("project")
    const presented = {
      audience: "rest",
      projectId: isText(named) ? named : undefined,
      web: () => withoutBody(request)
    } as const
    const answered = yield* authenticate(presented).pipe(
      Effect.catchTag("UNAUTHENTICATED", () => Effect.undefined),
      Effect.catch(orDie)
    )
    if (answered === undefined) return undefined
    const decoded = decodePrincipal(answered)
    if (Result.isFailure(decoded)) {
      return yield* Effect.die(new Error(`The verifier returned an invalid principal: ${decoded.failure}.`))
    }
    const principal = decoded.success
    const { type, id, name } = principal.actor
    yield* limit.check(principal)
    // Pages are for people. Law: A7.
    return type === "user" ? ({ user: { id, name: name || id }, principal } satisfies HostSession) : undefined
  })

  const listed = Effect.fnUntraced(function* (visit: Visit, { principal }: HostSession) {
    const answered = yield* callHost(() => projects(principal, withoutBody(visit.request))).pipe(Effect.catch(orDie))
    const decoded = decodeProjects(answered)
    return Result.isSuccess(decoded)
      ? decoded.success
      : yield* Effect.die(new Error(`The projects of hostConsole are not valid: ${decoded.failure.message}`))
  })

  /** Lets in whomever the host knows. */
  const known = Effect.fnUntraced(function* (visit: Visit, session: HostSession | undefined) {
    if (session === undefined) return yield* askToSignIn(visit, signIn)
    return { ...visit, projects: yield* listed(visit, session) } satisfies HostVisit
  })

  /** Lets in whom the host lets into `:project` of `:org`. */
  const inProject = Effect.fnUntraced(function* (visit: Visit, session: HostSession | undefined) {
    const [organizationId, id] = [visit.param("org"), visit.param("project")]
    if (session === undefined) return yield* askToSignIn(visit, signIn)
    const { principal } = session
    if (principal.projectId !== id || principal.organizationId !== organizationId) {
      return yield* new NotFound({ message: "There is no such project." })
    }
    const all = yield* listed(visit, session)
    const found = all.find((one) => one.id === id && one.organization.id === organizationId)
    const access: Access = {
      actor: principal.actor,
      organizationId,
      projectId: id,
      scopes: offered.filter((scope) => principal.scopes.includes(scope)),
      credential: principal.credential ?? null
    }
    const ofOrganization = all.filter(({ organization }) => organization.id === organizationId)
    return {
      ...visit,
      access,
      reach: {
        organizations: organizationsOf(all),
        projects: ofOrganization.map((one) => ({ id: one.id, organizationId, name: one.name }))
      },
      project: { id, organizationId, name: found?.name ?? id },
      membership: { organizationId, organizationName: found?.organization.name ?? organizationId }
    } satisfies HostContentVisit
  })

  return { session, known, inProject }
}
