import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { statusOf } from "../content/form/errors.ts"
import { refusalNotice } from "../content/parts/refusal.ts"
import { holds } from "../content/may.ts"
import type { ContentVisit, Page } from "../context.ts"
import type { FieldErrors } from "../html/field.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { notice } from "../html/notice.ts"
import { second } from "../traces/values.ts"
import { evidenceOf } from "./evidence.ts"
import { reviewsPath } from "./links.ts"
import { type Evidence, readEvidence, readSession, type Review, type Session, type Submission } from "./port.ts"
import { questionFields, supersedesField, type Typed, typedOf } from "./questions.ts"

/** A review with its session, as a page shows it. */
export interface Shown {
  readonly session: Session
  readonly evidence: Evidence
}

/** What is wrong with what was typed, or why it was refused. */
export interface Wrong {
  readonly errors?: FieldErrors
  readonly error?: AgentError
}

/** Reads a review, which is of the session in the path. */
export const readShown = Effect.fnUntraced(function* (visit: ContentVisit) {
  const evidence = yield* readEvidence(visit.param("review"))
  const { session } = yield* readSession(evidence.review.sessionId)
  return { session, evidence } satisfies Shown
})

const mine = ({ access }: ContentVisit, { slots }: Review) =>
  slots.find(({ reviewer }) => reviewer?.type === "user" && reviewer.id === access.actor.id)

const mineOf = (visit: ContentVisit, { review, submissions }: Evidence): Submission | undefined => {
  const own = mine(visit, review)
  return submissions?.find(({ slot, counts }) => counts && slot === own?.slot)
}

/** The form of whoever holds the review, or corrects what they submitted. */
const reviewForm = (visit: ContentVisit, { session, evidence }: Shown, { errors = {} }: Wrong): Html => {
  const before = mineOf(visit, evidence)
  const isPosted = visit.request.method === "POST"
  const typed: Typed = isPosted || before === undefined ? visit.form.text : typedOf(before)
  const action = (label: string, value: string, shortcut?: "skip") =>
    button(label, { kind: "plain", name: "do", value, ...(shortcut === undefined ? {} : { shortcut }) })
  return form({
    action: reviewsPath(visit, session.id, evidence.review.id),
    errors,
    body: html`${supersedesField(before?.number)} ${questionFields(session, typed, errors)}
    ${
      before === undefined
        ? actions(
            button("Submit and go on", { name: "do", value: "submit", shortcut: "submit" }),
            action("Skip", "skip", "skip"),
            action("Give back", "release")
          )
        : actions(button("Save correction", { name: "do", value: "submit" }))
    }`
  })
}

const answerOf = (value: Submission["scores"][string]["value"]) =>
  typeof value === "boolean" ? (value ? "Yes" : "No") : String(value)

const saidBy = ({ rubric }: Session, { reviewer, submittedAt, scores, counts, via }: Submission): Html =>
  html`<li>
    <p>
      <b>${bdi(reviewer.name)}</b>
      <span class="quiet">${second(submittedAt)}, ${via}${counts ? "" : ", corrected since"}</span>
    </p>
    <dl class="facts">
      ${Object.entries(scores).map(
        ([alias, { value, comment }]) =>
          html`<div>
            <dt>${bdi(rubric[alias]?.question ?? alias)}</dt>
            <dd>${bdi(answerOf(value))}${when(comment, (text) => html`<div class="said" dir="auto">${text}</div>`)}</dd>
          </div>`
      )}
    </dl>
  </li>`

const said = (session: Session, { submissions }: Evidence): Html | "" =>
  when(
    submissions !== null && submissions.length > 0 && submissions,
    (all) =>
      html`<h2>Reviews</h2>
        <ul class="reviews">
          ${all.map((one) => saidBy(session, one))}
        </ul>`
  )

/** What the reader can do with the review now. */
const doing = (visit: ContentVisit, shown: Shown, wrong: Wrong): Html | "" => {
  const { session, evidence } = shown
  const { review } = evidence
  if (session.status === "closed") return notice("plain", "The session is closed.")
  if (!holds(visit.access, "reviews:write")) return ""
  const own = mine(visit, review)
  if (own !== undefined || wrong.errors !== undefined || wrong.error?._tag === "VALIDATION_ERROR") {
    return html`${when(own?.until, (until) => html`<p class="quiet">It is held for you until ${second(until)}.</p>`)}
    ${reviewForm(visit, shown, wrong)}`
  }
  return review.slots.some(({ reviewer }) => reviewer === null)
    ? form({
        action: reviewsPath(visit, session.id, "claim"),
        body: html`<input type="hidden" name="id" value="${review.id}" /> ${actions(button("Claim review"))}`
      })
    : ""
}

/** A review: the question beside what it is about. */
export const drawReview = (visit: ContentVisit, shown: Shown, wrong: Wrong = {}): Page => {
  const { session, evidence } = shown
  const { review, blind } = evidence
  const { error, errors = {} } = wrong
  return {
    api: [{ operation: "get_review_evidence", input: { id: review.id } }],
    title: `Item ${review.ordinal}`,
    trail: [
      { label: "Reviews", href: reviewsPath(visit) },
      { label: session.name, href: reviewsPath(visit, session.id) }
    ],
    wide: true,
    status: error === undefined ? (Object.keys(errors).length > 0 ? 400 : 200) : statusOf(error),
    notices: {
      submitted: "The review was submitted. This is the next one.",
      skipped: "Skipped. This is the next one.",
      corrected: "The correction was saved."
    },
    body: html`${when(error, (error) => refusalNotice(visit, error))}
      ${when(blind, () => html`<p class="quiet">Scores, and what others said, are shown when yours is in.</p>`)}
      <div class="review">
        <div class="about">${evidenceOf(visit, evidence)}</div>
        <div class="asked-of">
          ${when(session.instructions, (text) => html`<div class="said" dir="auto">${text}</div>`)}
          ${doing(visit, shown, wrong)} ${said(session, evidence)}
          <p>${buttonLink("All items", reviewsPath(visit, session.id))}</p>
        </div>
      </div>`
  }
}
