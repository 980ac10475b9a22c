import * as Schema from "effect/Schema"
import { Actor, Timestamp, typeId } from "../../definition/primitives.ts"
import { exampleTraceId } from "../traces/primitives.ts"
import { ReviewScores } from "./rubric.ts"
import { ada, exampleSession, ReviewSessionId, ReviewVia } from "./session.ts"

/** The ID of a review. */
export const ReviewId = typeId("rv").annotate({ identifier: "ReviewId" })

/** The number of a place. */
export const slotNumber = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 }))

/** The number of a submission: 1, and 2, 3, … of its corrections. */
export const SubmissionNumber = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })).annotate({
  identifier: "ReviewSubmissionNumber",
  description: "1, and 2, 3, … of what corrects it."
})

/** A place for one person's review of an item. Law: H2. */
export const ReviewSlot = Schema.Struct({
  slot: slotNumber,
  reviewer: Schema.NullOr(Actor),
  until: Schema.NullOr(Timestamp).annotate({
    description: "Until when it is held for them; null once it is submitted."
  }),
  submittedAt: Schema.NullOr(Timestamp)
}).annotate({
  identifier: "ReviewSlot",
  description: "A place for the review of one person: free, held, or submitted."
})

/** What a person said, for ever as it was submitted. */
export const ReviewSubmission = Schema.Struct({
  slot: slotNumber,
  number: SubmissionNumber,
  supersedes: Schema.NullOr(SubmissionNumber),
  counts: Schema.Boolean.annotate({ description: "Whether nothing corrected it since." }),
  reviewer: Actor,
  via: ReviewVia,
  scores: ReviewScores,
  submittedAt: Timestamp
}).annotate({ identifier: "ReviewSubmission", description: "What a person said of an item." })
export type ReviewSubmission = typeof ReviewSubmission.Type

/** One thing of a session that people are asked about. */
export const Review = Schema.Struct({
  id: ReviewId,
  sessionId: ReviewSessionId,
  ordinal: Schema.Natural.annotate({ description: "Its place in the session: 1, 2, 3, …" }),
  subject: Schema.Struct({ type: Schema.Literals(["trace", "eval_target"]), id: Schema.String }).annotate({
    description: "A trace, or a target of an evaluation run."
  }),
  status: Schema.Literals(["open", "completed", "withdrawn"]).annotate({
    description: "completed: it has all of its reviews. withdrawn: what it is about is gone."
  }),
  slots: Schema.Array(ReviewSlot)
}).annotate({
  identifier: "Review",
  description: "One thing that people are asked about, with a place for each of them."
})
export type Review = typeof Review.Type

export const exampleReview: typeof Review.Encoded = {
  id: "rv_01k9x3m2h8e7v9q4t6w5z0r1ca",
  sessionId: exampleSession.id,
  ordinal: 1,
  subject: { type: "trace", id: exampleTraceId },
  status: "open",
  slots: [
    { slot: 1, reviewer: null, until: null, submittedAt: null },
    { slot: 2, reviewer: null, until: null, submittedAt: null }
  ]
}

const submittedAt = "2026-11-20T10:05:00.000Z"

export const exampleHeld: typeof Review.Encoded = {
  ...exampleReview,
  slots: [
    { slot: 1, reviewer: ada, until: "2026-11-20T10:15:00.000Z", submittedAt: null },
    { slot: 2, reviewer: null, until: null, submittedAt: null }
  ]
}

export const exampleSubmission: typeof ReviewSubmission.Encoded = {
  slot: 1,
  number: 1,
  supersedes: null,
  counts: true,
  reviewer: ada,
  via: "rest",
  scores: { helpful: { value: true, comment: "It says where the parcel is." } },
  submittedAt
}

export const exampleSubmitted: typeof Review.Encoded = {
  ...exampleReview,
  slots: [
    { slot: 1, reviewer: ada, until: null, submittedAt },
    { slot: 2, reviewer: null, until: null, submittedAt: null }
  ]
}
