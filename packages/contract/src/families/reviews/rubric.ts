import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Revision } from "../../definition/primitives.ts"
import { Alias } from "../../definition/references.ts"
import { Scorer } from "../scorers/kind.ts"
import { ScorerOutput } from "../scorers/output.ts"

/** How many questions a session asks at most. */
const maxQuestions = 20

const atMost = Schema.isMaxProperties(maxQuestions)
const atLeast = Schema.isMinProperties(1)

/** What people are asked, as it is sent: scorers of the type human. */
export const RubricInput = Schema.Record(
  Alias,
  Schema.Struct({
    id: Scorer.Id.annotateKey({ description: "ID of the scorer." }),
    revision: Schema.NullOr(Revision)
      .annotateKey({ description: "The revision to ask with; null for the current one." })
      .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
  }).annotate({ identifier: "ReviewScorer", description: "A scorer of the type human." })
)
  .check(atLeast, atMost)
  .annotate({
    description:
      "The questions, by alias: 1 to 20 scorers whose source has the type human. Each is pinned at its revision when " +
      "the session is created."
  })

/** A question of a session, for ever as it was when the session was made. */
export const Question = Schema.Struct({
  id: Scorer.Id.annotateKey({ description: "ID of the scorer." }),
  revision: Revision.annotateKey({ description: "The revision that is asked." }),
  name: Schema.String.annotateKey({ description: "Name of the scorer." }),
  question: Schema.String.annotateKey({ description: "The question that people answer." }),
  guidance: Schema.String.annotateKey({ description: "How to answer it; empty if there is no guidance." }),
  output: Schema.toType(ScorerOutput),
  passAt: Schema.NullOr(Schema.Finite).annotateKey({ description: "The score that passes; null for none." }),
  higherIsBetter: Schema.Boolean.annotateKey({ description: "Whether a higher score is better." })
}).annotate({ identifier: "ReviewQuestion", description: "A question: a scorer of the type human at one revision." })
export type Question = typeof Question.Type

/** The questions of a session by alias. */
export const Rubric = Schema.Record(Alias, Question).check(atLeast, atMost)
export type Rubric = typeof Rubric.Type

/** What a person answers to a question. */
const ReviewScore = Schema.Struct({
  value: Schema.Union([Schema.Finite, Schema.Boolean, Schema.String.check(Schema.isMaxCodePoints(100))]).annotate({
    description: "A number, true or false, or a label, according to the output of the scorer."
  }),
  comment: Schema.optionalKey(
    Schema.String.check(Schema.isMaxCodePoints(4000)).annotateKey({ description: "Why, in at most 4,000 characters." })
  )
}).annotate({ identifier: "ReviewScore", description: "The answer to a question, and why." })

/** The answers of a person by alias. */
export const ReviewScores = Schema.Record(Alias, ReviewScore).check(atLeast, atMost)
export type ReviewScores = typeof ReviewScores.Type

export const exampleQuestion: typeof Question.Encoded = {
  id: "sc_01k9x3m2h8e7v9q4t6w5z0r1ca",
  revision: 1,
  name: "Helpful",
  question: "Does the answer help the customer?",
  guidance: "Yes, if the customer can go on without asking again.",
  output: { type: "boolean" },
  passAt: null,
  higherIsBetter: true
}
