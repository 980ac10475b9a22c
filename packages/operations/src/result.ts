import type { Operation } from "@agent-operations/contract"
import { continuations } from "@agent-operations/contract/records"
import { Effect, Result, Schema } from "effect"
import { EncodedJson } from "./EncodedJson.ts"
import { maxResponseBytes } from "./paging/limits.ts"

/** Whether a value holds a number that JSON has not, and makes `null` of. */
const hasNoNumber = (value: unknown): boolean =>
  typeof value === "number"
    ? !Number.isFinite(value)
    : typeof value === "object" && value !== null && Object.values(value).some(hasNoNumber)

/**
 * Makes the encoder of an operation's result, once. What the schema refuses, and what is larger than any answer may be,
 * is a defect of the handler: it is logged, and nothing of it is sent.
 */
export const resultEncoder = ({ id, result, paging }: Operation.Any) => {
  const encode = Schema.encodeUnknownResult(result, { onExcessProperty: "error" })

  return (value: unknown): Effect.Effect<EncodedJson<unknown>> => {
    const encoded = encode(value)
    if (Result.isFailure(encoded)) {
      return Effect.die(
        new Error(`The handler of ${id} returned a result that does not match its schema: ${encoded.failure.message}`)
      )
    }
    const text = JSON.stringify(encoded.success)
    if (text.includes("null") && hasNoNumber(encoded.success)) {
      return Effect.die(new Error(`The handler of ${id} returned NaN or Infinity, which JSON has not.`))
    }
    const bytes = Buffer.byteLength(text)
    return bytes > maxResponseBytes
      ? Effect.die(
          new Error(`The handler of ${id} returned ${bytes} bytes; an answer has at most ${maxResponseBytes}.`)
        )
      : Effect.succeed(
          new EncodedJson(text, paging && (encoded.success as Record<string, unknown>)[continuations[paging].from])
        )
  }
}
