import { PayloadTooLarge, type Unavailable, ValidationError } from "@agent-operations/error-envelope"
import { Effect, Result } from "effect"
import { bytesOfShort, inTurnsIfLong } from "../in-turns-if-long.ts"
import { inTurns } from "../in-turns.ts"
import { runSteps } from "../steps.ts"
import type { Inexact } from "./inexact.ts"
import { outlineLimits, tooMuchOf } from "./outline.ts"
import { behindMark, readJson } from "./read-json.ts"

const refused = (path: string, message: string) =>
  Result.fail(
    new ValidationError({
      message: `The body is refused: ${message}`,
      details: { issues: [{ path, message }] }
    })
  )

/**
 * What is answered to a body that has too much to be parsed, if it has: 413. It is read no further than it takes to tell, by
 * steps. Law: E3.
 *
 * @example
 * const refused = yield* tooMuchToParse(bytes, 16 * 1024 * 1024)
 */
export function* tooMuchToParse(
  bytes: Uint8Array,
  limitBytes: number,
  maxParts: number = outlineLimits.parts
): Generator<void, PayloadTooLarge | undefined> {
  const what = yield* tooMuchOf(bytes, maxParts)
  if (what === undefined) return undefined
  const message =
    what === "parts"
      ? `The body has more than ${maxParts} objects, arrays, items and members.`
      : `The body has more than ${outlineLimits.names} different names of members.`
  return new PayloadTooLarge({
    message,
    hint: "Send it in several requests, each with a part of it.",
    details: { limitBytes }
  })
}

const exact = (value: unknown, inexact: Inexact | undefined) =>
  inexact === undefined ? Result.succeed(value) : refused(inexact.path, inexact.message)

/** Takes so many bytes of memory more, or tells why there are none. */
export type Grow = (bytes: number) => Unavailable | undefined

type Refused = ValidationError | PayloadTooLarge | Unavailable
type Parsed = Result.Result<unknown, Refused>

function* readBytes(bytes: Uint8Array, limitBytes: number, grow: Grow | undefined): Generator<void, Parsed> {
  if (bytes.length === 0) return refused("", "The body is empty; send a JSON object, or {} for no input.")
  const tooMuch = yield* tooMuchToParse(bytes, limitBytes)
  if (tooMuch !== undefined) return Result.fail(tooMuch)
  yield
  // RFC 8259 section 8.1: the mark may be skipped, and some programs write it.
  const read = yield* readJson(behindMark(bytes), true, grow)
  if (Result.isSuccess(read)) return exact(read.success.value, read.success.inexact)
  const { failure } = read
  if (!("isText" in failure)) return Result.fail(failure)
  return refused("", failure.isText ? `The body is not JSON: ${failure.message}` : failure.message)
}

/**
 * Reads a body of at most `limitBytes` as JSON that is kept exactly, or says what cannot be: at once if it is short, and
 * otherwise in turns with others, until nobody waits for it any more, and within what it may `grow`. Laws: E3, E4, K3.
 */
export const parseBody = (
  bytes: Uint8Array,
  limitBytes: number,
  grow?: Grow
): Parsed | Effect.Effect<unknown, Refused> => {
  const isShort = bytes.length <= bytesOfShort
  const steps = readBytes(bytes, limitBytes, isShort ? undefined : grow)
  return isShort ? runSteps(steps) : Effect.flatMap(inTurns(steps), Effect.fromResult)
}

/** What a caller would have sent. */
export interface Sent {
  readonly value: unknown
  readonly bytes: number
}

/**
 * A value of this process as a caller would have sent it: JSON that is kept exactly, and a copy, which is parsed in turns with
 * others where it is long. Laws: E3, E4, K3.
 */
export const asSent = (value: unknown): Effect.Effect<Sent, ValidationError> => {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (error) {
    return Effect.fromResult(refused("", `The input cannot be written as JSON: ${(error as Error).message}`))
  }
  if (text === undefined) return Effect.fromResult(refused("", "The input is not JSON; pass an object."))
  const bytes = Buffer.from(text)
  return Effect.flatMap(inTurnsIfLong(bytes.length, readJson(bytes, true)), (read) => {
    const { value, inexact } = Result.getOrThrow(read)
    return Effect.fromResult(Result.map(exact(value, inexact), (value) => ({ value, bytes: bytes.length })))
  })
}
