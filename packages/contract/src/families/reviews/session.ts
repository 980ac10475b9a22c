import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Actor, Timestamp, typeId } from "../../definition/primitives.ts"
import { Alias } from "../../definition/references.ts"
import { belowNeedsScorer, RunId } from "../evaluations/primitives.ts"
import { TraceId } from "../traces/primitives.ts"
import { exampleQuestion, Rubric } from "./rubric.ts"

/** The ID of a review session. */
export const ReviewSessionId = typeId("rvs").annotate({ identifier: "ReviewSessionId" })

/** How many things a session is about at most. */
export const maxReviewItems = 5000

const TracesSubject = Schema.Struct({
  traceIds: Schema.Array(TraceId).check(Schema.isMinLength(1), Schema.isMaxLength(maxReviewItems))
}).annotate({ identifier: "ReviewTraces", description: "Traces, each reviewed once however often it is named." })

const RunSubject = Schema.Struct({
  runId: RunId,
  status: Schema.optionalKey(Schema.Literals(["succeeded", "failed"])),
  scorer: Schema.optionalKey(Alias),
  below: Schema.optionalKey(Schema.Finite),
  sample: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxReviewItems }))).annotate({
    description: "How many of them at most: the same ones each time. Without it, all."
  })
})
  .check(belowNeedsScorer)
  .annotate({
    identifier: "ReviewRunTargets",
    description:
      "Targets of an evaluation run that have succeeded or failed, in their order. status, and scorer with below, narrow " +
      "them; below takes those whose value of that scorer is less. Reviewers are not told what narrowed them."
  })

/** What a session is about, as it is sent. */
export const ReviewSubject = Schema.Union([TracesSubject, RunSubject]).annotate({
  identifier: "ReviewSubject",
  description: "Traces, or targets of an evaluation run: at most 5,000 of them."
})

/** What a session is about, as it is told: not how its items were chosen. Law: H4. */
const ReviewSessionSubject = Schema.Union([
  Schema.Struct({ type: Schema.Literal("traces") }),
  Schema.Struct({ type: Schema.Literal("eval_run"), runId: RunId })
]).annotate({ identifier: "ReviewSessionSubject" })

/** Who reviews. */
export const Assignees = Schema.Array(Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200)))
  .check(Schema.isMaxLength(200))
  .annotate({ description: "IDs of people, in any order; empty for every member." })

/** How a submission came in. */
export const ReviewVia = Schema.Literals(["browser", "rest", "mcp"]).annotate({
  description: "Whether it came from a page, or from a program with the person's token."
})

const count = (description: string) => Schema.Natural.annotate({ description })

const Interval = Schema.Tuple([Schema.Finite, Schema.Finite])
const figure = Schema.NullOr(Schema.Finite)

/** What people said to one question, summed up. Laws: N1, N2. */
export const ReviewFigures = Schema.Struct({
  items: count("Items with an answer that is a number: what mean, deviation and interval are over."),
  answers: count("Answers that count. What was corrected counts once."),
  mean: figure,
  stdDev: figure,
  ci95: Schema.NullOr(Interval),
  small: Schema.Boolean.annotate({ description: "Fewer than 30 items: the interval is a rough one." }),
  passRate: figure,
  alpha: figure.annotate({
    description:
      "Krippendorff's α of how people agree: 1 for always, 0 as chance would have it; null where nobody answered beside " +
      "another, or all answered the same."
  }),
  labels: Schema.NullOr(Schema.Record(Schema.String, Schema.Natural)).annotate({
    description: "How often each label was chosen; null where answers are none."
  })
}).annotate({
  identifier: "ReviewFigures",
  description: "The answers to a question, summed up. Items are the clusters."
})
export type ReviewFigures = typeof ReviewFigures.Type

/** What a session is made with, beside its subject and rubric. */
const sessionSettings = {
  reviewersPerItem: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 })).annotate({
    description: "How many people review each item."
  }),
  assignees: Assignees,
  reservationMinutes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 240 })).annotate({
    description: "For how long a claim holds an item for a person."
  }),
  blind: Schema.Boolean.annotate({
    description:
      "Whether people see neither automatic scores nor what others said until they submitted, nor figures before the end."
  }),
  browserOnly: Schema.Boolean.annotate({
    description:
      "Whether reviews are taken from the pages of the server alone, and not from programs with a person's token."
  }),
  instructions: Schema.String.check(Schema.isMaxCodePoints(20_000))
}

/** The same as they are sent: each has a default. */
export const sessionDefaults = {
  reviewersPerItem: sessionSettings.reviewersPerItem.pipe(Schema.withDecodingDefaultKey(Effect.succeed(1))),
  assignees: sessionSettings.assignees.pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  reservationMinutes: sessionSettings.reservationMinutes.pipe(Schema.withDecodingDefaultKey(Effect.succeed(15))),
  blind: sessionSettings.blind.pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  browserOnly: sessionSettings.browserOnly.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  instructions: sessionSettings.instructions.pipe(Schema.withDecodingDefaultKey(Effect.succeed("")))
}

export const SessionName = Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(120))

/** A list of things that people are asked about. */
export const ReviewSession = Schema.Struct({
  id: ReviewSessionId,
  requestKey: Schema.String,
  name: SessionName,
  status: Schema.Literals(["open", "closed"]),
  subject: ReviewSessionSubject,
  rubric: Rubric,
  ...sessionSettings,
  counts: Schema.Struct({
    items: count("All items."),
    completed: count("Items that have all of their reviews."),
    withdrawn: count("Items whose subject is gone."),
    reviews: count("Reviews that count, of all items and people.")
  }),
  createdAt: Timestamp,
  createdBy: Actor,
  closedAt: Schema.NullOr(Timestamp),
  closedBy: Schema.NullOr(Actor)
}).annotate({
  identifier: "ReviewSession",
  description: "Things that people are asked about, and what they are asked."
})
export type ReviewSession = typeof ReviewSession.Type

export const ada = { type: "user", id: "usr_01k9x3j8w2d6tr5c1f9p7g4h0m", name: "Ada Lovelace" } as const

export const exampleSession: typeof ReviewSession.Encoded = {
  id: "rvs_01k9x3m2h8e7v9q4t6w5z0r1ca",
  requestKey: "answers-2026-11-20",
  name: "Answers of this week",
  status: "open",
  subject: { type: "traces" },
  rubric: { helpful: exampleQuestion },
  reviewersPerItem: 2,
  assignees: [],
  reservationMinutes: 15,
  blind: true,
  browserOnly: false,
  instructions: "",
  counts: { items: 1, completed: 0, withdrawn: 0, reviews: 0 },
  createdAt: "2026-11-20T10:00:00.000Z",
  createdBy: ada,
  closedAt: null,
  closedBy: null
}
