import { Effect, Schema } from "effect"
import { type CallFailure, invalidOutput } from "./failure.ts"

const Amount = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })))

const Reported = Schema.NullOr(
  Schema.Struct({
    micros: Schema.optionalKey(Amount),
    inputTokens: Schema.optionalKey(Amount),
    outputTokens: Schema.optionalKey(Amount)
  })
)
const decode = Schema.decodeUnknownEffect(Reported)

/** What an app reports that it used. */
export type AppUsage = Exclude<typeof Reported.Type, null>

/** The usage that an answer reports; none where it reports none. */
export const usageOf = (reported: unknown): Effect.Effect<AppUsage, CallFailure> =>
  reported === undefined
    ? Effect.succeed({})
    : decode(reported).pipe(
        Effect.map((usage) => usage ?? {}),
        Effect.mapError(() =>
          invalidOutput("Its usage is not { micros, inputTokens, outputTokens }, each an integer from 0 to 2^53 - 1.")
        )
      )
