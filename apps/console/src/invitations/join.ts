import { Invitations } from "@agent-operations/auth"
import { Effect, Redacted } from "effect"
import type { Answer, Page, SignedIn } from "../context.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { bdi, html } from "../html/html.ts"
import { organizationPath, seeOther } from "../paths.ts"
import { roleNames } from "../roles.ts"

const notOpen: Page = {
  title: "This invitation is not open",
  status: 410,
  secretUrl: true,
  body: html`<p>It was used, revoked or replaced by a newer one, or its 7 days are over. Ask for another.</p>
    <p><a href="/organizations">Your organizations</a></p>`
}

const forAnother = (email: string): Page => ({
  title: "This invitation is for another address",
  status: 403,
  secretUrl: true,
  body: html`<p>
    You are signed in as ${bdi(email)}. Sign out, and open the link again signed in with the address that it was mailed
    to.
  </p>`
})

const tokenOf = ({ param }: SignedIn) => Redacted.make(param("token"), { label: "invitation token" })

/** Asks whether to join. */
export const askToJoin = (visit: SignedIn) =>
  Invitations.use((invitations) => invitations.describe({ token: tokenOf(visit) })).pipe(
    Effect.map(({ organizationName, role, email, invitedBy }): Page => {
      const { user } = visit.session
      if (email.toLowerCase() !== user.email.toLowerCase()) return forAnother(user.email)
      return {
        title: "Join the organization?",
        narrow: true,
        secretUrl: true,
        body: html`<p>
            ${bdi(invitedBy)} invites you to join <b>${bdi(organizationName)}</b> as ${roleNames[role].toLowerCase()}.
          </p>
          ${form({ body: actions(button("Join"), buttonLink("Not now", "/organizations")) })}`
      }
    }),
    Effect.catchTag("Unknown", () => Effect.succeed(notOpen))
  )

/** Joins, once. */
export const join = (visit: SignedIn) => {
  const { id: userId, name, email } = visit.session.user
  return Invitations.use((invitations) =>
    invitations.accept({ token: tokenOf(visit), person: { userId, name, email } })
  ).pipe(
    Effect.map((membership): Answer => seeOther(organizationPath(membership), "joined")),
    Effect.catchTags({
      Unknown: () => Effect.succeed(notOpen),
      WrongRecipient: () => Effect.succeed(forAnother(email))
    })
  )
}
