import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { confirmPage } from "../html/confirm.ts"
import { bdi, html } from "../html/html.ts"
import { seeOther } from "../paths.ts"
import { refusedByLastOwner } from "./last-owner.ts"
import { membersPath } from "./links.ts"
import { changedMember } from "./member.ts"

export const askToRemove = Effect.fnUntraced(function* (visit: InOrganization) {
  const { name } = yield* changedMember(visit)
  return confirmPage({
    title: "Remove this member?",
    body: html`<p>
      ${bdi(name)} loses access to ${bdi(visit.membership.organizationName)} at once, in the browser and through every
      application that they connected. API keys and what they created stay.
    </p>`,
    button: "Remove member",
    cancel: membersPath(visit)
  })
})

/** Ends a membership. Law: A5. */
export const removeMember = Effect.fnUntraced(function* (visit: InOrganization) {
  const { membership, by, param } = visit
  const organizations = yield* Organizations
  const { organizationId } = membership
  return yield* organizations
    .removeMember({ organizationId, userId: param("user"), by })
    .pipe(Effect.as(seeOther(membersPath(visit), "removed")), Effect.catchTag("LastOwner", refusedByLastOwner(visit)))
})
