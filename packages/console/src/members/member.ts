import { NotAllowed, Organizations, Unknown } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { mayChange } from "./list.ts"

/** The member that the path names, if the visitor may change them. */
export const changedMember = Effect.fnUntraced(function* (visit: InOrganization) {
  const { by, membership, param } = visit
  const { organizationId } = membership
  const members = yield* Organizations.use((organizations) => organizations.members({ organizationId, by }))
  const member = members.find(({ userId }) => userId === param("user"))
  if (member === undefined) return yield* new Unknown({ message: "There is no such member." })
  if (mayChange(visit, member)) return member
  return yield* new NotAllowed({ message: "Your role in the organization does not let you change this member." })
})
