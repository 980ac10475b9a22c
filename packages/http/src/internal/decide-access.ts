import type { Access, AccessDecision, Requirement } from "@agent-operations/auth"
import { Effect } from "effect"
import { accessRequest } from "../access-request.ts"
import type { AgentRequest } from "../exchange.ts"
import type { Authorize } from "../operation-handler.ts"

/** Is told who asks, once that is decided. */
export type LetIn = (access: Access) => void

/** Who asks for an operation or a route, and whether they may, by the request's headers and query. */
export const decideAccess = (
  authorize: Authorize,
  requirement: Requirement,
  request: AgentRequest,
  letIn: LetIn | undefined
): AccessDecision => {
  const decision = authorize(requirement, accessRequest(request, "rest"))
  if (letIn === undefined) return decision
  const { expected, access } = decision
  return {
    expected: expected && {
      ...expected,
      accepted: Effect.andThen(
        expected.accepted,
        Effect.sync(() => letIn(expected.access))
      )
    },
    access: Effect.tap(access, (caller) => Effect.sync(() => letIn(caller)))
  }
}
