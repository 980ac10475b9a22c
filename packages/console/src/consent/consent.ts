import { WorkFor } from "@agent-operations/database"
import { Effect } from "effect"
import type { Answer, Page, SignedIn, Visit } from "../context.ts"
import { html } from "../html/html.ts"
import { elsewhere, path } from "../paths.ts"
import { readScopes } from "../scopes.ts"
import { Consents, type InvalidConsent, type TooManyGrants } from "@agent-operations/identity"
import { consentPage } from "./page.ts"
import { placesOf, readTarget } from "./places.ts"

const titles: Readonly<Record<InvalidConsent["reason"], string>> = {
  unknown: "This request can't be answered",
  answered: "This request was answered already"
}

const invalid = ({ site }: Visit, { reason }: InvalidConsent): Page => ({
  title: titles[reason],
  narrow: true,
  alone: true,
  status: 400,
  body: html`<p>
      ${
        reason === "answered"
          ? "A request is answered once. What you answered then still holds."
          : "It is too old, was started in another browser or before you signed in here, or was changed on its way."
      }
    </p>
    <p>
      To connect, start again in the application. What is connected is on
      <a href="${path(site, "account")}">your account's page</a>.
    </p>`
})

const tooMany = ({ site }: Visit, { message }: TooManyGrants): Page => ({
  title: "You have connected too many applications",
  narrow: true,
  alone: true,
  status: 422,
  body: html`<p>${message} Nothing was allowed.</p>
    <p>
      Disconnect some that you no longer use on <a href="${path(site, "account")}">your account's page</a>, which says
      when each was last used. Then go back and allow it, or start again in the application.
    </p>`
})

/** What every call about a visit's request says: the query of the page, and who answers. */
const askedIn = ({ url, request }: SignedIn) => ({ query: url.search.slice(1), headers: request.headers })

/** Asks whether a program may act for the person. */
export const askForConsent = Effect.fnUntraced(
  function* (visit: SignedIn) {
    const request = yield* Consents.use((consents) => consents.describe(askedIn(visit)))
    return consentPage(visit.site, request, yield* placesOf(visit), { target: "", scopes: request.scopes, errors: {} })
  },
  (asking, visit) => Effect.catchTag(asking, "InvalidConsent", (fault) => Effect.succeed(invalid(visit, fault)))
)

const deny = (visit: SignedIn) => Consents.use((consents) => consents.deny(askedIn(visit)))

const allow = Effect.fnUntraced(function* (visit: SignedIn) {
  const consents = yield* Consents
  const request = yield* consents.describe(askedIn(visit))
  const places = yield* placesOf(visit)
  const target = readTarget(places, visit.form.text("target"))
  const scopes = readScopes(visit.site, visit.form.all("scopes")).filter((scope) => request.scopes.includes(scope))
  if (target !== undefined && scopes.length > 0) {
    const { location } = yield* Effect.provideService(
      consents.accept({ ...askedIn(visit), ...target, scopes }),
      WorkFor,
      target.organizationId
    )
    return elsewhere(location)
  }
  return consentPage(visit.site, request, places, {
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
  ).pipe(
    Effect.catchTag("InvalidConsent", (fault) => Effect.succeed<Answer>(invalid(visit, fault))),
    Effect.catchTag("TooManyGrants", (fault) => Effect.succeed<Answer>(tooMany(visit, fault)))
  )
