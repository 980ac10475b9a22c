import { findInexact, type Inexact } from "@agent-operations/operations"
import { Result, type Schema } from "effect"
import { findSyntaxFault } from "./json-syntax.ts"

/** What is wrong with a JSON text, and where; the path is empty where that is no place of its own. */
export interface Fault extends Inexact {
  /** The character of the text, where it is not at a path. */
  readonly offset?: number
}

/**
 * Reads JSON that somebody typed: no syntax but JSON's, and nothing that would not come back as it was written. Law: E4.
 *
 * @example
 * parseJson('{"limit": 9007199254740993}') // Result.fail({ path: "/limit", message: "An integer beyond 2^53 - 1 …" })
 */
export const parseJson = (text: string): Result.Result<Schema.Json, Fault> => {
  try {
    const value: Schema.Json = JSON.parse(text)
    const fault = findInexact(text)
    return fault === undefined ? Result.succeed(value) : Result.fail(fault)
  } catch (error) {
    const { offset, message } = findSyntaxFault(text) ?? { offset: 0, message: (error as SyntaxError).message }
    return Result.fail({ path: "", message: `This is not JSON. ${message}`, offset })
  }
}
