import { Result } from "effect"
import { readJson } from "./read-json.ts"

/** How many characters are parsed at once. */
const fewCharacters = 16 * 1024

/**
 * JSON of this program, parsed by steps where it is long. Law: K3.
 *
 * @example
 * const settings = yield* inTurns(parsedJson(row.settings))
 */
export function* parsedJson(text: string): Generator<void, unknown> {
  if (text.length <= fewCharacters) return JSON.parse(text)
  return Result.getOrThrow(yield* readJson(Buffer.from(text), false)).value
}
