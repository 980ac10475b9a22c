import { Result } from "effect"
import { bytesOfShort } from "../in-turns-if-long.ts"
import { readJson } from "./read-json.ts"

/**
 * JSON of this program, parsed by steps where it is long. Law: K3.
 *
 * @example
 * const settings = yield* inTurns(parsedJson(row.settings))
 */
export function* parsedJson(text: string): Generator<void, unknown> {
  if (text.length <= bytesOfShort) return JSON.parse(text)
  return Result.getOrThrow(yield* readJson(Buffer.from(text), false)).value
}
