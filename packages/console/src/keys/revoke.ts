import { ApiKeys } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { code } from "../html/code.ts"
import { confirmPage } from "../html/confirm.ts"
import { bdi, html } from "../html/html.ts"
import { facts } from "../html/table.ts"
import { onlyManagers } from "../only.ts"
import { organizationPath, seeOther } from "../paths.ts"
import { keyOf } from "./state.ts"
import { lastUse } from "./words.ts"

export const askToRevokeKey = onlyManagers(
  Effect.fnUntraced(function* (visit: InOrganization) {
    const key = yield* keyOf(visit)
    const { name, preview, lastUsedAt } = key
    return confirmPage({
      title: "Revoke this key?",
      body: html`<p>
          ${bdi(name)} (${code(preview)}) stops working at once, for every program that uses it. This can't be undone.
        </p>
        ${lastUsedAt === null ? html`<p>It was never used.</p>` : facts([["Last used", lastUse(key)]])}`,
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
