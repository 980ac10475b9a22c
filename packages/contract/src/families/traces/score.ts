import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { maxUtf8Bytes } from "../../definition/size.ts"
import { Actor, Timestamp, typeId } from "../../definition/primitives.ts"
import { exampleTraceId, SpanId, TraceId } from "./primitives.ts"

/** What values a score may have. */
export const scoreDataTypes = ["NUMERIC", "BOOLEAN", "CATEGORICAL", "TEXT"] as const

export const ScoreId = typeId("scr")

const DataType = Schema.Literals(scoreDataTypes)
const Value = Schema.Union([Schema.Finite, Schema.Boolean, Schema.String.check(Schema.isMaxCodePoints(2000))])
const Source = Schema.Literals(["API", "ANNOTATION", "EVAL"])
const AnnotatorKind = Schema.Literals(["LLM", "CODE", "HUMAN"])

/** A score of a trace, or of one of its spans. Law: T18. */
export const Score = Schema.Struct({
  id: ScoreId.annotateKey({ description: "ID of the score." }),
  traceId: Schema.String.annotateKey({ description: "ID of the trace." }),
  spanId: Schema.NullOr(Schema.String).annotateKey({
    description: "ID of the span; null if the score is of the whole trace."
  }),
  name: Schema.String.annotateKey({ description: "What is scored, such as helpfulness." }),
  dataType: DataType.annotateKey({
    description: "The type of the value. A TEXT is free, a CATEGORICAL is one of some labels."
  }),
  value: Schema.Union([Schema.Finite, Schema.Boolean, Schema.String]).annotateKey({
    description: "A number, true or false, or a text, according to dataType."
  }),
  label: Schema.NullOr(Schema.String).annotateKey({ description: "A label for the value; null if there is none." }),
  explanation: Schema.NullOr(Schema.String).annotateKey({
    description: "Why, in words; null if there is no explanation."
  }),
  source: Source.annotateKey({
    description:
      "Where the score comes from: a program (API), a person who annotates (ANNOTATION) or an evaluation (EVAL)."
  }),
  annotatorKind: AnnotatorKind.annotateKey({
    description: "Who judged: a model (LLM), code (CODE) or a person (HUMAN)."
  }),
  identifier: Schema.String.annotateKey({
    description: "Your own key, which tells scores of one name apart; empty by default."
  }),
  metadata: Json.annotateKey({ description: "JSON of your own." }),
  createdAt: Timestamp.annotateKey({ description: "When the score was first written." }),
  createdBy: Actor.annotateKey({ description: "Who wrote the score." }),
  updatedAt: Timestamp.annotateKey({ description: "When the score was last written." })
}).annotate({ identifier: "Score", description: "A score of a trace, or of one of its spans." })

const typeOfValue = { number: "NUMERIC", boolean: "BOOLEAN", string: "CATEGORICAL" } as const

type Value = typeof Value.Type
type DataType = typeof DataType.Type

/** The data type of a score, by its value unless it is given: a string is `CATEGORICAL`. */
export const dataTypeOf = ({ dataType, value }: { readonly dataType?: DataType; readonly value: Value }): DataType =>
  dataType ?? typeOfValue[typeof value as keyof typeof typeOfValue]

const isOfItsType = (score: { readonly dataType?: DataType; readonly value: Value }) => {
  const given = dataTypeOf(score)
  const own = typeOfValue[typeof score.value as keyof typeof typeOfValue]
  return given === own || (given === "TEXT" && own === "CATEGORICAL")
}

/** A score as it is sent. */
export const ScoreInput = Schema.Struct({
  traceId: TraceId.annotate({ description: "ID of the trace. It need not have arrived yet." }),
  spanId: Schema.optionalKey(
    Schema.NullOr(SpanId).annotateKey({ description: "ID of the span; null or absent to score the whole trace." })
  ),
  name: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(120)).annotateKey({
    description: "What is scored, such as helpfulness: 1 to 120 characters."
  }),
  dataType: Schema.optionalKey(
    DataType.annotate({
      description:
        "The type of the value. By default NUMERIC for a number, BOOLEAN for true or false, CATEGORICAL for a text."
    })
  ),
  value: Value.annotateKey({ description: "A number, true or false, or a text, according to dataType." }),
  label: Schema.optionalKey(
    Schema.NullOr(Schema.String.check(Schema.isMaxLength(200))).annotateKey({
      description: "A label for the value; null for none."
    })
  ),
  explanation: Schema.optionalKey(
    Schema.NullOr(Schema.String.check(Schema.isMaxLength(10_000))).annotateKey({
      description: "Why, in words; null for none."
    })
  ),
  source: Schema.optionalKey(
    Source.annotate({
      description:
        "Where the score comes from: a program (API), a person who annotates (ANNOTATION) or an evaluation (EVAL).",
      default: "API"
    })
  ),
  annotatorKind: Schema.optionalKey(
    AnnotatorKind.annotate({
      description: "Who judged: a model (LLM), code (CODE) or a person (HUMAN). Only people can write HUMAN.",
      default: "CODE"
    })
  ),
  identifier: Schema.optionalKey(
    Schema.String.check(Schema.isMaxLength(200)).annotate({
      description:
        "Your own key, which tells scores of one name apart. The same trace, span, name and identifier replace a " +
        "score.",
      default: ""
    })
  ),
  metadata: Schema.optionalKey(
    Json.check(
      Schema.makeFilter((json) => fitsMetadata(JSON.stringify(json)), { expected: "at most 64 KiB of JSON" })
    ).annotateKey({ description: "JSON of your own: at most 64 KiB." })
  )
}).check(
  Schema.makeFilter(isOfItsType, {
    expected: "a value of its dataType: a number for NUMERIC, a boolean for BOOLEAN, else a string"
  })
)

const fitsMetadata = Schema.is(Schema.String.check(maxUtf8Bytes(64 * 1024)))

export const exampleScore: typeof Score.Type = {
  id: "scr_01k9x3m2h8e7v9q4t6w5z0r1ca",
  traceId: exampleTraceId,
  spanId: null,
  name: "helpfulness",
  dataType: "NUMERIC",
  value: 0.9,
  label: null,
  explanation: null,
  source: "API",
  annotatorKind: "CODE",
  identifier: "",
  metadata: {},
  createdAt: "2026-11-20T10:00:02.000Z",
  createdBy: { type: "api_key", id: "key_01k9x3m2h8e7v9q4t6w5z0r1ca", name: "CI" },
  updatedAt: "2026-11-20T10:00:02.000Z"
}
