import { Invitations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { Answer, Page, SignedIn, Visit } from "../context.ts"
import { hidden } from "../html/field.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { bdi, html } from "../html/html.ts"
import { organizationPath, path, seeOther } from "../paths.ts"
import { roleNames } from "../roles.ts"
import { keepToken, keptToken, mailedToken } from "./cookie.ts"

const notOpen = ({ site }: Visit): Page => ({
  title: "This invitation is not open",
  status: 410,
  body: html`<p>It was used, revoked or replaced by a newer one, or it expired after 7 days. Ask for another.</p>
    <p><a href="${path(site, "organizations")}">Your organizations</a></p>`
})

const noneOpened = ({ site }: Visit): Page => ({
  title: "Open the link of your invitation again",
  status: 410,
  body: html`<p>
      This browser has not opened an invitation within the last hour. The link is in the mail that invited you.
    </p>
    <p><a href="${path(site, "organizations")}">Your organizations</a></p>`
})

const forAnother = (email: string): Page => ({
  title: "This invitation is for another address",
  status: 403,
  body: html`<p>
    You are signed in as ${bdi(email)}. Sign out, sign in with the address that it was mailed to, and open the link
    again.
  </p>`
})

/**
 * What a mailed link opens. It uses nothing up, so that a mail program that looks ahead does no harm: the page that it
 * leads to asks, and its address says nothing.
 */
export const openInvitation = (visit: Visit): Effect.Effect<Answer> => {
  const token = mailedToken(visit)
  return Effect.succeed(
    token === undefined
      ? { ...notOpen(visit), secretUrl: true }
      : seeOther(path(visit.site, "invitations", "join"), undefined, [keepToken(visit, token)])
  )
}

const shown = "invitation"

/** Asks whether to join. The form says what it asked about: the browser keeps another once another link is opened. */
export const askToJoin = (visit: SignedIn) => {
  const token = keptToken(visit)
  if (token === undefined) return Effect.succeed(noneOpened(visit))
  return Invitations.use((invitations) => invitations.describe({ token })).pipe(
    Effect.map(({ id, organizationName, role, email, invitedBy, inviterEmail }): Page => {
      const { user } = visit.session
      if (email.toLowerCase() !== user.email.toLowerCase()) return forAnother(user.email)
      return {
        title: "Join the organization?",
        narrow: true,
        alone: true,
        body: html`<p>
            ${bdi(invitedBy)}${inviterEmail !== null && html` (${bdi(inviterEmail)})`} invites you to join
            <b>${bdi(organizationName)}</b> as ${roleNames[role].toLowerCase()}. If you did not expect it, do nothing.
          </p>
          ${form({
            body: html`${hidden(shown, id)}
            ${actions(button("Join organization"), buttonLink("Not now", path(visit.site, "organizations")))}`
          })}`
      }
    }),
    Effect.catchTag("Unknown", () => Effect.succeed(notOpen(visit)))
  )
}

/** Joins, once, what the page asked about; asks anew where the browser opened another invitation since. */
export const join = Effect.fnUntraced(
  function* (visit: SignedIn) {
    const token = keptToken(visit)
    if (token === undefined) return noneOpened(visit)
    const invitations = yield* Invitations
    const { id } = yield* invitations.describe({ token })
    if (visit.form.text(shown) !== id) return yield* askToJoin(visit)
    const { id: userId, name, email } = visit.session.user
    const membership = yield* invitations.accept({ token, person: { userId, name, email } })
    return seeOther(organizationPath(visit.site, membership), "joined", [keepToken(visit, undefined)]) satisfies Answer
  },
  (joining, visit) =>
    Effect.catchTags(joining, {
      Unknown: () => Effect.succeed(notOpen(visit)),
      WrongRecipient: () => Effect.succeed(forAnother(visit.session.user.email))
    })
)
