import type { Operation } from "@agent-operations/contract"
import { MissingScope, ProjectAccessDenied, Unauthenticated } from "@agent-operations/error-envelope"
import { Effect, Redacted, Result } from "effect"
import { CredentialVerifier } from "./CredentialVerifier.ts"
import { RateLimit, UsageBudget } from "./limits.ts"
import { type Access, type Audience, decodePrincipal } from "./principal.ts"
import { type ProjectValues, selectProject } from "./project.ts"

/** What the access decision looks at: headers and query, never the body. */
export interface AccessRequest {
  /** Every `Authorization` header of the request. */
  readonly authorization: ReadonlyArray<string>
  readonly project: ProjectValues
  readonly audience: Audience
}

const bearer = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

/** What stands after `Bearer`, where there is one such header and no other. Source: RFC 6750 section 2.1. */
export const credentialOf = (authorization: ReadonlyArray<string>) => {
  const [header, another] = authorization
  return another === undefined && header !== undefined ? bearer.exec(header)?.[1] : undefined
}

/**
 * The access decision, in the wire's order of checks: credential (401), rate limit (429), project header (400), project
 * access (403), scopes (403), usage (402). Nothing of the request's body is looked at before it. A principal that cannot
 * be stored is a defect, which says what is wrong with it. Laws: A1, A2, A3.
 */
export const makeAuthorize = Effect.gen(function* () {
  const verifier = yield* CredentialVerifier
  const rateLimit = yield* RateLimit
  const usage = yield* UsageBudget

  return Effect.fnUntraced(function* (operation: Operation.Any, request: AccessRequest) {
    const credential = credentialOf(request.authorization)
    if (credential === undefined) {
      return yield* new Unauthenticated({ message: "The request has no bearer credential, or more than one." })
    }
    const project = selectProject(request.project)
    const answered = yield* verifier.verify({
      credential: Redacted.make(credential, { label: "credential" }),
      audience: request.audience,
      projectId: Result.isSuccess(project) ? project.success : undefined
    })
    const decoded = decodePrincipal(answered)
    if (Result.isFailure(decoded)) {
      return yield* Effect.die(new Error(`The verifier answered with what is no principal: ${decoded.failure}.`))
    }
    const principal = decoded.success
    yield* rateLimit.check(principal)
    if (Result.isFailure(project)) return yield* project.failure
    if (principal.projectId !== project.success) {
      return yield* new ProjectAccessDenied({
        message: `The credential does not reach the project ${project.success}.`
      })
    }
    if (!operation.scopes.every((scope) => principal.scopes.includes(scope))) {
      return yield* new MissingScope({
        message: `${operation.id} requires ${operation.scopes.join(", ")}.`,
        details: { required: operation.scopes, granted: principal.scopes }
      })
    }
    if (operation.incursUsage) yield* usage.check(principal, operation.id)
    return {
      actor: principal.actor,
      organizationId: principal.organizationId,
      projectId: project.success
    } satisfies Access
  })
})
