import { NotAllowed, Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { mayChange } from "./list.ts"

/** The member that the path names, if the visitor may change them. */
export const changedMember = Effect.fnUntraced(function* (visit: InOrganization) {
  const { by, membership, param } = visit
  const { organizationId } = membership
  const userId = param("user")
  const member = yield* Organizations.use((organizations) => organizations.member({ organizationId, userId, by }))
  if (mayChange(visit, member)) return member
  return yield* new NotAllowed({ message: "Your role in the organization does not let you change this member." })
})
