import { Cause, Effect } from "effect"
import type { CommonFailure, Page } from "./context.ts"
import { html } from "./html/html.ts"

const page = (status: number, title: string, text: string, headers: Record<string, string> = {}): Page => ({
  status,
  title,
  headers,
  body: html`<p>${text}</p>
    <p><a href="/">Go to the start</a></p>`
})

/** Alike for what is not there and for what is not yours. */
export const notFoundPage = page(404, "Page not found", "There is nothing here, or it is not yours to see.")

export const wrongOriginPage = page(
  403,
  "Request refused",
  "This form was not sent by a page of this server. Open the page again and send it from there."
)

/** For a request that names another host, although it was sent to the right one just now. */
export const wrongHostPage = (location: string): Page => ({
  status: 421,
  title: "This server has another address",
  body: html`<p>This page is at <a href="${location}">${location}</a>.</p>
    <p>
      If that leads here again, a proxy in front of the server changes the header <code>Host</code>. Whoever runs the
      server has to let it pass on the one that the browser sent.
    </p>`
})

export const wrongFormPage = page(415, "Request refused", "This server reads forms as browsers send them.")

export const tooLargePage = page(413, "Too much at once", "What was sent is larger than 1 MiB. Nothing was changed.")

const failurePage = (failure: CommonFailure): Page => {
  switch (failure._tag) {
    case "Unknown":
    case "NOT_FOUND":
      return notFoundPage
    case "NotAllowed":
      return page(403, "Not allowed", failure.message)
    case "UNAVAILABLE":
      return page(503, "Not available just now", "The server cannot reach its database. Try again in a moment.", {
        "retry-after": String(failure.retryAfter)
      })
    case "TIMEOUT":
      return page(
        504,
        "That took too long",
        "The server did not finish in time. Look whether your change was made, then try again."
      )
  }
}

const defectPage = (requestId: string): Page =>
  page(500, "Something went wrong", `The server failed, and its log says how. The request's ID is ${requestId}.`)

/** Makes pages of whatever fails. A defect is logged, and shows nothing but the request's ID. */
export const pagesOfFailures =
  (requestId: string) =>
  <A, R>(self: Effect.Effect<A, CommonFailure, R>): Effect.Effect<A | Page, never, R> =>
    self.pipe(
      Effect.catch((failure) => Effect.succeed(failurePage(failure))),
      Effect.catchCause((cause) =>
        Effect.as(Effect.logError(`A page failed (${requestId})`, Cause.pretty(cause)), defectPage(requestId))
      )
    )
