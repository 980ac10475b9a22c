import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { checkAccess } from "./check-access.ts"
import { RateLimit, UsageBudget } from "./limits.ts"
import type { Access, Principal, Requirement } from "./principal.ts"

const principalOf = ({ scopes, ...access }: Access): Principal => ({
  ...access,
  scopes: scopes === "all" ? [] : scopes
})

/**
 * Decides each of the calls that one request brings, for whom `makeAuthorize` let the request in: its rate, unless it is
 * the first, which was counted then; its scopes and callers; its usage. Laws: A2, A7.
 *
 * @example
 * const admit = yield* makeAdmitCall
 * yield* admit(operation, access, { isCounted: false })
 */
export const makeAdmitCall = Effect.gen(function* () {
  const rateLimit = yield* RateLimit
  const usage = yield* UsageBudget
  return (
    requirement: Requirement,
    access: Access,
    { isCounted }: { readonly isCounted: boolean }
  ): Effect.Effect<void, AgentError> =>
    Effect.gen(function* () {
      const principal = principalOf(access)
      if (!isCounted) yield* rateLimit.check(principal)
      const refused = checkAccess(requirement, access)
      if (refused !== undefined) return yield* refused
      if (requirement.incursUsage) yield* usage.check(principal, requirement.id)
    })
})
