import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization, Page } from "../context.ts"
import { confirmPage } from "../html/confirm.ts"
import { bdi, html } from "../html/html.ts"
import { organizationPath, seeOther } from "../paths.ts"
import { refusedByLastOwner } from "./last-owner.ts"

export const askToLeave = ({ membership }: InOrganization): Effect.Effect<Page> =>
  Effect.succeed(
    confirmPage({
      title: "Leave the organization?",
      body: html`<p>
        You lose access to ${bdi(membership.organizationName)} at once, and so does every application that you connected
        to its projects. Coming back takes an invitation.
      </p>`,
      button: "Leave organization",
      cancel: organizationPath(membership, "members")
    })
  )

/** Ends one's own membership. */
export const leave = Effect.fnUntraced(function* ({ membership, by: { userId } }: InOrganization) {
  const organizations = yield* Organizations
  return yield* organizations
    .leave({ organizationId: membership.organizationId, userId })
    .pipe(Effect.as(seeOther("/organizations", "left")), Effect.catchTag("LastOwner", refusedByLastOwner(membership)))
})
