import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization, Page } from "../context.ts"
import { confirmPage } from "../html/confirm.ts"
import { bdi, html } from "../html/html.ts"
import { organizationPath, path, seeOther } from "../paths.ts"
import { refusedByLastOwner } from "./last-owner.ts"

export const askToLeave = ({ membership, site }: InOrganization): Effect.Effect<Page> =>
  Effect.succeed(
    confirmPage({
      title: "Leave the organization?",
      body: html`<p>
        You lose access to ${bdi(membership.organizationName)} at once, and so does every application that you connected
        to its projects. Coming back takes an invitation.
      </p>`,
      button: "Leave organization",
      cancel: organizationPath(site, membership, "members")
    })
  )

/** Ends one's own membership. */
export const leave = Effect.fnUntraced(function* (visit: InOrganization) {
  const { membership, by, site } = visit
  const organizations = yield* Organizations
  return yield* organizations
    .leave({ organizationId: membership.organizationId, userId: by.userId })
    .pipe(
      Effect.as(seeOther(path(site, "organizations"), "left")),
      Effect.catchTag("LastOwner", refusedByLastOwner(visit))
    )
})
