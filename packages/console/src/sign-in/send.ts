import { Outbox, SignIn } from "@agent-operations/identity"
import { Effect } from "effect"
import type { Visit } from "../context.ts"
import { duration } from "../duration.ts"
import { html } from "../html/html.ts"
import { openOutbox } from "../outbox.ts"
import { path, seeOther } from "../paths.ts"
import { faultOf, returnToOf, signInPage } from "./form.ts"

/** The page to sign in by, with an address filled in where it names one; whoever is signed in goes on to where they were going. */
export const showSignIn = Effect.fnUntraced(function* (visit: Visit) {
  const returnTo = returnToOf(visit)
  const key = visit.query("key")
  const email = visit.query("email")
  if (key !== undefined) {
    const filled = email === undefined ? "" : `?email=${encodeURIComponent(email)}`
    return seeOther(path(visit.site, "sign-in") + filled, undefined, yield* openOutbox(key, visit.site))
  }
  return visit.session === undefined
    ? yield* signInPage(visit, { email, returnTo, fault: faultOf(visit) })
    : seeOther(returnTo)
})

/** Mails a link. What the answer says is the same whether or not the address is known. */
export const sendLink = Effect.fnUntraced(function* (visit: Visit) {
  const { address, form, request } = visit
  const email = form.text("email").trim()
  const returnTo = returnToOf(visit)
  const earlierLink = form.text("earlierLink") || undefined
  const refused = (status: number, message: string, headers: Readonly<Record<string, string>> = {}) =>
    signInPage(visit, { email, returnTo, earlierLink, status, headers, errors: { email: message } })
  const signIn = yield* SignIn
  return yield* signIn.sendLink({ email, returnTo, earlierLink, address, headers: request.headers }).pipe(
    Effect.map((cookies) => seeOther(path(visit.site, "sign-in", "sent"), undefined, cookies)),
    Effect.catchTags({
      InvalidEmail: () => refused(422, "Write an e-mail address such as ada@example.com."),
      EmailDomainDenied: () =>
        refused(403, "Addresses of this domain may not sign in here. Ask the server's operator."),
      TooManyAttempts: ({ retryAfter }) =>
        signInPage(visit, {
          email,
          returnTo,
          status: 429,
          headers: { "retry-after": String(retryAfter) },
          fault: tooManyLinks(duration(retryAfter), signIn.ways.providers)
        }),
      MailFailed: ({ message }) =>
        Effect.andThen(
          Effect.logWarning(`A sign-in link could not be mailed: ${message}`),
          refused(503, "The mail could not be sent just now. Try again in a moment, or ask the server's operator.")
        )
    })
  )
})

/** What to do where strangers, or whoever shares one's network, have asked for too many links. */
const tooManyLinks = (wait: string, providers: ReadonlyArray<{ readonly name: string }>) =>
  html`<p>
      Too many sign-in links were asked for, to this address or from your network. No more are sent for now, but you can
      still sign in:
    </p>
    <ul>
      <li>
        Open the newest mail that the address got from here today, whoever asked for it, in this browser. You can have a
        link mailed for this browser there.
      </li>
      <li>A browser that has signed in with this address before still gets links.</li>
      ${providers.map(({ name }) => html`<li>Continue with ${name}.</li>`)}
    </ul>
    <p>None of these? Try again in ${wait}.</p>`

/** What to do once a link is on its way. */
export const linkSent = Effect.fnUntraced(function* ({ site }: Visit) {
  const { enabled } = yield* Outbox
  return {
    title: "Check your mail",
    narrow: true,
    body: html`<p>A sign-in link is on its way to the address. Open it in this browser.</p>
      <p class="quiet">It works once, and only for a short time. Nothing there? Look among the unwanted mail.</p>
      ${enabled && html`<p>This server keeps its mail: <a href="${path(site, "outbox")}">open the outbox</a>.</p>`}
      <p><a href="${path(site, "sign-in")}">Use another address</a></p>`
  }
})
