import { Outbox, SignIn } from "@agent-operations/identity"
import { Effect } from "effect"
import type { Visit } from "../context.ts"
import { html } from "../html/html.ts"
import { openOutbox } from "../outbox.ts"
import { seeOther } from "../paths.ts"
import { faultOf, returnToOf, signInPage } from "./form.ts"

/** The page to sign in by; whoever is signed in goes on to where they were going. */
export const showSignIn = Effect.fnUntraced(function* (visit: Visit) {
  const returnTo = returnToOf(visit)
  const key = visit.query("key")
  if (key !== undefined) return seeOther("/sign-in", undefined, yield* openOutbox(key, visit.origin))
  return visit.session === undefined ? yield* signInPage({ returnTo, fault: faultOf(visit) }) : seeOther(returnTo)
})

/** Mails a link. What the answer says is the same whether or not the address is known. */
export const sendLink = Effect.fnUntraced(function* (visit: Visit) {
  const { address, form, request } = visit
  const email = form.text("email").trim()
  const returnTo = returnToOf(visit)
  const refused = (status: number, message: string, headers: Readonly<Record<string, string>> = {}) =>
    signInPage({ email, returnTo, status, headers, errors: { email: message } })
  return yield* SignIn.use((signIn) => signIn.sendLink({ email, returnTo, address, headers: request.headers })).pipe(
    Effect.map((cookies) => seeOther("/sign-in/sent", undefined, cookies)),
    Effect.catchTags({
      InvalidEmail: () => refused(422, "Write an e-mail address such as ada@example.com."),
      EmailDomainDenied: () =>
        refused(403, "Addresses of this domain may not sign in here. Ask the server's operator."),
      TooManyAttempts: ({ retryAfter }) =>
        refused(429, `Too many attempts. Try again in ${minutes(retryAfter)}.`, { "retry-after": String(retryAfter) }),
      MailFailed: ({ message }) =>
        Effect.andThen(
          Effect.logWarning(`A sign-in link could not be mailed: ${message}`),
          refused(503, "The mail could not be sent just now. Try again in a moment, or ask the server's operator.")
        )
    })
  )
})

const minutes = (seconds: number) => {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? "a minute" : `${count} minutes`
}

/** What to do once a link is on its way. */
export const linkSent = Effect.fnUntraced(function* () {
  const { enabled } = yield* Outbox
  return {
    title: "Check your mail",
    narrow: true,
    body: html`<p>A sign-in link is on its way to the address. Open it in this browser.</p>
      <p class="quiet">It works once, and only for a short time. Nothing there? Look among the unwanted mail.</p>
      ${enabled && html`<p>This server keeps its mail: <a href="/outbox">open the outbox</a>.</p>`}
      <p><a href="/sign-in">Use another address</a></p>`
  }
})
