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
  id: ScoreId,
  traceId: Schema.String,
  spanId: Schema.NullOr(Schema.String),
  name: Schema.String,
  dataType: DataType,
  value: Schema.Union([Schema.Finite, Schema.Boolean, Schema.String]),
  label: Schema.NullOr(Schema.String),
  explanation: Schema.NullOr(Schema.String),
  source: Source,
  annotatorKind: AnnotatorKind,
  identifier: Schema.String,
  metadata: Json,
  createdAt: Timestamp,
  createdBy: Actor,
  updatedAt: Timestamp
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
  traceId: TraceId.annotate({ description: "It need not have arrived yet." }),
  spanId: Schema.optionalKey(Schema.NullOr(SpanId)),
  name: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(120)),
  dataType: Schema.optionalKey(DataType.annotate({ description: "By the value unless given." })),
  value: Value,
  label: Schema.optionalKey(Schema.NullOr(Schema.String.check(Schema.isMaxLength(200)))),
  explanation: Schema.optionalKey(Schema.NullOr(Schema.String.check(Schema.isMaxLength(10_000)))),
  source: Schema.optionalKey(Source.annotate({ default: "API" })),
  annotatorKind: Schema.optionalKey(AnnotatorKind.annotate({ description: "HUMAN only by a user.", default: "CODE" })),
  identifier: Schema.optionalKey(
    Schema.String.check(Schema.isMaxLength(200)).annotate({
      description: "With trace, span and name it is the key: the same key again replaces the score, and keeps its ID.",
      default: ""
    })
  ),
  metadata: Schema.optionalKey(
    Json.check(Schema.makeFilter((json) => fitsMetadata(JSON.stringify(json)), { expected: "at most 64 KiB of JSON" }))
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
