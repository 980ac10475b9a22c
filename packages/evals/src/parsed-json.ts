import { readJson } from "@agent-operations/operations"
import { Result } from "effect"

/** How many characters are parsed at once. */
const lengthAtOnce = 64 * 1024

/** JSON of this program, parsed by steps where it is long. Law: K3. */
export function* parsedJson(text: string): Generator<void, unknown> {
  if (text.length <= lengthAtOnce) return JSON.parse(text)
  return Result.getOrThrow(yield* readJson(Buffer.from(text), false)).value
}
