import { findInexact, readJson, tooMuchToParse } from "@agent-operations/operations"
import { Result } from "effect"

/** What JSON can say. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | JsonObject

/** An object of JSON, in which any name is a key: it has no prototype. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** An object to be filled. Without a prototype, so that `__proto__` and `constructor` are keys like others. */
export const emptyObject = (): Record<string, Json> => Object.create(null)

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value that a JSON text stands for, or undefined where it is none or would lose something. Law: E4. */
export const parseExact = (text: string): Json | undefined => {
  try {
    const value: Json = JSON.parse(text)
    return findInexact(text) === undefined ? value : undefined
  } catch {
    return undefined
  }
}

/** How long a text is at most that is parsed at once. */
export const longestAtOnce = 64 * 1024

/** As `parseExact`, by steps if the text is long; undefined too where it has more than a request may have. Laws: E3, K3. */
export function* parseExactBySteps(text: string): Generator<void, Json | undefined> {
  if (text.length <= longestAtOnce) return parseExact(text)
  const bytes = Buffer.from(text)
  if ((yield* tooMuchToParse(bytes, bytes.length)) !== undefined) return undefined
  const read = yield* readJson(bytes, true)
  return Result.isSuccess(read) && read.success.inexact === undefined ? (read.success.value as Json) : undefined
}

/** Whether a text may be an object or an array of JSON: what is told before it is parsed. */
const isContainer = (text: string): boolean => {
  const first = text.trimStart()[0]
  return first === "{" || first === "["
}

/**
 * A value that a sender may have written as a JSON text: an object or an array becomes one, any other text stays as it is,
 * since `42` and `true` are answers of models too.
 *
 * @example
 * unwrapContainer('{"city":"Oslo"}') // { city: "Oslo" }
 * unwrapContainer("42") // "42"
 * unwrapContainer('{"id":9007199254740993}') // the text: the number would be rounded
 */
export const unwrapContainer = (value: Json, parse = parseExact): Json =>
  typeof value === "string" && isContainer(value) ? (parse(value) ?? value) : value

/** A value that senders always write as a JSON text, so that quotes around a text are not its own. */
export const unwrap = (value: Json, parse = parseExact): Json =>
  typeof value === "string" ? (parse(value) ?? value) : value
