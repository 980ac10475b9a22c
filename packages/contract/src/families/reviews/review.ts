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
  description: "The number of a submission: 1 for the first, then 2, 3, … for its corrections."
})

/** A place for one person's review of an item. Law: H2. */
export const ReviewSlot = Schema.Struct({
  slot: slotNumber.annotateKey({ description: "The number of the place, from 1." }),
  reviewer: Schema.NullOr(Actor).annotateKey({
    description: "Who holds the place or submitted a review in it; null while it is free."
  }),
  until: Schema.NullOr(Timestamp).annotate({
    description: "When the hold ends; null if nobody holds it, or once it is submitted."
  }),
  submittedAt: Schema.NullOr(Timestamp).annotateKey({ description: "When the review was submitted; null until then." })
}).annotate({
  identifier: "ReviewSlot",
  description: "A place for one person's review: free, held, or submitted."
})

/** What a person said, for ever as it was submitted. */
export const ReviewSubmission = Schema.Struct({
  slot: slotNumber.annotateKey({ description: "The number of the place, from 1." }),
  number: SubmissionNumber.annotateKey({
    description: "The number of the submission: 1 for the first, then 2, 3, … for its corrections."
  }),
  supersedes: Schema.NullOr(SubmissionNumber).annotateKey({
    description: "The number of the submission that it corrects; null for the first."
  }),
  counts: Schema.Boolean.annotate({ description: "Whether this submission counts: no later one corrects it." }),
  reviewer: Actor.annotateKey({ description: "Who submitted it." }),
  via: ReviewVia,
  scores: ReviewScores.annotateKey({ description: "The answers, by the alias of each question." }),
  submittedAt: Timestamp.annotateKey({ description: "When it was submitted." })
}).annotate({ identifier: "ReviewSubmission", description: "A person's answers about an item." })
export type ReviewSubmission = typeof ReviewSubmission.Type

/** One thing of a session that people are asked about. */
export const Review = Schema.Struct({
  id: ReviewId.annotateKey({ description: "ID of the review." }),
  sessionId: ReviewSessionId.annotateKey({ description: "ID of the review session." }),
  ordinal: Schema.Natural.annotate({ description: "Its position in the session, from 1." }),
  subject: Schema.Struct({
    type: Schema.Literals(["trace", "eval_target"]).annotateKey({
      description: "Whether it is a trace, or a target of an evaluation run."
    }),
    id: Schema.String.annotateKey({ description: "ID of the trace or of the target." })
  }).annotate({
    description: "What the review is about: a trace, or a target of an evaluation run."
  }),
  status: Schema.Literals(["open", "completed", "withdrawn"]).annotate({
    description: "open, completed (it has all of its reviews) or withdrawn (what it is about was deleted)."
  }),
  slots: Schema.Array(ReviewSlot).annotateKey({ description: "The places of the review, one per reviewer." })
}).annotate({
  identifier: "Review",
  description: "One trace or target that people are asked about, with a place per reviewer."
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
