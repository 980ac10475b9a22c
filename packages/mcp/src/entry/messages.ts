import type { PayloadTooLarge, Unavailable, ValidationError } from "@agent-operations/error-envelope"
import { behindMark, type Grow, readJson, tooMuchToParse } from "@agent-operations/operations"
import { Result } from "effect"
import { isObject } from "../is-object.ts"

/** The messages of a body, and what of it cannot be kept exactly. */
export interface Messages {
  /** The body as it was sent: one message, or several. */
  readonly body: unknown
  /** The arguments of a tool call, by the ID of its request. */
  readonly argumentsOf: (id: string | number) => unknown
  /** Where an argument of a tool call is not exact JSON, and what is wrong there. Laws: E3, E4. */
  readonly inexact: { readonly path: string; readonly message: string } | undefined
}

const isId = (id: unknown): id is string | number => typeof id === "string" || typeof id === "number"

const inArguments = /^(?:\/\d+)?\/params\/arguments(\/.*)?$/

/**
 * Reads the messages of a body of at most `limitBytes`, by steps and within what it may `grow`. Fails with what is wrong where
 * they cannot be told apart or are not JSON that is kept exactly; what is not exact in the arguments of a call is for that call
 * to be told.
 */
export function* readMessages(
  bytes: Uint8Array,
  limitBytes: number,
  grow: Grow
): Generator<void, Result.Result<Messages, string | PayloadTooLarge | Unavailable>> {
  const tooMuch = yield* tooMuchToParse(bytes, limitBytes)
  if (tooMuch !== undefined) return Result.fail(tooMuch)
  yield
  const read = yield* readJson(behindMark(bytes), true, grow)
  if (Result.isFailure(read)) {
    const { failure } = read
    if (!("isText" in failure)) return Result.fail(failure)
    return Result.fail(
      failure.isText ? "The body is not JSON: send one JSON-RPC 2.0 message." : "The body is not UTF-8."
    )
  }
  const { value: body, inexact } = read.success
  const within = inexact && inArguments.exec(inexact.path)
  if (inexact !== undefined && within === null) return Result.fail(`At ${inexact.path}: ${inexact.message}`)
  const calls = new Map<string | number, unknown>()
  for (const message of Array.isArray(body) ? (body as ReadonlyArray<unknown>) : [body]) {
    if (!isObject(message) || !isId(message["id"])) continue
    if (calls.has(message["id"])) return Result.fail("Two messages have one id: give each its own.")
    calls.set(message["id"], isObject(message["params"]) ? message["params"]["arguments"] : undefined)
  }
  return Result.succeed({
    body,
    argumentsOf: (id) => calls.get(id),
    inexact: inexact && { path: within?.[1] ?? "", message: inexact.message }
  })
}

/** The details of an input that is not exact, as an operation tells them. */
export const inexactDetails = (inexact: NonNullable<Messages["inexact"]>): ValidationError["details"] => ({
  issues: [inexact]
})
