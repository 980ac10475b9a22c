import { Effect } from "effect"
import type { SignedIn } from "../context.ts"
import { confirmPage } from "../html/confirm.ts"
import { bdi, html } from "../html/html.ts"
import { path, seeOther } from "../paths.ts"
import { Grants } from "@agent-operations/identity"

export const askToDisconnect = Effect.fnUntraced(function* ({ session, param, site }: SignedIn) {
  const grant = yield* Grants.use((grants) => grants.get({ userId: session.user.id, id: param("grant") }))
  return confirmPage({
    title: "Disconnect this application?",
    body: html`<p>
      ${bdi(grant.clientName)} loses its access to ${bdi(grant.projectName)} in ${bdi(grant.organizationName)} at once.
      To use it again, you connect it again.
    </p>`,
    button: "Disconnect application",
    cancel: path(site, "account")
  })
})

/** Ends what an application was allowed: its tokens fail at the next request. Law: A5. */
export const disconnect = Effect.fnUntraced(function* ({ session, param, site }: SignedIn) {
  yield* Grants.use((grants) => grants.revoke({ id: param("grant"), userId: session.user.id }))
  return seeOther(path(site, "account"), "disconnected")
})
