import { Grants } from "@agent-operations/identity"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { confirmPage } from "../html/confirm.ts"
import { bdi, html } from "../html/html.ts"
import { onlyManagers } from "../only.ts"
import { organizationPath, seeOther } from "../paths.ts"

export const askToDisconnectMember = onlyManagers(
  Effect.fnUntraced(function* ({ membership, by, param, site }: InOrganization) {
    const { organizationId } = membership
    const grant = yield* Grants.use((grants) => grants.ofOrganization({ organizationId, by, id: param("grant") }))
    return confirmPage({
      title: "Disconnect this application?",
      body: html`<p>
        ${bdi(grant.clientName)} loses the access to ${bdi(grant.projectName)} that ${bdi(grant.person.name)} allowed,
        at once. They see on their account's page that you ended it, and may connect it again.
      </p>`,
      button: "Disconnect application",
      cancel: organizationPath(site, membership, "applications")
    })
  })
)

/** Ends what a member allowed an application. Laws: A5, A8. */
export const disconnectMember = onlyManagers(
  Effect.fnUntraced(function* ({ membership, by, param, site }: InOrganization) {
    const { organizationId } = membership
    yield* Grants.use((grants) => grants.revokeOfOrganization({ organizationId, by, id: param("grant") }))
    return seeOther(organizationPath(site, membership, "applications"), "disconnected")
  })
)
