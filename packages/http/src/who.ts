import { Effect } from "effect"
import { accessRequest } from "./access-request.ts"
import { ok } from "./internal/json-answer.ts"
import type { Authorize } from "./operation-handler.ts"
import type { Entry } from "./route-table.ts"

const requirement = { id: "who", scopes: [], callers: "anyone", incursUsage: false } as const

/**
 * Answers whom a credential stands for, so that a program learns which project its token reaches: `{"data": {actor,
 * organizationId, projectId, scopes, credential}}`. The request may name no project where the credential is bound to one.
 * Its path is that of the resource which tokens for REST are issued for. Laws: A1, A6.
 */
export const whoEntry = (authorize: Authorize): Omit<Entry, "name"> => ({
  path: "/api/cli",
  operation: requirement,
  run: (request, { letIn }) =>
    Effect.map(authorize(requirement, { ...accessRequest(request, "rest"), mayNameNone: true }).access, (access) => {
      letIn?.(access)
      const { actor, organizationId, projectId, scopes, credential } = access
      const { type, id } = credential ?? {}
      return ok({ data: { actor, organizationId, projectId, scopes, credential: credential && { type, id } } })
    })
})
