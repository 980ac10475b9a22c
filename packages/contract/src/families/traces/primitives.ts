import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"

export { Time } from "../../definition/primitives.ts"

const uuid = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"

/** A trace ID as it is sent: 32 hexadecimal digits in any case, or a UUID; not all zeros. */
export const TraceId = Schema.String.check(
  Schema.isPattern(new RegExp(`^(?![0-]+$)(?:[0-9a-fA-F]{32}|${uuid})$`, "u"), {
    expected: "a trace ID of 32 hexadecimal digits, not all zeros"
  })
)

/** A span ID as it is sent: 16 hexadecimal digits in any case, not all zeros. */
export const SpanId = Schema.String.check(
  Schema.isPattern(/^(?!0+$)[0-9a-fA-F]{16}$/u, { expected: "a span ID of 16 hexadecimal digits, not all zeros" })
)

/** Nanoseconds since 1970, in decimal. */
export const Nanos = Schema.String.check(
  Schema.isPattern(/^\d{1,19}$/u, { expected: "nanoseconds since 1970, as a string of digits" })
)

/** A text that a trace or a span is looked up by. */
export const Text = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200))

/** The name of a trace or a span. */
export const SpanName = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(500))

export const Tags = Schema.Array(Text).check(Schema.isMaxLength(50))

/** An open object. */
export const Open = Schema.Record(Schema.String, Json)

export const Scores = Schema.Record(Schema.String, Schema.Finite).annotate({
  description: "The newest score per name, as a number. A boolean score is 1 or 0."
})

export const Count = Schema.NullOr(Schema.Natural)
export const Dollars = Schema.NullOr(Schema.Finite).annotate({ description: "In US dollars; null if it is not known." })

export const cursor = Schema.String.check(Schema.isMaxLength(512)).annotate({
  description: "nextCursor of the previous page."
})

export const exampleTraceId = "0af7651916cd43dd8448eb211c80319c"
export const exampleSpanId = "b7ad6b7169203331"
