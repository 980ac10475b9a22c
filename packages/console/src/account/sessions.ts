import { Unknown } from "@agent-operations/auth"
import { BrowserSessions, type ListedSession } from "@agent-operations/identity"
import { Effect } from "effect"
import type { SignedIn } from "../context.ts"
import { badge } from "../html/badge.ts"
import { confirmPage } from "../html/confirm.ts"
import { dialogLink } from "../html/dialog.ts"
import { actions } from "../html/form.ts"
import { bdi, type Html, html, time, when } from "../html/html.ts"
import { table } from "../html/table.ts"
import { path, seeOther } from "../paths.ts"
import { deviceOf } from "./device.ts"

const row =
  ({ session, site }: SignedIn) =>
  (listed: ListedSession) => {
    const [device, isThis] = [deviceOf(listed.userAgent), listed.id === session.id]
    return [
      html`${device} ${when(isThis, () => badge("this browser", "accent"))}
        <div class="quiet">${when(listed.userAgent, bdi)}</div>`,
      isThis ? "Now" : time(listed.lastSeenAt),
      time(listed.createdAt),
      time(listed.expiresAt),
      when(!isThis, () =>
        dialogLink("Sign out", path(site, "account", "sessions", listed.id, "end"), { about: device })
      )
    ]
  }

/** Where a person is signed in. */
export const sessionTable = (visit: SignedIn, sessions: ReadonlyArray<ListedSession>): Html =>
  html`${table({
      caption: "Browsers in which you are signed in, the last used first",
      columns: ["Browser", "Last seen", "Signed in", "Ends", "Actions"],
      rows: sessions.map(row(visit))
    })}
    <p class="quiet">Browsers name themselves. “Last seen” can be up to 10 minutes behind.</p>
    ${actions(
      when(sessions.length > 1, () =>
        dialogLink("Sign out all others", path(visit.site, "account", "sessions", "end-others"))
      ),
      dialogLink("Sign out everywhere", path(visit.site, "account", "sign-out-everywhere"))
    )}`

export const askToEndSession = Effect.fnUntraced(function* ({ session, param, site }: SignedIn) {
  const sessions = yield* BrowserSessions.use((all) => all.list(session.user.id))
  const listed = sessions.find(({ id }) => id === param("session") && id !== session.id)
  if (listed === undefined) return yield* new Unknown({ message: "There is no such session." })
  return confirmPage({
    title: "Sign out this browser?",
    body: html`<p>
      ${deviceOf(listed.userAgent)}, last seen ${time(listed.lastSeenAt)}, is signed out at once. Connected applications
      and API keys keep working.
    </p>`,
    button: "Sign out browser",
    cancel: path(site, "account")
  })
})

/** Ends one session of the person. Law: A5. */
export const endSession = Effect.fnUntraced(function* ({ session, param, site }: SignedIn) {
  yield* BrowserSessions.use((sessions) => sessions.endOne({ userId: session.user.id, id: param("session") }))
  return seeOther(path(site, "account"), "signed-out")
})

export const askToEndOthers = ({ site }: SignedIn) =>
  Effect.succeed(
    confirmPage({
      title: "Sign out all other browsers?",
      body: html`<p>
        Every browser in which you are signed in is signed out at once, but not this one. Connected applications and API
        keys keep working.
      </p>`,
      button: "Sign out all others",
      cancel: path(site, "account")
    })
  )

/** Ends every session of the person but this one. */
export const endOthers = Effect.fnUntraced(function* ({ session, site }: SignedIn) {
  yield* BrowserSessions.use((sessions) => sessions.endOthers({ userId: session.user.id, id: session.id }))
  return seeOther(path(site, "account"), "signed-out-others")
})
