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

const notOpen = "Read the session with get_review_session: a closed session accepts no claims and no submissions."

const Said = Schema.NullOr(Schema.Array(ReviewSubmission)).annotate({
  description:
    "The submissions; null while they are withheld: in a blind session, from people who have not submitted, until it is " +
    "closed."
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
    sessionId: ReviewSessionId.annotateKey({ description: "ID of the review session." }),
    status: Schema.optionalKey(Review.fields.status.annotateKey({ description: "Only reviews with this status." })),
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor)
  }),
  result: Schema.Struct({
    items: Schema.Array(Schema.Struct({ review: Review, submissions: Said })).annotateKey({
      description: "The reviews of this page, by ordinal."
    }),
    nextCursor: Schema.NullOr(Schema.String).annotateKey({
      description: "Pass it back as cursor for the next page; null on the last one."
    })
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
  summary: "Read the evidence of a review",
  description:
    "Reads a review with what it is about, as get_trace or get_eval_target returns it, and all submissions with their " +
    "corrections. In a blind session, people who have not submitted see neither scores nor submissions until it is " +
    "closed.",
  scopes: ["reviews:read", "traces:read"],
  effect: "read",
  input: Schema.Struct({ id: ReviewId.annotateKey({ description: "ID of the review." }) }),
  result: Schema.Struct({
    review: Review,
    evidence: Json.annotateKey({
      description: "What the review is about, as get_trace or get_eval_target returns it."
    }),
    blind: Schema.Boolean.annotate({ description: "Whether scores and submissions are withheld." }),
    submissions: Said,
    hasMore: Schema.Boolean.annotate({
      description: "Whether the oldest submissions were left out, since the answer would be too large."
    })
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
  sessionId: Schema.optionalKey(
    ReviewSessionId.annotateKey({
      description: "ID of a session, to claim its next review. Pass either `sessionId` or `id`."
    })
  ),
  id: Schema.optionalKey(ReviewId.annotateKey({ description: "ID of the review to claim." })),
  skip: Schema.optionalKey(
    ReviewId.annotateKey({
      description: "ID of a review that you hold, to give back and continue after. Requires sessionId."
    })
  )
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
    "Holds a place of a review for you, for a limited time. Pass the review, or a session for the next review that you " +
    "have not submitted, starting with one that you already hold. With `skip`, it gives a review back and continues after it. " +
    "`claim` is null if no review is left for you. Only people may call it: an API key is HUMAN_REQUIRED.",
  scopes: ["reviews:read", "reviews:write"],
  effect: "write",
  callers: "people",
  input: claimOf,
  result: Schema.Struct({
    claim: Schema.NullOr(
      Schema.Struct({
        review: Review.annotateKey({ description: "The review with its places." }),
        slot: slotNumber.annotateKey({ description: "The number of the place that you hold." })
      })
    ).annotateKey({ description: "The review that you hold now; null if none is left for you." })
  }),
  errors: ["NOT_FOUND", "CONFLICT", "HUMAN_REQUIRED"],
  hints: { CONFLICT: notOpen },
  example: { input: { sessionId: exampleReview.sessionId }, result: { claim: { review: exampleHeld, slot: 1 } } }
})

/** Gives a review back. Laws: H1, H2. */
export const releaseReview = operation({
  id: "release_review",
  summary: "Release a review",
  description:
    "Gives back a place that you hold, for others to claim. Only people may call it: an API key is " +
    "HUMAN_REQUIRED.",
  scopes: ["reviews:write"],
  effect: "write",
  callers: "people",
  input: Schema.Struct({ id: ReviewId.annotateKey({ description: "ID of the review." }) }),
  result: Review,
  errors: ["NOT_FOUND", "REVIEW_TAKEN", "HUMAN_REQUIRED"],
  example: { input: { id: exampleReview.id }, result: exampleReview }
})

/** Submits a person's review, or corrects it. Laws: H1, H2, H3. */
export const submitReview = operation({
  id: "submit_review",
  summary: "Submit a review",
  description:
    "Submits your answer to each question of the session, for a review that you hold. A submission never changes: to " +
    "correct it, submit again with its number as supersedes. Sending the same submission twice counts once. After your " +
    "time is over, you can still submit if nobody else took the place. Only people may call it: an API key is " +
    "HUMAN_REQUIRED.",
  scopes: ["reviews:write"],
  effect: "write",
  callers: "people",
  input: Schema.Struct({
    id: ReviewId.annotateKey({ description: "ID of the review." }),
    scores: ReviewScores.annotateKey({
      description: "Your answers, by the alias of each question: one to every question."
    }),
    supersedes: Schema.optionalKey(
      SubmissionNumber.annotateKey({ description: "The number of your newest submission, if you correct it." })
    )
  }),
  result: Schema.Struct({
    review: Review.annotateKey({ description: "The review with its places, after the submission." }),
    submission: ReviewSubmission.annotateKey({ description: "The submission as it was kept." })
  }),
  errors: ["NOT_FOUND", "CONFLICT", "REVIEW_TAKEN", "HUMAN_REQUIRED"],
  hints: {
    CONFLICT: "Read the review with get_review_evidence, and pass the number of your newest submission as supersedes."
  },
  example: {
    input: { id: exampleReview.id, scores: exampleSubmission.scores },
    result: { review: exampleSubmitted, submission: exampleSubmission }
  }
})
