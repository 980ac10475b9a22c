import type { PayloadTooLarge, Unavailable, ValidationError } from "@agent-operations/error-envelope"
import { behindMark, type Grow, readJson, tooMuchToParse } from "@agent-operations/operations"
import { Data, Result } from "effect"
import { isObject } from "../is-object.ts"
import { jsonRpc } from "./answers.ts"

/** The messages of a body, and what of it cannot be kept exactly. */
export interface Messages {
  /** One message, or several, in which the arguments of tool calls are empty. */
  readonly body: unknown
  /** The arguments of a tool call, by the ID of its request. */
  readonly argumentsOf: (id: string | number) => unknown
  /** Where an argument of a tool call is not exact JSON, and what is wrong there. Laws: E3, E4. */
  readonly inexact: { readonly path: string; readonly message: string } | undefined
}

const isId = (id: unknown): id is string | number => typeof id === "string" || typeof id === "number"

/** What is no message, or no more than that many, by a code of JSON-RPC 2.0. */
export class NotMessages extends Data.Error<{ readonly code: number; readonly message: string }> {}

const fail = (message: string, code: number = jsonRpc.parseError) => Result.fail(new NotMessages({ code, message }))

/** How many messages a batch has at most. */
const mostMessages = 100

/** What messages have at most without the arguments of tool calls: all of it is checked at once, and each value may have a fault. */
const most = { values: 4096, characters: 256 * 1024 } as const

/** Whether values have no more in them than that. */
const areFew = (values: ReadonlyArray<unknown>): boolean => {
  let { values: left, characters } = most
  const rest = [...values]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value === "string") characters -= value.length
    else if (typeof value === "object" && value !== null) {
      const names = Array.isArray(value) ? undefined : Object.keys(value)
      left -= names?.length ?? (value as ReadonlyArray<unknown>).length
      if (left < 0) return false
      for (const name of names ?? []) characters -= name.length
      for (const inner of Object.values(value)) rest.push(inner)
    }
    if (characters < 0) return false
  }
  return true
}

/** Takes the arguments of a tool call out of its message, if it is one, and returns them. */
const takeArguments = (message: unknown): unknown => {
  const params = isObject(message) && message["method"] === "tools/call" ? message["params"] : undefined
  if (!isObject(params) || !isObject(params["arguments"])) return undefined
  const { arguments: given } = params
  Object.assign(params, { arguments: {} })
  return given
}

const inArguments = /^(?:\/\d+)?\/params\/arguments(\/.*)?$/

/**
 * Reads the messages of a body of at most `limitBytes`, by steps and within what it may `grow`. Fails with what is wrong where
 * they cannot be told apart, are too many or too long, or are not JSON that is kept exactly; what is not exact in the arguments
 * of a call is for that call to be told. Law: K3.
 */
export function* readMessages(
  bytes: Uint8Array,
  limitBytes: number,
  grow: Grow
): Generator<void, Result.Result<Messages, NotMessages | PayloadTooLarge | Unavailable>> {
  const tooMuch = yield* tooMuchToParse(bytes, limitBytes)
  if (tooMuch !== undefined) return Result.fail(tooMuch)
  yield
  const read = yield* readJson(behindMark(bytes), true, grow)
  if (Result.isFailure(read)) {
    const { failure } = read
    if (!("isText" in failure)) return Result.fail(failure)
    return fail(failure.isText ? "The body is not JSON: send one JSON-RPC 2.0 message." : "The body is not UTF-8.")
  }
  const { value: body, inexact } = read.success
  const within = inexact && inArguments.exec(inexact.path)
  if (inexact !== undefined && within === null) return fail(`At ${inexact.path}: ${inexact.message}`)
  const messages = Array.isArray(body) ? (body as ReadonlyArray<unknown>) : [body]
  if (messages.length > mostMessages) {
    return fail(`A batch has at most ${mostMessages} messages: send several.`, jsonRpc.invalidRequest)
  }
  const calls = new Map<string | number, unknown>()
  for (const message of messages) {
    const given = takeArguments(message)
    if (!isObject(message) || !isId(message["id"])) continue
    if (calls.has(message["id"])) return fail("Two messages have one id: give each its own.")
    calls.set(message["id"], given)
  }
  if (!areFew(messages)) {
    return fail(
      `Without the arguments of tool calls, messages have at most ${most.values} values and ${most.characters} characters.`,
      jsonRpc.invalidRequest
    )
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
