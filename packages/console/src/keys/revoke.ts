import { ApiKeys } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { code } from "../html/code.ts"
import { confirmPage } from "../html/confirm.ts"
import { bdi, html, time } from "../html/html.ts"
import { onlyManagers } from "../only.ts"
import { organizationPath, seeOther } from "../paths.ts"
import { keyOf } from "./state.ts"

export const askToRevokeKey = onlyManagers(
  Effect.fnUntraced(function* (visit: InOrganization) {
    const { name, preview, lastUsedAt } = yield* keyOf(visit)
    return confirmPage({
      title: "Revoke this key?",
      body: html`<p>
          ${bdi(name)} (${code(preview)}) stops working at once, for every program that uses it. This can't be undone.
        </p>
        <p>${lastUsedAt === null ? "It was never used." : html`It was last used ${time(lastUsedAt)}.`}</p>`,
      button: "Revoke key",
      cancel: organizationPath(visit.site, visit.membership, "keys")
    })
  })
)

/** Ends a key. Law: A5. */
export const revokeKey = onlyManagers(
  Effect.fnUntraced(function* ({ membership, by, param, site }: InOrganization) {
    const { organizationId } = membership
    yield* ApiKeys.use((keys) => keys.revoke({ organizationId, id: param("key"), by }))
    return seeOther(organizationPath(site, membership, "keys"), "revoked")
  })
)
