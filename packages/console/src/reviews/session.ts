import { Effect } from "effect"
import { holds } from "../content/may.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentVisit } from "../context.ts"
import { confirmPage } from "../html/confirm.ts"
import { badge } from "../html/badge.ts"
import { button, form } from "../html/form.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { facts, nextPage, table } from "../html/table.ts"
import { seeOther } from "../paths.ts"
import { second } from "../traces/values.ts"
import { figuresTable } from "./figures.ts"
import { reviewsPath } from "./links.ts"
import { progressOf, statusBadge } from "./list.ts"
import { closeSession, listReviews, readSession, type Review, type ReviewPage, type Session } from "./port.ts"

const statusRoles = { open: "accent", completed: "good", withdrawn: "neutral" } as const

const whoOf = ({ slots }: Review): Html | string =>
  html`<ul class="scores">
    ${slots.map(({ reviewer, submittedAt }) =>
      reviewer === null
        ? html`<li class="quiet">free</li>`
        : html`<li>
            ${bdi(reviewer.name)} ${submittedAt === null ? html`<span class="quiet">holds it</span>` : "submitted"}
          </li>`
    )}
  </ul>`

const row =
  (visit: ContentVisit) =>
  ({ review }: ReviewPage["items"][number]): ReadonlyArray<Html | string> => [
    html`<a href="${reviewsPath(visit, review.sessionId, review.id)}">Item ${review.ordinal}</a>`,
    badge(review.status, statusRoles[review.status]),
    whoOf(review)
  ]

const claimForm = (visit: ContentVisit, { id }: Session): Html =>
  form({
    action: reviewsPath(visit, id, "claim"),
    inline: true,
    body: button("Review next item", { shortcut: "create" })
  })

const progress = ({ counts, ...session }: Session): Html => {
  const all = (counts.items - counts.withdrawn) * session.reviewersPerItem
  return html`<p>
    <progress max="${Math.max(1, all)}" value="${counts.reviews}" aria-label="Reviews"></progress>
    ${progressOf({ counts, ...session })} reviews, ${counts.completed} of ${counts.items} items completed
    ${when(counts.withdrawn > 0, () => html`, ${counts.withdrawn} withdrawn as what they are about is gone`)}
  </p>`
}

const header = (session: Session): Html =>
  html`<div class="header">
    ${facts([
      ["Status", statusBadge(session)],
      ["About", session.subject.type === "traces" ? "traces" : html`run <code>${session.subject.runId}</code>`],
      ["Reviewers per item", String(session.reviewersPerItem)],
      ["Blind", session.blind ? "yes" : "no"],
      [
        "Assigned to",
        session.assignees.length === 0 ? "every member" : session.assignees.map((id) => html`${bdi(id)} `)
      ],
      ["Created", second(session.createdAt)],
      ["By", bdi(session.createdBy.name)],
      ...(session.closedAt === null ? [] : ([["Closed", second(session.closedAt)]] as const))
    ] as ReadonlyArray<readonly [string, Html | string]>)}
  </div>`

/** A session: what it asks, how far it is, what its figures are, and its items. */
export const sessionPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const id = visit.param("session")
  const cursor = visit.query("cursor")
  const [{ session, statistics }, reviews] = yield* Effect.all(
    [readOnly(readSession(id)), readOnly(listReviews({ sessionId: id, ...(cursor === undefined ? {} : { cursor }) }))],
    { concurrency: 2 }
  )
  const isOpen = session.status === "open" && holds(visit.access, "reviews:write")
  const here = reviewsPath(visit, id)
  const next = reviews.nextCursor === null ? null : `${here}?${new URLSearchParams({ cursor: reviews.nextCursor })}`
  return {
    api: [
      { operation: "get_review_session", input: { id } },
      { operation: "list_reviews", input: { sessionId: id } }
    ],
    title: session.name,
    trail: [{ label: "Reviews", href: reviewsPath(visit) }],
    primary: when(isOpen, () => claimForm(visit, session)),
    more: isOpen ? [{ label: "Close session", href: reviewsPath(visit, id, "close"), destructive: true } as const] : [],
    notices: {
      created: "The session was created. Its items wait for reviewers.",
      none: "There is nothing left for you to review in this session.",
      submitted: "The review was submitted. There is nothing left for you to review in this session.",
      released: "The review was given back.",
      closed: "The session was closed."
    },
    body: html`${progress(session)} ${header(session)}
      ${when(session.instructions, (text) => html`<div class="said" dir="auto">${text}</div>`)}
      <h2>Questions</h2>
      <ul>
        ${Object.values(session.rubric).map(({ question }) => html`<li>${bdi(question)}</li>`)}
      </ul>
      ${figuresTable(session, statistics)}
      <h2>Items</h2>
      ${table({ caption: "Items of the session", columns: ["Item", "Status", "Reviewers"], rows: reviews.items.map(row(visit)) })}
      ${nextPage(next, "Later")}`
  }
})

/** Asks whether to close a session. */
export const closePage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const { session } = yield* readOnly(readSession(visit.param("session")))
  return confirmPage({
    title: "Close this session?",
    body: html`<p>
      Nothing of ${bdi(session.name)} is claimed, submitted or corrected any more, and its figures are shown to
      everybody. It cannot be opened again.
    </p>`,
    button: "Close session",
    cancel: reviewsPath(visit, session.id)
  })
})

/** Closes it. */
export const closeAction = Effect.fnUntraced(function* (visit: ContentVisit) {
  const { id } = yield* readOnly(closeSession(visit.param("session")))
  return seeOther(reviewsPath(visit, id), "closed")
})
