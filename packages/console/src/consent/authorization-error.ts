import type { AuthorizationFault } from "@agent-operations/identity"
import { oauthErrors } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { Page, Visit } from "../context.ts"
import { type Html, html, when } from "../html/html.ts"

const faults: Readonly<Record<AuthorizationFault, string>> = {
  request_too_long: "Its request is too long for this server.",
  unknown_client: "This server does not know it. It may have to register again.",
  client_document_not_accepted:
    "The description at the address by which it calls itself is not accepted, or cannot be read at the moment. The address of this page tells its developer why.",
  redirect_not_registered:
    "It asked for the answer to be sent to an address that it did not register, which may be somebody else's.",
  request_refused: "Its request is not one that this server takes."
}

/** The program's own site, with what it is told. Anybody can register one, or write another into the address of this page. */
const target = (back: string): Html | "" => {
  const url = URL.parse(back)
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.password !== "") return ""
  const error = url.searchParams.get("error") ?? ""
  return html`${when(Object.hasOwn(oauthErrors, error), () => html`<p>What is wrong with it: <code>${error}</code>.</p>`)}
    <p>
      The application gets its answers at <code>${url.host}</code>, which nobody has verified. Go there only if you know
      that address: <a href="${url.href}" rel="noreferrer">Go to ${url.host}</a>
    </p>`
}

/** Where a person is told that a program's request leads nowhere, not even back to the program. */
export const authorizationError = ({ query, site }: Visit): Effect.Effect<Page> => {
  const reason = query("reason") ?? ""
  return Effect.succeed({
    title: "The application can't be connected",
    narrow: true,
    alone: true,
    status: 400,
    body: html`<p>
        An application asked to be connected with ${site.name}, and was refused.
        ${Object.hasOwn(faults, reason) ? faults[reason as AuthorizationFault] : ""}
      </p>
      <p>Nothing was allowed. Start again in the application, or ask its developer.</p>
      ${reason === "request_refused" ? target(query("back") ?? "") : ""}`
  })
}
