import { keysOf } from "@agent-operations/error-envelope/pointer"
import { inTurns, readJson as readBytes, tooMuchToParse } from "@agent-operations/operations"
import { Effect, Result } from "effect"
import { type CallFailure, invalidOutput } from "./failure.ts"

function* read(text: string, what: string): Generator<void, Result.Result<unknown, CallFailure>> {
  const bytes = Buffer.from(text)
  const refused = (why: string) => Result.fail(invalidOutput(`${what} ${why}`))
  const tooMuch = yield* tooMuchToParse(bytes, bytes.length)
  if (tooMuch !== undefined) return refused(`has too much in it to be read. ${tooMuch.message}`)
  const answered = yield* readBytes(bytes, true)
  if (Result.isFailure(answered)) return refused("is not JSON.")
  const { inexact, value } = answered.success
  return inexact === undefined
    ? Result.succeed(value)
    : refused(`can't be kept exactly. ${inexact.message} It is at "${inexact.path}".`)
}

/** JSON that can be kept exactly: as much as a request's body may have. Others have their turns meanwhile. Law: K3. */
export const readJson = (text: string, what = "Its answer"): Effect.Effect<unknown, CallFailure> =>
  Effect.flatMap(inTurns(read(text, what)), Effect.fromResult)

/** What a JSON Pointer leads to, as own members alone; undefined where there is nothing. */
export const at = (json: unknown, pointer: string): unknown =>
  keysOf(pointer).reduce<unknown>(
    (value, key) =>
      typeof value === "object" &&
      value !== null &&
      Object.hasOwn(value, key) &&
      !(Array.isArray(value) && key === "length")
        ? (value as Record<string, unknown>)[key]
        : undefined,
    json
  )

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The text of bytes of UTF-8. */
export const readText = (bytes: Uint8Array): Effect.Effect<string, CallFailure> =>
  Effect.try({ try: () => utf8.decode(bytes), catch: () => invalidOutput("Its answer is not valid UTF-8.") })
