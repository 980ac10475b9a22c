import { Effect } from "effect"
import type { Answer, Page, SignedIn } from "../context.ts"
import { html } from "../html/html.ts"
import { elsewhere } from "../paths.ts"
import { readScopes } from "../scopes.ts"
import { Consents } from "@agent-operations/identity"
import { consentPage } from "./page.ts"
import { placeOptions, placesOf, readTarget } from "./places.ts"

const invalid: Page = {
  title: "This request can't be answered",
  status: 400,
  body: html`<p>It is too old, was answered already, or was changed on its way. Start again in the application.</p>`
}

const queryOf = ({ url }: SignedIn) => url.search.slice(1)

/** Asks whether a program may act for the person. */
export const askForConsent = Effect.fnUntraced(
  function* (visit: SignedIn) {
    const query = queryOf(visit)
    const request = yield* Consents.use((consents) => consents.describe({ query }))
    const options = placeOptions(yield* placesOf(visit))
    return consentPage(request, options, { target: "", scopes: request.scopes, errors: {} })
  },
  Effect.catchTag("InvalidConsent", () => Effect.succeed(invalid))
)

const deny = (visit: SignedIn) =>
  Consents.use((consents) => consents.deny({ query: queryOf(visit), headers: visit.request.headers }))

const allow = Effect.fnUntraced(function* (visit: SignedIn) {
  const query = queryOf(visit)
  const consents = yield* Consents
  const request = yield* consents.describe({ query })
  const places = yield* placesOf(visit)
  const target = readTarget(places, visit.form.text("target"))
  const scopes = readScopes(visit.form.all("scopes")).filter((scope) => request.scopes.includes(scope))
  if (target !== undefined && scopes.length > 0) {
    const { location } = yield* consents.accept({ query, headers: visit.request.headers, ...target, scopes })
    return elsewhere(location)
  }
  return consentPage(request, placeOptions(places), {
    target: visit.form.text("target"),
    scopes,
    errors: {
      ...(target === undefined && { target: "Choose a project." }),
      ...(scopes.length === 0 && { scopes: "Tick at least one thing that it may do, or deny." })
    }
  })
})

/** Sends the browser back to the program, with yes or no. Whatever is not yes is no. */
export const answerConsent = (visit: SignedIn) =>
  (visit.form.text("decision") === "allow"
    ? allow(visit)
    : Effect.map(deny(visit), ({ location }): Answer => elsewhere(location))
  ).pipe(Effect.catchTag("InvalidConsent", () => Effect.succeed<Answer>(invalid)))
