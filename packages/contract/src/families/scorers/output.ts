import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const bound = (description: string) =>
  Schema.NullOr(Schema.Finite)
    .annotate({ description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))

const inOrder = Schema.makeFilter(
  ({ min, max }: { readonly min: number | null; readonly max: number | null }) =>
    min === null || max === null || min < max || { path: ["max"], issue: "max is more than min" }
)

/** The name of a label, or of a choice. */
const ScoreLabel = Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(100))

/** How many labels or choices there are at most. */
const maxLabels = 64

/** That no label is in a list twice. */
const labelledOnce = Schema.makeFilter((labels: ReadonlyArray<{ readonly label: string }>) => {
  const seen = new Set<string>()
  const again = labels.findIndex(({ label }) => seen.size === seen.add(label).size)
  return again === -1 || { path: [again, "label"], issue: "it is there twice: leave one out" }
})

const Label = Schema.Struct({
  label: ScoreLabel.annotateKey({ description: "The label, 1 to 100 characters." }),
  value: Schema.NullOr(Schema.Finite).annotateKey({ description: "The number that it counts as; null for none." })
}).annotate({ identifier: "ScorerLabel", description: "A label, and the number that it counts as; null for none." })

/** At most 64 labels, each once. */
export const Labels = Schema.Array(Label).check(Schema.isMaxLength(maxLabels), labelledOnce)

/** What a scorer's scores are. */
export const ScorerOutput = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("number").annotateKey({ description: "A number." }),
    min: bound("The least value; null for no bound."),
    max: bound("The greatest value; null for no bound.")
  }).check(inOrder),
  Schema.Struct({
    type: Schema.Literal("boolean").annotateKey({ description: "True or false, which count as 1 and 0." })
  }),
  Schema.Struct({
    type: Schema.Literal("label").annotateKey({ description: "One of some labels." }),
    labels: Labels.check(Schema.isMinLength(1)).annotateKey({
      description: "The labels to choose from: 1 to 64, each once."
    })
  })
]).annotate({
  identifier: "ScorerOutput",
  description:
    "What scores are: a number from min to max (null for no bound), true (1) or false (0), or one of some labels."
})
