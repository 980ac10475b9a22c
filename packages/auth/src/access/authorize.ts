import {
  type AgentError,
  ProjectAccessDenied,
  Unauthenticated,
  type ValidationError
} from "@agent-operations/error-envelope"
import { type Guard, strangerAt, WorkFor } from "@agent-operations/database"
import { Clock, Effect, Redacted, Result } from "effect"
import { checkAccess } from "./check-access.ts"
import { type Client, ClientAddress } from "./client.ts"
import { CredentialVerifier, type Expected, type Presented, type Verification } from "./CredentialVerifier.ts"
import { RateLimit, UsageBudget } from "./limits.ts"
import { OfferedScopes } from "./OfferedScopes.ts"
import { type Access, type Audience, decodePrincipal, type Principal, type Requirement } from "./principal.ts"
import { type ProjectValues, selectProject } from "./project.ts"

/** What the access decision looks at: headers and query, never the body. */
export interface AccessRequest {
  /** Every `Authorization` header of the request. */
  readonly authorization: ReadonlyArray<string>
  /** Where it names none, and may, it is the one that the credential is bound to, if it is. */
  readonly project: ProjectValues
  readonly audience: Audience
  /** Whether it may name no project. Default: where it is for MCP. */
  readonly mayNameNone?: boolean | undefined
  /** The request as the web's standard has it, without its body, made when asked. */
  readonly web?: (() => Request) | undefined
  /** Where the request comes from. */
  readonly client?: Client | undefined
}

const bearer = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

/** What stands after `Bearer`, where there is one such header and no other. Source: RFC 6750 section 2.1. */
export const credentialOf = (authorization: ReadonlyArray<string>) => {
  const [header, another] = authorization
  return another === undefined && header !== undefined ? bearer.exec(header)?.[1] : undefined
}

const isBearer = (header: string) => /^Bearer(?: |$)/i.test(header)

const noCredential = new Unauthenticated({ message: "The request has no bearer credential, or more than one." })

/** Who is going to be let in as far as is known. */
export interface ExpectedAccess {
  /** The very object that the decision's `access` is going to be, unless it is another or none. */
  readonly access: Access
  /** Holds while they are let in. A statement that keeps it may be sent, and what it found told if it held. */
  readonly guard: Guard
  /** What has to succeed before such a statement is sent. */
  readonly admit: Effect.Effect<void, AgentError>
  /** To be run where the guard held. */
  readonly accepted: Effect.Effect<void>
}

/** The access decision of one request, under way as soon as `access` is run. */
export interface AccessDecision {
  /** Undefined where it is not known, or it is known that they will not be let in. */
  readonly expected: ExpectedAccess | undefined
  readonly access: Effect.Effect<Access, AgentError>
}

/**
 * The access decision, in the wire's order of checks: credential (401), rate limit (429), project header (400), project
 * access (403), scopes (403), usage (402). It looks at nothing of the request's body. A principal that cannot
 * be stored is a defect, which says what is wrong with it. Laws: A1, A2, A3.
 */
export const makeAuthorize = Effect.gen(function* () {
  const verifier = yield* CredentialVerifier
  const rateLimit = yield* RateLimit
  const usage = yield* UsageBudget
  const addressOf = yield* ClientAddress
  // A token may hold more than is meant for here; that is nobody's business in an answer.
  const offered = Object.keys(yield* OfferedScopes)
  /** The access of principals that the verifier may give again, decoded. */
  const known = new WeakMap<Principal, { readonly principal: Principal; readonly access: Access }>()

  const decode = (answered: Principal) => {
    const decoded = decodePrincipal(answered)
    return Result.isFailure(decoded)
      ? Effect.die(new Error(`The verifier returned an invalid principal: ${decoded.failure}.`))
      : Effect.succeed(decoded.success)
  }

  const accessOf = (principal: Principal, projectId: string): Access => ({
    actor: principal.actor,
    organizationId: principal.organizationId,
    projectId,
    scopes: offered.filter((scope) => principal.scopes.includes(scope)),
    credential: principal.credential ?? null
  })

  const decide = Effect.fnUntraced(function* (
    requirement: Requirement,
    named: Result.Result<string, ValidationError>,
    namesNone: boolean,
    verification: Verification,
    client: Client | undefined,
    isCounted: () => boolean
  ) {
    const answered = yield* asStranger(verification, client)
    const { expected } = verification
    const before = answered === expected?.principal ? known.get(answered) : undefined
    const principal = before?.principal ?? (yield* decode(answered))
    if (before === undefined || !isCounted()) yield* rateLimit.check(principal)
    const bound = namesNone ? principal.projectId : null
    const project = bound === null ? named : Result.succeed(bound)
    if (Result.isFailure(project)) return yield* project.failure
    if (principal.projectId !== project.success) {
      // What was sent as its name may be anything, a credential too. Law: A4.
      return yield* new ProjectAccessDenied({ message: "The credential does not reach the project that is named." })
    }
    const access = before?.access ?? accessOf(principal, project.success)
    const refused = checkAccess(requirement, access)
    if (refused !== undefined) return yield* refused
    if (requirement.incursUsage) yield* usage.check(principal, requirement.id)
    if (before === undefined && verifier.begin !== undefined) known.set(answered, { principal, access })
    return access
  })

  const expectedOf = (
    requirement: Requirement,
    project: Result.Result<string, ValidationError>,
    expected: Expected | undefined,
    count: (principal: Principal) => Effect.Effect<void, AgentError>,
    client: Client | undefined
  ): ExpectedAccess | undefined => {
    const before = expected && known.get(expected.principal)
    if (expected === undefined || before === undefined || requirement.incursUsage) return undefined
    const { access, principal } = before
    const isLetIn = Result.isSuccess(project) && access.projectId === project.success
    if (!isLetIn || checkAccess(requirement, access) !== undefined) return undefined
    return {
      access,
      guard: expected.guard,
      admit: count(principal),
      accepted: Effect.map(Clock.currentTimeMillis, (at) => expected.accepted(at, client))
    }
  }

  const begin = (presented: Presented): Verification =>
    verifier.begin?.(presented) ?? { expected: undefined, principal: verifier.verify(presented) }

  /** Whoever is not known yet is a stranger: those who try credentials hold up nobody whose own was accepted. Law: K3. */
  const asStranger = ({ expected, principal }: Verification, client: Client | undefined) => {
    const address = expected === undefined && client !== undefined ? addressOf(client) : undefined
    return address === undefined ? principal : Effect.provideService(principal, WorkFor, strangerAt(address))
  }

  /** Whom a request comes from. One whose `Bearer` is not well formed is not asked for anything else that it has. */
  const verificationOf = (request: AccessRequest, projectId: string | undefined): Verification | undefined => {
    const { authorization, audience, web, client } = request
    const credential = credentialOf(authorization)
    if (credential !== undefined) {
      return begin({ credential: Redacted.make(credential, { label: "credential" }), audience, projectId, web, client })
    }
    return verifier.authenticate === undefined || authorization.some(isBearer)
      ? undefined
      : { expected: undefined, principal: verifier.authenticate({ audience, projectId, web }) }
  }

  return (requirement: Requirement, request: AccessRequest): AccessDecision => {
    const project = selectProject(request.project)
    const verification = verificationOf(request, Result.isSuccess(project) ? project.success : undefined)
    if (verification === undefined) return { expected: undefined, access: Effect.fail(noCredential) }
    const { header, query } = request.project
    const { mayNameNone = request.audience === "mcp" } = request
    const namesNone = mayNameNone && header.length === 0 && query.length === 0
    let counted = false
    const count = (principal: Principal) =>
      Effect.map(rateLimit.check(principal), () => {
        counted = true
      })
    return {
      expected: expectedOf(requirement, project, verification.expected, count, request.client),
      access: decide(requirement, project, namesNone, verification, request.client, () => counted)
    }
  }
})
