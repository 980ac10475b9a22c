import { type Inexact, readJson, runSteps } from "@agent-operations/operations"
import { Result, type Schema } from "effect"
import { findSyntaxFault } from "./json-syntax.ts"

/** What is wrong with a JSON text, and where; the path is empty where that is no place of its own. */
export interface Fault extends Inexact {
  /** The character of the text, where it is not at a path. */
  readonly offset?: number
}

/**
 * Reads JSON that somebody typed, by steps: no syntax but JSON's, and nothing that would not come back as it was written. Laws:
 * E4, K3.
 *
 * @example
 * const parsed = yield* inTurns(parseJsonBySteps(typed))
 */
export function* parseJsonBySteps(text: string): Generator<void, Result.Result<Schema.Json, Fault>> {
  const read = yield* readJson(Buffer.from(text), true)
  if (Result.isSuccess(read)) {
    const { value, inexact } = read.success
    return inexact === undefined ? Result.succeed(value as Schema.Json) : Result.fail(inexact)
  }
  const { offset, message } = (yield* findSyntaxFault(text)) ?? { offset: 0, message: read.failure.message }
  return Result.fail({ path: "", message: `This is not JSON. ${message}`, offset })
}

/**
 * As `parseJsonBySteps`, at once: of what is short.
 *
 * @example
 * parseJson('{"limit": 9007199254740993}') // Result.fail({ path: "/limit", message: "An integer beyond 2^53 - 1 …" })
 */
export const parseJson = (text: string): Result.Result<Schema.Json, Fault> => runSteps(parseJsonBySteps(text))
