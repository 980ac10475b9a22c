import { SignIn } from "@agent-operations/identity"
import { safePath } from "@agent-operations/identity/http"
import { Effect } from "effect"
import type { Page, Visit } from "../context.ts"
import { type FieldErrors, hidden, textField } from "../html/field.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { html, when } from "../html/html.ts"
import { notice } from "../html/notice.ts"
import { path } from "../paths.ts"

interface Typed {
  readonly email?: string | undefined
  readonly returnTo: string
  /** The token of a link that was mailed before. */
  readonly earlierLink?: string | undefined
  readonly errors?: FieldErrors
}

/** The form that asks where to mail a link to. */
export const emailForm = (
  { site }: Visit,
  { email, returnTo, earlierLink, errors = {} }: Typed,
  label = "Mail me a sign-in link"
) =>
  form({
    action: path(site, "sign-in"),
    errors,
    body: html`${hidden("returnTo", returnTo)} ${when(earlierLink, (token) => hidden("earlierLink", token))}
    ${textField({
      name: "email",
      label: "E-mail address",
      type: "email",
      autocomplete: "email",
      value: email,
      error: errors["email"],
      required: true
    })}
    ${actions(button(label))}`
  })

const notices = { "signed-out": "You are signed out.", "signed-out-everywhere": "You are signed out everywhere." }

const faults: Readonly<Record<string, string>> = {
  email_domain_denied: "Addresses of your account's domain may not sign in here. Ask the server's operator.",
  email_not_verified: "The address of your account is not verified there. Verify it, then try again.",
  access_denied: "You did not complete the sign-in there.",
  provider_unavailable: "The provider does not answer just now. Try again in a moment, or sign in another way.",
  try_again: "Another sign-in of yours was under way at the same time. Try again."
}

/** What went wrong at an identity provider, by the code in the query. */
export const faultOf = ({ query }: Visit): string | undefined => {
  const code = query("error")
  if (code === undefined) return undefined
  return Object.hasOwn(faults, code) ? faults[code] : "Signing in there did not work. Try again."
}

interface Shown extends Typed, Pick<Page, "status" | "headers"> {
  readonly fault?: Parameters<typeof notice>[1] | undefined
}

/** The page to sign in by, with the ways that are set up on this server. */
export const signInPage = Effect.fnUntraced(function* (visit: Visit, shown: Shown) {
  const { fault, status = 200, headers = {}, ...typed } = shown
  const { ways } = yield* SignIn
  const none = !ways.email && ways.providers.length === 0
  return {
    status,
    headers,
    title: "Sign in",
    narrow: true,
    notices,
    body: html`${when(fault, (fault) => notice("bad", fault))}
    ${when(none, () =>
      notice(
        "warning",
        "There is no way to sign in yet: neither e-mail nor an identity provider is set up on this server. Ask its operator."
      )
    )}
    ${when(!none && !ways.email, () => html`<p>Signing in by e-mail is not set up on this server.</p>`)}
    ${when(ways.email, () => emailForm(visit, typed))}
    ${when(ways.email && ways.providers.length > 0, () => html`<p class="quiet">Or:</p>`)}
    ${actions(
      ...ways.providers.map(({ id, name }) =>
        buttonLink(
          `Continue with ${name}`,
          `${path(visit.site, "sign-in", "with", id)}?returnTo=${encodeURIComponent(typed.returnTo)}`
        )
      )
    )}`
  } satisfies Page
})

/** Where a visit to a page of signing in is to lead: a path of this origin. */
export const returnToOf = ({ query, form, site }: Visit): string =>
  safePath(form.has("returnTo") ? form.text("returnTo") : query("returnTo"), site.prefix)
