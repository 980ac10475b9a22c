import { Effect } from "effect"
import type { Page, SignedIn } from "../context.ts"
import { confirmPage } from "../html/confirm.ts"
import { html } from "../html/html.ts"
import { seeOther } from "../paths.ts"
import { BrowserSessions } from "@agent-operations/identity"

export const askToSignOutEverywhere = (): Effect.Effect<Page> =>
  Effect.succeed(
    confirmPage({
      title: "Sign out everywhere?",
      body: html`<p>
        Every browser in which you are signed in is signed out at once, this one too. Connected applications and API
        keys keep working.
      </p>`,
      button: "Sign out everywhere",
      cancel: "/account"
    })
  )

/** Ends every session of the person. */
export const signOutEverywhere = Effect.fnUntraced(function* ({ session, request }: SignedIn) {
  const sessions = yield* BrowserSessions
  yield* sessions.endAll(session.user.id)
  return seeOther("/sign-in", "signed-out-everywhere", yield* sessions.end(request.headers))
})
