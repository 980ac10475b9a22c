import type { AgentError, ErrorOf } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { hintOf } from "../content/hints.ts"
import { readOnly } from "../content/verbs.ts"
import type { Answer, ContentVisit } from "../context.ts"
import { seeOther } from "../paths.ts"
import { reviewsPath } from "./links.ts"
import { claim, release, submit } from "./port.ts"
import { drawReview, readShown, type Wrong } from "./review.ts"
import { fieldAt, scoresTyped } from "./questions.ts"

/** Goes on with what was claimed, or back to the session. */
const goOn = Effect.fnUntraced(function* (
  visit: ContentVisit,
  sessionId: string,
  { skip, done }: { readonly skip?: string; readonly done?: { readonly next: string; readonly none: string } } = {}
) {
  const claimed = yield* claim({ sessionId, ...(skip === undefined ? {} : { skip }) }).pipe(
    Effect.map((result) => result.claim),
    // It was closed meanwhile.
    Effect.catchTag("CONFLICT", () => Effect.succeed(null))
  )
  return claimed === null
    ? seeOther(reviewsPath(visit, sessionId), done?.none ?? "none")
    : seeOther(reviewsPath(visit, sessionId, claimed.review.id), done?.next)
})

type Forbidden = ErrorOf<"HUMAN_REQUIRED">

/** A page is a person's: what says otherwise is a fault of the host. */
const asPerson = <A, E, R>(effect: Effect.Effect<A, E | Forbidden, R>) =>
  Effect.catchTag(effect as Effect.Effect<A, Forbidden, R>, "HUMAN_REQUIRED", Effect.die) as Effect.Effect<
    A,
    Exclude<E, Forbidden>,
    R
  >

/** Claims the next review of a session, or one that is named, and opens it. */
export const claimAction = Effect.fnUntraced(function* (visit: ContentVisit) {
  const sessionId = visit.param("session")
  const id = visit.form.text("id")
  if (id === "") return yield* asPerson(readOnly(goOn(visit, sessionId)))
  yield* asPerson(readOnly(claim({ id }))).pipe(Effect.catchTag("CONFLICT", () => Effect.void))
  return seeOther(reviewsPath(visit, sessionId, id))
})

const again = (visit: ContentVisit, wrong: Wrong) =>
  Effect.map(readOnly(readShown(visit)), (shown): Answer => drawReview(visit, shown, wrong))

/** What is said at the fields that are wrong, or above the form. */
const refused = (visit: ContentVisit, error: AgentError) => {
  if (error._tag !== "VALIDATION_ERROR") return again(visit, { error })
  const errors = error.details.issues.flatMap(({ path, message }) => {
    const field = fieldAt(path)
    return field === undefined ? [] : [[field, `${message}. ${hintOf(error)}`] as const]
  })
  return again(visit, errors.length === 0 ? { error } : { errors: Object.fromEntries(errors) })
}

const submitTyped = Effect.fnUntraced(function* (visit: ContentVisit) {
  const { session, evidence } = yield* readOnly(readShown(visit))
  const typed = scoresTyped(session, visit.form.text)
  if ("errors" in typed) return drawReview(visit, { session, evidence }, typed) as Answer
  const supersedes = Number.parseInt(visit.form.text("supersedes"), 10)
  const corrects = Number.isNaN(supersedes) ? {} : { supersedes }
  return yield* submit({ id: evidence.review.id, scores: typed.scores, ...corrects }).pipe(
    Effect.flatMap(() =>
      "supersedes" in corrects
        ? Effect.succeed<Answer>(seeOther(reviewsPath(visit, session.id, evidence.review.id), "corrected"))
        : readOnly(goOn(visit, session.id, { done: { next: "submitted", none: "submitted" } }))
    ),
    Effect.catchTags({
      VALIDATION_ERROR: (error) => refused(visit, error),
      CONFLICT: (error) => refused(visit, error),
      REVIEW_TAKEN: (error) => refused(visit, error)
    })
  )
})

/** Submits a review, gives it back, or skips it. */
export const reviewAction = Effect.fnUntraced(function* (visit: ContentVisit) {
  const [sessionId, id] = [visit.param("session"), visit.param("review")]
  switch (visit.form.text("do")) {
    case "skip":
      return yield* asPerson(readOnly(goOn(visit, sessionId, { skip: id, done: { next: "skipped", none: "none" } })))
    case "release":
      // Where it is another's by now, it is given back as well.
      yield* asPerson(readOnly(release(id))).pipe(Effect.catchTag("REVIEW_TAKEN", () => Effect.void))
      return seeOther(reviewsPath(visit, sessionId), "released")
    default:
      return yield* asPerson(readOnly(submitTyped(visit)))
  }
})
