import { inTurns } from "@agent-operations/operations"
import { Effect } from "effect"
import { jsonText } from "../../scorers/write-json.ts"
import type { Redactor } from "../../secrets/index.ts"
import { type Exchange, exchangeText } from "./exchange.ts"
import { CallFailure } from "./failure.ts"
import { type CallResult, keptMessage, maxOutputBytes } from "./result.ts"

/** The text of an output, and what it cost. */
interface Settled {
  readonly output: string
  readonly spentMicros: bigint
}

function* redacted(output: unknown, { json }: Redactor): Generator<void, string> {
  return yield* jsonText(yield* json(output))
}

/** The text of an output, with secrets taken out, if it is not too large. */
export const textOf = (output: unknown, redactor: Redactor, exchange: Exchange): Effect.Effect<string, CallFailure> =>
  Effect.flatMap(inTurns(redacted(output, redactor)), (text) => {
    if (Buffer.byteLength(text) <= maxOutputBytes) return Effect.succeed(text)
    if (exchange.response !== undefined) exchange.response.body = text
    return Effect.fail(
      new CallFailure({
        errorCode: "OUTPUT_TOO_LARGE",
        message: `Its output is larger than ${maxOutputBytes} bytes of JSON.`
      })
    )
  })

/** The result of a call from how it went. One that failed costs `failedMicros`, if it may have been taken on. */
export const settled = <R>(
  call: Effect.Effect<Settled, CallFailure, R>,
  {
    exchange,
    failedMicros,
    redactor
  }: { readonly exchange: Exchange; readonly failedMicros: bigint; readonly redactor: Redactor }
): Effect.Effect<CallResult, never, R> =>
  Effect.gen(function* () {
    return { _tag: "Output" as const, ...(yield* call) }
  }).pipe(
    Effect.catchTag(
      "CallFailure",
      ({ errorCode, message, retryable = false, retryAfterMs = null, assumed = false, refused = false }) =>
        Effect.map(inTurns(redactor.start(message, keptMessage)), (told) => ({
          _tag: "Failed" as const,
          errorCode,
          message: told,
          retryable,
          retryAfterMs,
          spentMicros: assumed || (exchange.response !== undefined && !refused) ? failedMicros : 0n,
          assumed
        }))
    ),
    Effect.flatMap((result) =>
      Effect.map(inTurns(exchangeText(exchange, redactor)), (text) => ({
        ...result,
        exchange: text,
        httpStatus: exchange.response?.status ?? null
      }))
    )
  )
