import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Json } from "../../definition/json.ts"
import { limit } from "../../definition/primitives.ts"
import { cursor } from "../traces/primitives.ts"
import { exampleTrace } from "../traces/trace.ts"
import {
  exampleHeld,
  exampleReview,
  exampleSubmission,
  exampleSubmitted,
  Review,
  ReviewId,
  ReviewSubmission,
  slotNumber,
  SubmissionNumber
} from "./review.ts"
import { ReviewScores } from "./rubric.ts"
import { ReviewSessionId } from "./session.ts"

const notOpen =
  "Read the session with get_review_session: where it is closed, nothing is claimed or submitted any more."

const Said = Schema.NullOr(Schema.Array(ReviewSubmission)).annotate({
  description:
    "What people said; null where it is withheld: in a blind session from whoever has not submitted, until it is closed."
})

/** Lists the reviews of a session. Law: H4. */
export const listReviews = operation({
  id: "list_reviews",
  summary: "List the reviews of a session",
  description:
    "Lists the reviews of a session by ordinal, with who holds or submitted them, and the submissions that count. Pass " +
    "nextCursor back as cursor, and the rest unchanged, until it is null.",
  scopes: ["reviews:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    sessionId: ReviewSessionId,
    status: Schema.optionalKey(Review.fields.status),
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor)
  }),
  result: Schema.Struct({
    items: Schema.Array(Schema.Struct({ review: Review, submissions: Said })),
    nextCursor: Schema.NullOr(Schema.String)
  }),
  errors: ["NOT_FOUND"],
  example: {
    input: { sessionId: exampleReview.sessionId, limit: 1 },
    result: { items: [{ review: exampleReview, submissions: null }], nextCursor: null }
  }
})

/** Reads what a review is about. Law: H4. */
export const getReviewEvidence = operation({
  id: "get_review_evidence",
  summary: "Read what a review is about",
  description:
    "Reads a review with what it is about, as get_trace or get_eval_target answers it, and all submissions with what they correct. In a blind " +
    "session a person who has not submitted sees neither scores nor submissions, until it is closed.",
  scopes: ["reviews:read", "traces:read"],
  effect: "read",
  input: Schema.Struct({ id: ReviewId }),
  result: Schema.Struct({
    review: Review,
    evidence: Json,
    blind: Schema.Boolean.annotate({ description: "Whether scores and submissions are withheld." }),
    submissions: Said,
    hasMore: Schema.Boolean.annotate({ description: "Whether the oldest submissions did not fit the answer." })
  }),
  errors: ["NOT_FOUND"],
  hints: { PAYLOAD_TOO_LARGE: "Read the trace in pages with list_trace_spans, or the target with get_eval_target." },
  example: {
    input: { id: exampleReview.id },
    result: {
      review: exampleReview,
      evidence: { trace: { ...exampleTrace, scores: {} }, spans: [], scores: [] },
      blind: true,
      submissions: null,
      hasMore: false
    }
  }
})

/** Either a session or a review. */
const claimOf = Schema.Struct({
  sessionId: Schema.optionalKey(ReviewSessionId),
  id: Schema.optionalKey(ReviewId),
  skip: Schema.optionalKey(ReviewId)
}).check(
  Schema.makeFilter(
    ({ sessionId, id, skip }: { readonly sessionId?: string; readonly id?: string; readonly skip?: string }) =>
      (sessionId === undefined) !== (id === undefined) && (skip === undefined || sessionId !== undefined),
    {
      expected: "either sessionId or id, and skip only beside sessionId",
      toJsonSchema: () => ({
        oneOf: [{ required: ["sessionId"] }, { required: ["id"] }],
        dependentRequired: { skip: ["sessionId"] }
      })
    }
  )
)

/** Holds a review for a person. Laws: H1, H2, H3. */
export const claimReview = operation({
  id: "claim_review",
  summary: "Claim a review",
  description:
    "Holds a place of a review for you until its time is over: of this one, or of the next one in a session that you have not " +
    "submitted, first the one that you hold. skip gives one back, and goes on after it. claim is null where none is left for " +
    "you. For people: an API key is HUMAN_REQUIRED.",
  scopes: ["reviews:read", "reviews:write"],
  effect: "write",
  callers: "people",
  input: claimOf,
  result: Schema.Struct({
    claim: Schema.NullOr(Schema.Struct({ review: Review, slot: slotNumber }))
  }),
  errors: ["NOT_FOUND", "CONFLICT", "HUMAN_REQUIRED"],
  hints: { CONFLICT: notOpen },
  example: { input: { sessionId: exampleReview.sessionId }, result: { claim: { review: exampleHeld, slot: 1 } } }
})

/** Gives a review back. Laws: H1, H2. */
export const releaseReview = operation({
  id: "release_review",
  summary: "Give a review back",
  description: "Gives back a place that you hold, for others to claim. For people: an API key is HUMAN_REQUIRED.",
  scopes: ["reviews:write"],
  effect: "write",
  callers: "people",
  input: Schema.Struct({ id: ReviewId }),
  result: Review,
  errors: ["NOT_FOUND", "REVIEW_TAKEN", "HUMAN_REQUIRED"],
  example: { input: { id: exampleReview.id }, result: exampleReview }
})

/** Submits a person's review, or corrects it. Laws: H1, H2, H3. */
export const submitReview = operation({
  id: "submit_review",
  summary: "Submit a review",
  description:
    "Submits what you say of an item whose place you hold: an answer to each question of the session. A submission stays as it " +
    "is; to correct it, submit again with its number as supersedes. The same one sent again is not another. After its time a " +
    "place that nobody else took is still yours. For people: an API key is HUMAN_REQUIRED.",
  scopes: ["reviews:write"],
  effect: "write",
  callers: "people",
  input: Schema.Struct({
    id: ReviewId,
    scores: ReviewScores,
    supersedes: Schema.optionalKey(SubmissionNumber)
  }),
  result: Schema.Struct({ review: Review, submission: ReviewSubmission }),
  errors: ["NOT_FOUND", "CONFLICT", "REVIEW_TAKEN", "HUMAN_REQUIRED"],
  hints: {
    CONFLICT: "Read the review with get_review_evidence, and pass the number of your newest submission as supersedes."
  },
  example: {
    input: { id: exampleReview.id, scores: exampleSubmission.scores },
    result: { review: exampleSubmitted, submission: exampleSubmission }
  }
})
