import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { maxUtf8Bytes } from "../../definition/size.ts"
import { Pointer } from "./pointer.ts"

const byDefault = Schema.withDecodingDefaultKey

const none = Effect.succeed({})

const flag = (initial: boolean, description: string) =>
  Schema.Boolean.annotateKey({ description }).pipe(byDefault(Effect.succeed(initial)))

const ignoreCase = flag(false, "Whether to ignore case.")

const fitsSchema = Schema.is(Schema.String.check(maxUtf8Bytes(64 * 1024)))

const isSchema = Schema.makeFilter(
  (json: unknown) =>
    (json === null || typeof json === "boolean" || (typeof json === "object" && !Array.isArray(json))) &&
    fitsSchema(JSON.stringify(json)),
  { expected: "a JSON Schema of at most 64 KiB, or null" }
)

const builtin = <const N extends string, O extends Schema.Constraint>(name: N, options: O) =>
  Schema.Struct({
    type: Schema.Literal("builtin").annotateKey({ description: "A built-in measure." }),
    name: Schema.Literal(name).annotateKey({ description: "The name of the measure." }),
    options
  })

const exact = Schema.Struct({ ignoreCase, trim: flag(false, "Whether to ignore white space around texts.") })
  .annotate({
    description:
      "Whether output and expected are equal as JSON. Options ignore case and surrounding white space of texts."
  })
  .pipe(byDefault(none))

const contains = Schema.Struct({
  ignoreCase,
  mode: Schema.Literals(["all", "any"])
    .annotateKey({ description: "Whether all texts of a list must be contained, or any one." })
    .pipe(byDefault(Effect.succeed("all" as const)))
})
  .annotate({
    description: "Whether the output, as text, contains the expected text, or all or any of a list of texts."
  })
  .pipe(byDefault(none))

const regex = Schema.Struct({
  pattern: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(10_000)))
    .annotateKey({ description: "A regular expression as JavaScript has it; null for the one in expected." })
    .pipe(byDefault(Effect.succeed(null))),
  flags: Schema.String.check(
    Schema.isPattern(/^(?!.*(.).*\1)[imsu]*$/u, { expected: "flags out of i, m, s and u, each once" })
  )
    .annotateKey({ description: "Flags of the regular expression: i, m, s and u, each at most once." })
    .pipe(byDefault(Effect.succeed("u")))
})
  .annotate({ description: "Whether the output, as text, matches a regular expression." })
  .pipe(byDefault(none))

const numeric = Schema.Struct({
  tolerance: Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))
    .annotateKey({ description: "How far output and expected may differ." })
    .pipe(byDefault(Effect.succeed(0))),
  relative: flag(false, "Whether tolerance is a share of expected.")
})
  .annotate({
    description: "Whether output and expected differ by at most the tolerance, which may be a share of expected."
  })
  .pipe(byDefault(none))

const levenshtein = Schema.Struct({ ignoreCase })
  .annotate({
    description:
      "The similarity of two texts of at most 20,000 characters, 0 to 1: 1 − edits ÷ length of the longer text."
  })
  .pipe(byDefault(none))

const jsonEqual = Schema.Struct({
  ordered: flag(true, "Whether lists are compared in order."),
  ignore: Schema.Array(Pointer)
    .check(Schema.isMaxLength(50))
    .annotateKey({ description: "JSON Pointers of values to leave out of the comparison: at most 50." })
    .pipe(byDefault(Effect.succeed([])))
})
  .annotate({
    description:
      "Whether output and expected are equal JSON, whatever the order of members. An output that is a text is read as " +
      "JSON."
  })
  .pipe(byDefault(none))

const jsonSchema = Schema.Struct({
  schema: Json.check(isSchema)
    .annotateKey({ description: "The JSON Schema (2020-12), at most 64 KiB; null for the one in expected." })
    .pipe(byDefault(Effect.succeed(null)))
})
  .annotate({
    description: "Whether the output is valid under a JSON Schema. An output that is a text is read as JSON."
  })
  .pipe(byDefault(none))

const listOverlap = Schema.Struct({
  measure: Schema.Literals(["f1", "precision", "recall", "jaccard"])
    .annotateKey({ description: "How the overlap is measured." })
    .pipe(byDefault(Effect.succeed("f1" as const)))
})
  .annotate({ description: "The overlap of two lists, 0 to 1. A value counts as often as it occurs." })
  .pipe(byDefault(none))

const latency = Schema.Struct({
  unit: Schema.Literals(["ms", "s"])
    .annotateKey({ description: "Milliseconds or seconds." })
    .pipe(byDefault(Effect.succeed("ms" as const)))
})
  .annotate({ description: "How long the app took." })
  .pipe(byDefault(none))

const usage = Schema.Struct({
  of: Schema.Literals(["micros", "inputTokens", "outputTokens", "totalTokens"])
    .annotateKey({ description: "What is counted: micro-units of money, or tokens." })
    .pipe(byDefault(Effect.succeed("micros" as const)))
})
  .annotate({ description: "What the app used, in micro-units of money or in tokens." })
  .pipe(byDefault(none))

const Measure = Schema.Union([
  builtin("exact", exact),
  builtin("contains", contains),
  builtin("regex", regex),
  builtin("numeric", numeric),
  builtin("levenshtein", levenshtein),
  builtin("jsonEqual", jsonEqual),
  builtin("jsonSchema", jsonSchema),
  builtin("listOverlap", listOverlap),
  builtin("latency", latency),
  builtin("usage", usage)
])

/** A built-in measure, with its options, all of which have defaults. */
export const BuiltinScorer = Measure.annotate({
  message: `Expected name to be one of ${Measure.members.map(({ fields }) => fields.name.literal).join(", ")}`
})
