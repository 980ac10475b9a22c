/**
 * Reviews by people: sessions, claims and submissions.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import { evaluationScopes } from "../evaluation-scopes.ts"
import { traceScopes } from "../traces/scopes.ts"
import { claimReview, getReviewEvidence, listReviews, releaseReview, submitReview } from "./reviews.ts"
import {
  assignReviews,
  closeReviewSession,
  createReviewSession,
  getReviewSession,
  listReviewSessions
} from "./sessions.ts"

export { Review, ReviewSlot, ReviewSubmission } from "./review.ts"
export { Question, type ReviewScores, type Rubric } from "./rubric.ts"
export { maxReviewItems, ReviewFigures, ReviewSession, ReviewVia } from "./session.ts"

/** The operations over reviews by people. */
export const reviews = family("reviews", {
  title: "Reviews",
  scopes: {
    "reviews:read": evaluationScopes["reviews:read"],
    "reviews:write": evaluationScopes["reviews:write"],
    "traces:read": traceScopes["traces:read"],
    "scorers:read": evaluationScopes["scorers:read"],
    "evals:read": evaluationScopes["evals:read"]
  },
  operations: {
    createSession: createReviewSession,
    listSessions: listReviewSessions,
    getSession: getReviewSession,
    assign: assignReviews,
    close: closeReviewSession,
    list: listReviews,
    evidence: getReviewEvidence,
    claim: claimReview,
    release: releaseReview,
    submit: submitReview
  }
})
