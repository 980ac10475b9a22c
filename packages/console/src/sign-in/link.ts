import { Effect } from "effect"
import type { Page, Visit } from "../context.ts"
import { hidden } from "../html/field.ts"
import { actions, button, form } from "../html/form.ts"
import { html, when } from "../html/html.ts"
import { path, seeOther } from "../paths.ts"
import { type LinkRefused, SignIn } from "@agent-operations/identity"
import { safePath } from "@agent-operations/identity/http"
import { emailForm } from "./form.ts"

/**
 * What a mailed link opens. It uses nothing up, so that a mail program that looks ahead does no harm; the button does.
 */
export const askToSignIn = ({ query, site }: Visit): Effect.Effect<Page> =>
  Effect.succeed({
    title: "Sign in?",
    narrow: true,
    secretUrl: true,
    body: html`<p>You opened a link to sign in to ${site.name}. If you did not ask for it, close this page.</p>
      ${form({
        action: path(site, "sign-in", "link"),
        body: html`${hidden("token", query("token") ?? "")} ${actions(button("Sign in"))}`
      })}`
  })

const reasons: Readonly<Record<LinkRefused["reason"], { readonly title: string; readonly text: string }>> = {
  unknown: {
    title: "This link does not work",
    text: "It was already used, or it is incomplete. A link works once."
  },
  late: { title: "This link is too old", text: "A link works only for a short time after it was asked for." },
  other_browser: {
    title: "Another browser asked for this link",
    text: "A link works only in the browser that asked for it. Open it there, or have one mailed for this browser."
  }
}

const refusedPage = Effect.fnUntraced(function* (visit: Visit, reason: LinkRefused["reason"]) {
  const { session, form, site } = visit
  const { ways } = yield* SignIn
  const { title, text } = reasons[reason]
  return {
    title,
    narrow: true,
    status: 410,
    body: html`<p>${text}</p>
      ${when(session, () => html`<p>You are signed in already: <a href="${path(site)}">go on</a>.</p>`)}
      ${when(ways.email, () => emailForm(visit, { returnTo: path(site), earlierLink: form.text("token") }, "Mail me a link for this browser"))}
      <p><a href="${path(site, "sign-in")}">Other ways to sign in</a></p>`
  } satisfies Page
})

/** Uses a link up, and signs in. */
export const openLink = (visit: Visit) =>
  SignIn.use((signIn) => signIn.openLink({ token: visit.form.text("token"), headers: visit.request.headers })).pipe(
    Effect.map(({ cookies, returnTo }) => seeOther(safePath(returnTo, visit.site.prefix), undefined, cookies)),
    Effect.catchTag("LinkRefused", ({ reason }) => refusedPage(visit, reason))
  )
