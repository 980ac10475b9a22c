import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { maxUtf8Bytes } from "../../definition/size.ts"
import { Pointer } from "./pointer.ts"

const byDefault = Schema.withDecodingDefaultKey

const none = Effect.succeed({})

const flag = (initial: boolean) => Schema.Boolean.pipe(byDefault(Effect.succeed(initial)))

const ignoreCase = flag(false)

const fitsSchema = Schema.is(Schema.String.check(maxUtf8Bytes(64 * 1024)))

const isSchema = Schema.makeFilter(
  (json: unknown) =>
    (json === null || typeof json === "boolean" || (typeof json === "object" && !Array.isArray(json))) &&
    fitsSchema(JSON.stringify(json)),
  { expected: "a JSON Schema of at most 64 KiB, or null" }
)

const builtin = <const N extends string, O extends Schema.Constraint>(name: N, options: O) =>
  Schema.Struct({ type: Schema.Literal("builtin"), name: Schema.Literal(name), options })

const exact = Schema.Struct({ ignoreCase, trim: flag(false) })
  .annotate({
    description: "Whether output and expected are equal, as JSON; texts also but for case or white space around them."
  })
  .pipe(byDefault(none))

const contains = Schema.Struct({
  ignoreCase,
  mode: Schema.Literals(["all", "any"]).pipe(byDefault(Effect.succeed("all" as const)))
})
  .annotate({
    description: "Whether the output, as text, has the expected text in it, or all or any of a list of them."
  })
  .pipe(byDefault(none))

const regex = Schema.Struct({
  pattern: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(10_000))).pipe(byDefault(Effect.succeed(null))),
  flags: Schema.String.check(
    Schema.isPattern(/^(?!.*(.).*\1)[imsu]*$/u, { expected: "flags out of i, m, s and u, each once" })
  ).pipe(byDefault(Effect.succeed("u")))
})
  .annotate({ description: "Whether the output, as text, has a match of the pattern; null for that in expected." })
  .pipe(byDefault(none))

const numeric = Schema.Struct({
  tolerance: Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)).pipe(byDefault(Effect.succeed(0))),
  relative: flag(false)
})
  .annotate({
    description: "Whether output and expected differ by at most the tolerance, or, if relative, that part of expected."
  })
  .pipe(byDefault(none))

const levenshtein = Schema.Struct({ ignoreCase })
  .annotate({
    description: "How alike two texts of at most 20,000 characters are: 1 − edits ÷ length of the longer one, 0 to 1."
  })
  .pipe(byDefault(none))

const jsonEqual = Schema.Struct({
  ordered: flag(true),
  ignore: Schema.Array(Pointer)
    .check(Schema.isMaxLength(50))
    .pipe(byDefault(Effect.succeed([])))
})
  .annotate({
    description:
      "Whether output and expected are equal JSON, in whatever order their members are; an output that is a text is read as " +
      "JSON. Lists are compared in order unless told otherwise; what the pointers in ignore lead to is left out."
  })
  .pipe(byDefault(none))

const jsonSchema = Schema.Struct({ schema: Json.check(isSchema).pipe(byDefault(Effect.succeed(null))) })
  .annotate({
    description:
      "Whether the output keeps to a JSON Schema 2020-12; null for that in expected. An output that is a text is read as JSON."
  })
  .pipe(byDefault(none))

const listOverlap = Schema.Struct({
  measure: Schema.Literals(["f1", "precision", "recall", "jaccard"]).pipe(byDefault(Effect.succeed("f1" as const)))
})
  .annotate({ description: "How far two lists have the same values in them, each as often as it is there, 0 to 1." })
  .pipe(byDefault(none))

const latency = Schema.Struct({ unit: Schema.Literals(["ms", "s"]).pipe(byDefault(Effect.succeed("ms" as const))) })
  .annotate({ description: "How long the app took." })
  .pipe(byDefault(none))

const usage = Schema.Struct({
  of: Schema.Literals(["micros", "inputTokens", "outputTokens", "totalTokens"]).pipe(
    byDefault(Effect.succeed("micros" as const))
  )
})
  .annotate({ description: "What the app used: micro-units of money, or tokens." })
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
