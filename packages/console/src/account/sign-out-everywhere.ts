import { Effect } from "effect"
import type { Page, SignedIn } from "../context.ts"
import { confirmPage } from "../html/confirm.ts"
import { html } from "../html/html.ts"
import { path, seeOther } from "../paths.ts"
import { BrowserSessions } from "@agent-operations/identity"

export const askToSignOutEverywhere = ({ site }: SignedIn): Effect.Effect<Page> =>
  Effect.succeed(
    confirmPage({
      title: "Sign out everywhere?",
      body: html`<p>
        Every browser in which you are signed in is signed out at once, this one too. Connected applications and API
        keys keep working.
      </p>`,
      button: "Sign out everywhere",
      cancel: path(site, "account")
    })
  )

/** Ends every session of the person. */
export const signOutEverywhere = Effect.fnUntraced(function* ({ session, request, site }: SignedIn) {
  const sessions = yield* BrowserSessions
  yield* sessions.endAll(session.user.id)
  return seeOther(path(site, "sign-in"), "signed-out-everywhere", yield* sessions.end(request.headers))
})
