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
  traceIds: Schema.Array(TraceId)
    .check(Schema.isMinLength(1), Schema.isMaxLength(maxReviewItems))
    .annotateKey({ description: "IDs of 1 to 5,000 traces." })
}).annotate({ identifier: "ReviewTraces", description: "Traces. A trace that is listed twice is reviewed once." })

const RunSubject = Schema.Struct({
  runId: RunId.annotateKey({ description: "ID of the evaluation run." }),
  status: Schema.optionalKey(
    Schema.Literals(["succeeded", "failed"]).annotateKey({
      description: "Only targets with this status. By default both."
    })
  ),
  scorer: Schema.optionalKey(
    Alias.annotateKey({ description: "Only targets that this scorer, by its alias, has scored." })
  ),
  below: Schema.optionalKey(
    Schema.Finite.annotateKey({ description: "Only targets whose value of scorer is less than this. Requires scorer." })
  ),
  sample: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxReviewItems }))).annotate({
    description: "How many targets to review at most, spread over the run and the same each time. By default all."
  })
})
  .check(belowNeedsScorer)
  .annotate({
    identifier: "ReviewRunTargets",
    description:
      "Targets of an evaluation run that succeeded or failed, in their order. Reviewers do not see how they were " +
      "chosen."
  })

/** What a session is about, as it is sent. */
export const ReviewSubject = Schema.Union([TracesSubject, RunSubject]).annotate({
  identifier: "ReviewSubject",
  description: "Traces, or targets of an evaluation run: at most 5,000 of them."
})

/** What a session is about, as it is told: not how its items were chosen. Law: H4. */
const ReviewSessionSubject = Schema.Union([
  Schema.Struct({ type: Schema.Literal("traces").annotateKey({ description: "Traces." }) }),
  Schema.Struct({
    type: Schema.Literal("eval_run").annotateKey({ description: "Targets of an evaluation run." }),
    runId: RunId.annotateKey({ description: "ID of the evaluation run." })
  })
]).annotate({ identifier: "ReviewSessionSubject" })

/** Who reviews. */
export const Assignees = Schema.Array(Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200)))
  .check(Schema.isMaxLength(200))
  .annotate({ description: "IDs of the people who may review, at most 200; empty for every member." })

/** How a submission came in. */
export const ReviewVia = Schema.Literals(["browser", "rest", "mcp"]).annotate({
  description:
    "How it was submitted: on a page of the server (`browser`), or by a program with the person's token (`rest`, `mcp`)."
})

const count = (description: string) => Schema.Natural.annotate({ description })

const Interval = Schema.Tuple([Schema.Finite, Schema.Finite])
const figure = Schema.NullOr(Schema.Finite)

/** What people said to one question, summed up. Laws: N1, N2. */
export const ReviewFigures = Schema.Struct({
  items: count("The number of items with a numeric answer, which mean, stdDev and ci95 are computed over."),
  answers: count("The number of answers that count. A corrected answer counts once."),
  mean: figure.annotateKey({ description: "The mean of the items' means; null if no answer is a number." }),
  stdDev: figure.annotateKey({
    description: "The standard deviation of the items' means; null if it can't be computed."
  }),
  ci95: Schema.NullOr(Interval).annotateKey({
    description: "The 95 % confidence interval of mean: its lower and upper end; null if it can't be computed."
  }),
  small: Schema.Boolean.annotate({
    description: "Whether there are fewer than 30 items, so that the interval is rough."
  }),
  passRate: figure.annotateKey({
    description: "The share of answers that pass, 0 to 1; null if nothing decides that."
  }),
  alpha: figure.annotate({
    description:
      "How far people agree, as Krippendorff's α: 1 for always, 0 for as often as by chance. Null if no item has two " +
      "answers, or all answers are the same."
  }),
  labels: Schema.NullOr(Schema.Record(Schema.String, Schema.Natural)).annotate({
    description: "How often each label was chosen; null if answers are not labels."
  })
}).annotate({
  identifier: "ReviewFigures",
  description: "Statistics of the answers to one question, clustered by item."
})
export type ReviewFigures = typeof ReviewFigures.Type

/** What a session is made with, beside its subject and rubric. */
const sessionSettings = {
  reviewersPerItem: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 })).annotate({
    description: "How many people review each item."
  }),
  assignees: Assignees,
  reservationMinutes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 240 })).annotate({
    description: "How long a claim holds an item for a person, in minutes."
  }),
  blind: Schema.Boolean.annotate({
    description:
      "Whether people see automatic scores and the answers of others only after they have submitted, and statistics " +
      "only after the session is closed."
  }),
  browserOnly: Schema.Boolean.annotate({
    description:
      "Whether reviews are only accepted from the pages of the server, and not from programs with a person's token."
  }),
  instructions: Schema.String.check(Schema.isMaxCodePoints(20_000)).annotateKey({
    description: "What reviewers read before they begin; at most 20,000 characters."
  })
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
  id: ReviewSessionId.annotateKey({ description: "ID of the review session." }),
  requestKey: Schema.String.annotateKey({ description: "The key that the caller chose for the session." }),
  name: SessionName.annotateKey({ description: "Name of the session." }),
  status: Schema.Literals(["open", "closed"]).annotateKey({
    description: "Whether reviews can be claimed and submitted (open) or no longer (closed)."
  }),
  subject: ReviewSessionSubject.annotateKey({ description: "What the session is about." }),
  rubric: Rubric.annotateKey({ description: "The questions, by alias." }),
  ...sessionSettings,
  counts: Schema.Struct({
    items: count("The number of items."),
    completed: count("The number of items that have all of their reviews."),
    withdrawn: count("The number of items whose trace or target was deleted."),
    reviews: count("The number of submissions that count.")
  }).annotateKey({ description: "How far the session is." }),
  createdAt: Timestamp.annotateKey({ description: "When the session was created." }),
  createdBy: Actor.annotateKey({ description: "Who created the session." }),
  closedAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When the session was closed; null while it is open."
  }),
  closedBy: Schema.NullOr(Actor).annotateKey({ description: "Who closed the session; null while it is open." })
}).annotate({
  identifier: "ReviewSession",
  description: "A list of traces or targets, and the questions that people answer about them."
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
