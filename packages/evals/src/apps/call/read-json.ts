import { keysOf } from "@agent-operations/error-envelope/pointer"
import { findInexact } from "@agent-operations/operations"
import { Effect } from "effect"
import { type CallFailure, invalidOutput } from "./failure.ts"

/** JSON that can be kept exactly. */
export const readJson = (text: string, what = "Its answer"): Effect.Effect<unknown, CallFailure> =>
  Effect.suspend(() => {
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      return Effect.fail(invalidOutput(`${what} is not JSON.`))
    }
    const inexact = findInexact(text)
    return inexact === undefined
      ? Effect.succeed(json)
      : Effect.fail(invalidOutput(`${what} can't be kept exactly. ${inexact.message} It is at "${inexact.path}".`))
  })

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
