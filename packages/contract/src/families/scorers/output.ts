import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const bound = Schema.NullOr(Schema.Finite).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))

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
  label: ScoreLabel,
  value: Schema.NullOr(Schema.Finite)
}).annotate({ identifier: "ScorerLabel", description: "A label, and the number that it counts as; null for none." })

/** At most 64 labels, each once. */
export const Labels = Schema.Array(Label).check(Schema.isMaxLength(maxLabels), labelledOnce)

/** What a scorer's scores are. */
export const ScorerOutput = Schema.Union([
  Schema.Struct({ type: Schema.Literal("number"), min: bound, max: bound }).check(inOrder),
  Schema.Struct({ type: Schema.Literal("boolean") }),
  Schema.Struct({ type: Schema.Literal("label"), labels: Labels.check(Schema.isMinLength(1)) })
]).annotate({
  identifier: "ScorerOutput",
  description:
    "What scores are: a number from min to max (null for no bound), true (1) or false (0), or one of some labels."
})
