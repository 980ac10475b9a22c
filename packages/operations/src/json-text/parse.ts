import { PayloadTooLarge, ValidationError } from "@agent-operations/error-envelope"
import { Effect, Result } from "effect"
import { inTurns } from "../in-turns.ts"
import { runSteps } from "../steps.ts"
import { findInexactBySteps } from "./inexact.ts"
import { outlineLimits, tooMuchOf } from "./outline.ts"

/** The longest path that is told: names are the sender's, and of any length. */
const maxPathLength = 1000

/** The place, or what holds it where its name is too long to repeat. */
const shownPath = (path: string) =>
  path.length <= maxPathLength ? path : path.slice(0, path.lastIndexOf("/", maxPathLength))

const refused = (path: string, message: string) =>
  Result.fail(
    new ValidationError({
      message: `The body is refused: ${message}`,
      details: { issues: [{ path: shownPath(path), message }] }
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

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const decodeText = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

const parse = (text: string): Result.Result<unknown, string> => {
  try {
    return Result.succeed(JSON.parse(text))
  } catch (error) {
    return Result.fail((error as SyntaxError).message)
  }
}

function* read(text: string): Generator<void, Result.Result<unknown, ValidationError>> {
  const parsed = parse(text)
  if (Result.isFailure(parsed)) return refused("", `The body is not JSON: ${parsed.failure}`)
  yield
  const inexact = yield* findInexactBySteps(text)
  return inexact === undefined ? Result.succeed(parsed.success) : refused(inexact.path, inexact.message)
}

type Parsed = Result.Result<unknown, ValidationError | PayloadTooLarge>

function* readBytes(bytes: Uint8Array, limitBytes: number): Generator<void, Parsed> {
  if (bytes.length === 0) return refused("", "The body is empty; send a JSON object, or {} for no input.")
  const tooMuch = yield* tooMuchToParse(bytes, limitBytes)
  if (tooMuch !== undefined) return Result.fail(tooMuch)
  yield
  const text = decodeText(bytes)
  if (text === undefined) return refused("", "The body is not valid UTF-8.")
  yield
  const parsed = yield* read(text)
  yield
  return parsed
}

/**
 * Reads a body of at most `limitBytes` as JSON that is kept exactly, or says what cannot be: at once if it is short, and
 * otherwise in turns with others, until nobody waits for it any more. Laws: E3, E4.
 */
export const parseBody = (
  bytes: Uint8Array,
  limitBytes: number
): Parsed | Effect.Effect<unknown, ValidationError | PayloadTooLarge> => {
  const steps = readBytes(bytes, limitBytes)
  return bytes.length <= outlineLimits.bytes ? runSteps(steps) : Effect.flatMap(inTurns(steps), Effect.fromResult)
}

/** A value of this process as a caller would have sent it: JSON that is kept exactly, and a copy. Laws: E3, E4. */
export const asSent = (value: unknown): Result.Result<unknown, ValidationError> => {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (error) {
    return refused("", `The input cannot be written as JSON: ${(error as Error).message}`)
  }
  return text === undefined ? refused("", "The input is not JSON; pass an object.") : runSteps(read(text))
}
