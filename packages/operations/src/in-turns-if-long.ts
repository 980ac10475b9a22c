import { Effect } from "effect"
import { inTurns } from "./in-turns.ts"
import { bytesOfShort } from "./json-text/parse.ts"
import { runSteps } from "./steps.ts"

/**
 * Goes through steps in turns with others where they are of many characters, and at once otherwise: what is short waits for
 * nobody. Law: K3.
 *
 * @example
 * const settings = yield* inTurnsIfLong(text.length, parsedJson(text))
 */
export const inTurnsIfLong = <A>(characters: number, steps: Generator<void, A>): Effect.Effect<A> =>
  characters > bytesOfShort ? inTurns(steps) : Effect.sync(() => runSteps(steps))
