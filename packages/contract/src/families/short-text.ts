import * as Schema from "effect/Schema"

/** A short text that is compared, which a database keeps as it is. */
export const shortText = (maximum: number) =>
  Schema.String.check(
    Schema.isMinLength(1),
    Schema.isMaxCodePoints(maximum),
    Schema.isPattern(/^[^\0\ud800-\udfff]*$/u, { expected: "text without NUL and lone surrogates" })
  )
