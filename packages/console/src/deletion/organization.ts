import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { html } from "../html/html.ts"
import { onlyOwners } from "../only.ts"
import { organizationPath, seeOther } from "../paths.ts"
import { confirmDeletion, delayOf, wrongName } from "./confirm.ts"

const page = (visit: InOrganization, error?: string) => {
  const { membership, site } = visit
  const holds = html`all its projects and what they hold, its members, API keys and audit log`
  const cancel = organizationPath(site, membership, "settings")
  return confirmDeletion(visit, { what: "organization", name: membership.organizationName, holds, cancel }, error)
}

export const askToDeleteOrganization = onlyOwners((visit) => Effect.succeed(page(visit)))

/** Plans the deletion of an organization. */
export const deleteOrganization = onlyOwners(
  Effect.fnUntraced(function* (visit: InOrganization) {
    const { membership, by, site } = visit
    const { organizationId, organizationName } = membership
    const error = wrongName(visit, organizationName)
    if (error !== undefined) return page(visit, error)
    const organizations = yield* Organizations
    yield* organizations.planOrganizationDeletion({ organizationId, by, after: delayOf(visit) })
    return seeOther(organizationPath(site, membership, "settings"))
  })
)

/** Cancels the deletion of an organization. */
export const keepOrganization = onlyOwners(
  Effect.fnUntraced(function* ({ membership, by, site }: InOrganization) {
    const { organizationId } = membership
    const organizations = yield* Organizations
    yield* organizations.cancelOrganizationDeletion({ organizationId, by })
    return seeOther(organizationPath(site, membership, "settings"), "kept")
  })
)
