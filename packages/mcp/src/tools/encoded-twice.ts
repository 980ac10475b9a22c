import { keysOf } from "@agent-operations/error-envelope/pointer"
import { isObject } from "../is-object.ts"
import type { CallAnswer } from "../port.ts"

/** Of how many characters is found out by parsing whether they are JSON. */
const fewCharacters = 16 * 1024

/** How JSON ends, by how it begins. */
const ends = new Map([
  ["[", "]"],
  ["{", "}"],
  ['"', '"']
])

/** Whether a value was written as JSON, and then as text once more: where it is long, as far as its begin and its end tell. */
const isEncoded = (value: unknown) => {
  if (typeof value !== "string") return false
  const text = value.trim()
  const end = ends.get(text.charAt(0))
  if (end === undefined || !text.endsWith(end)) return false
  if (text.length > fewCharacters) return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** How it is told that a value is of another type; of a text's length and form more words are said. */
const ofType = /^Expected \w+(?: \| \w+)*$/

const valueAt = (input: unknown, path: string): unknown =>
  keysOf(path).reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], input)

const advice = "It was sent as text that has JSON in it: send the JSON itself."

/**
 * An error that says of each value that is of another type, because its JSON was sent as text, that this is why. A model sees its own
 * call as it meant it, and would send the same again.
 */
export const toldOfText = (
  answer: Extract<CallAnswer, { readonly error: unknown }>,
  input: unknown
): Extract<CallAnswer, { readonly error: unknown }> => {
  const { code, details } = answer.error
  if (code !== "VALIDATION_ERROR" || !isObject(details) || !Array.isArray(details["issues"])) return answer
  const issues = details["issues"].map((issue: unknown) => {
    if (!isObject(issue)) return issue
    const { path, message } = issue
    const isOfType = typeof path === "string" && typeof message === "string" && ofType.test(message)
    return isOfType && isEncoded(valueAt(input, path)) ? { ...issue, message: `${message}. ${advice}` } : issue
  })
  return { error: { ...answer.error, details: { ...details, issues } } }
}
