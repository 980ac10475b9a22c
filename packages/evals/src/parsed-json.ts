import { readJson } from "@agent-operations/operations"
import { Result } from "effect"

/** JSON of this program, parsed by steps where it is long. Law: K3. */
export function* parsedJson(text: string): Generator<void, unknown> {
  return Result.getOrThrow(yield* readJson(Buffer.from(text), false)).value
}
