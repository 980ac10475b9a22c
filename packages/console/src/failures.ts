import type { UnreadableBody } from "@agent-operations/identity/http"
import { Cause, Data, Effect } from "effect"
import type { CommonFailure, Page, Visit } from "./context.ts"
import { counted } from "./content/words.ts"
import { whatNext } from "./deletion/planned.ts"
import type { Site } from "./site.ts"
import { path } from "./paths.ts"
import { hidden, hiddenText, textArea } from "./html/field.ts"
import { actions, button, form } from "./html/form.ts"
import { type Html, html, seen, when } from "./html/html.ts"

/**
 * Something was typed and sent by somebody who is no longer signed in, or asked for by somebody who has nowhere to be sent.
 * `signIn` is where they sign in again, where that is known.
 */
export class SessionEnded extends Data.TaggedError("SessionEnded")<{ readonly signIn: string | undefined }> {}

/** A page came out larger than any may be: no part of it bounded it. */
export class PageTooLarge extends Data.TaggedError("PageTooLarge") {}

type Prefixed = Pick<Site, "prefix">

interface Told {
  readonly status: number
  readonly title: string
  readonly text: string
  /** What to do next. */
  readonly next?: Html | ""
  /** What was typed, to be sent again. The script, which kept the page that it was typed on, leaves it out. */
  readonly more?: Html | ""
  readonly headers?: Readonly<Record<string, string>>
}

const page = (site: Prefixed, { text, next = "", more = "", ...told }: Told): Page => ({
  ...told,
  failed: true,
  body: html`<div data-failure>
      <p>${text}</p>
      ${next}
    </div>
    ${more}
    <p><a href="${path(site)}">Go to the start page</a></p>`
})

/** Alike for what is not there and for what is not yours. */
export const notFoundPage = (site: Prefixed, more: Html | "" = ""): Page =>
  page(site, {
    status: 404,
    title: "Page not found",
    text: `There is nothing here, or you do not have access to it.${more === "" ? "" : nothingChanged}`,
    more
  })

const nothingChanged = " Nothing was changed."

export const wrongOriginPage = (site: Prefixed): Page =>
  page(site, {
    status: 403,
    title: "Request refused",
    text: "This form was not sent by a page of this server. Open the page again and send it from there."
  })

/** For a file that another site's page led to: whoever wants it can still ask for it from here. */
export const otherSitePage = ({ site, url }: Pick<Visit, "site" | "url">): Page =>
  page(site, {
    status: 403,
    title: "Request refused",
    text: "A page of another site asked for this file. It was not sent, and the audit log has no event of it.",
    next: html`<p><a href="${url.pathname}${url.search}">Download the file</a></p>`
  })

/** For a request that names another host, although it was sent to the right one just now. */
export const wrongHostPage = (location: string): Page => ({
  status: 421,
  failed: true,
  title: "This server has another address",
  body: html`<p>This page is at <a href="${location}">${location}</a>.</p>
    <p>
      If that leads back here, a proxy in front of the server changes the header <code>Host</code>. The server's
      operator has to make it pass on the one that the browser sent.
    </p>`
})

export const wrongFormPage = (site: Prefixed): Page =>
  page(site, {
    status: 415,
    title: "Request refused",
    text: "This server takes forms as application/x-www-form-urlencoded, and no files. Open the page again and send its form."
  })

/** What is worth being read and copied, beside being sent again. */
const isText = (value: string) => value.length > 40 || value.includes("\n")

/** How many fields are shown of a form, and from which length on a value is carried between tags. */
const [mostShown, longValue] = [50, 200]

const carried = (name: string, value: string) =>
  value.length > longValue ? hiddenText(name, value) : hidden(name, value)

/**
 * A form that sends again what was posted, so that what somebody typed is not lost with the page that failed. It carries all
 * of it: between tags a body of 1 MiB takes less than a page may.
 */
const sendAgain = ({ request, url, form: { fields } }: Visit) => {
  if (request.method !== "POST" || fields.length === 0) return ""
  const isShown = fields.length <= mostShown
  const isIn = ([, value]: (typeof fields)[number]) => isShown && isText(value)
  const shown = fields.filter(isIn)
  return form({
    action: `${url.pathname}${url.search}`,
    body: html`<p>What you typed is kept on this page until you close it.</p>
      ${fields.filter((field) => !isIn(field)).map(([name, value]) => carried(name, value))}
      ${when(
        shown.length > 0,
        () =>
          html`<details>
            <summary>Show what you typed</summary>
            ${shown.map(([name, value], n) => textArea({ name, id: `typed-${n}`, label: name, value, code: true }))}
          </details>`
      )}
      ${actions(button("Send again"))}`
  })
}

/** What is told of a form that could not be read, by why. */
export const unreadable: Readonly<Record<UnreadableBody["reason"], Told>> = {
  "too large": {
    status: 413,
    title: "The form is too large",
    text: "The form is larger than 1 MiB, or has more than 4,096 fields. Nothing was changed. Go back in your browser, which may have kept what you typed, shorten it, and send it again."
  },
  "cut off": {
    status: 400,
    title: "The form did not arrive completely",
    text: "Nothing was changed. Go back in your browser, and send the form again."
  },
  late: {
    status: 408,
    title: "The form did not arrive in time",
    text: "Nothing was changed. Go back in your browser, which may have kept what you typed, and send the form again."
  },
  "no room": {
    status: 503,
    title: "The server is busy",
    text: "It reads as many forms as it may at once. Nothing was changed. Go back in your browser, and send the form again."
  },
  "not UTF-8": {
    status: 400,
    title: "The form could not be read",
    text: "It is not in UTF-8, as browsers send forms. Nothing was changed. Open the page again and send its form."
  }
}

const signedOutPage = ({ signIn }: SessionEnded, visit: Visit) =>
  page(visit.site, {
    status: 403,
    title: "You are signed out",
    text: "Your session ended before the form was sent, and nothing was changed. Sign in, come back to this page, and send it again.",
    next: when(signIn, (signIn) => html`<p><a href="${signIn}" target="_blank">Sign in, in another tab</a></p>`),
    more: sendAgain(visit)
  })

const notSignedInPage = ({ site }: Visit) =>
  page(site, {
    status: 401,
    title: "You are not signed in",
    text: "Sign in where you usually do, then open this page again."
  })

const failurePage = (failure: CommonFailure, visit: Visit): Page => {
  switch (failure._tag) {
    case "Unknown":
    case "NOT_FOUND":
      return notFoundPage(visit.site, sendAgain(visit))
    case "NotAllowed":
    case "MISSING_SCOPE":
      return page(visit.site, {
        status: 403,
        title: "Not allowed",
        text: failure.message,
        more: sendAgain(visit)
      })
    case "DeletionPlanned":
      return page(visit.site, {
        status: 403,
        title: "Nothing can be changed here",
        text: `The ${failure.what} ${seen(failure.name)} is going to be deleted. Until then it can be read, and an owner can keep it. Nothing was changed.`,
        next: whatNext(failure),
        more: sendAgain(visit)
      })
    case "UnreadableBody":
      return page(visit.site, unreadable[failure.reason])
    case "SessionEnded":
      return visit.request.method === "POST" ? signedOutPage(failure, visit) : notSignedInPage(visit)
    case "RATE_LIMITED":
      return page(visit.site, {
        status: 429,
        title: "Too many requests",
        text: `Nothing was changed. Wait ${counted(Math.ceil(failure.retryAfter), "second")}, then try again.`,
        more: sendAgain(visit),
        headers: { "retry-after": String(Math.ceil(failure.retryAfter)) }
      })
    case "UNAVAILABLE":
      return page(visit.site, {
        status: 503,
        title: "Not available just now",
        text: `${failure.message} Try again in a moment.`,
        more: sendAgain(visit),
        headers: { "retry-after": String(failure.retryAfter) }
      })
    case "PageTooLarge":
      return page(visit.site, {
        status: 500,
        title: "Too large for a page",
        text: "This page would be larger than 2 MB. If you sent a form, check whether your change was made. The whole content can be read through the API."
      })
    case "TIMEOUT":
      return page(visit.site, {
        status: 504,
        title: "That took too long",
        text: "The server did not finish in time. Check whether your change was made, then try again.",
        more: sendAgain(visit)
      })
  }
}

const defectPage = (visit: Visit): Page =>
  page(visit.site, {
    status: 500,
    title: "Something went wrong",
    text: `The server failed; its log has the details. Check whether your change was made, then try again, or give the server's operator the request ID: ${visit.requestId}.`,
    more: sendAgain(visit)
  })

/** Whether the server failed, and not who asked. */
const isOurs = ({ _tag }: CommonFailure) => _tag === "UNAVAILABLE" || _tag === "TIMEOUT" || _tag === "PageTooLarge"

/** Makes a page of whatever fails. What is the server's failure is logged; of a defect, the page shows nothing. */
export const pageOfCause = (cause: Cause.Cause<CommonFailure>, visit: Visit): Effect.Effect<Page> => {
  const failure = cause.reasons.find(Cause.isFailReason)?.error
  if (failure === undefined) return Effect.as(Effect.logError("A page failed", cause), defectPage(visit))
  const answer = failurePage(failure, visit)
  return isOurs(failure)
    ? Effect.as(Effect.logWarning("A page could not be answered", cause), answer)
    : Effect.succeed(answer)
}
