import { Effect } from "effect"
import { inTurns } from "./in-turns.ts"
import { runSteps } from "./steps.ts"

/** How long is, in bytes or characters, what takes no turn. */
export const bytesOfShort = 2048

/**
 * Goes through steps in turns with others where they are of many characters, and at once otherwise: what is short waits for
 * nobody. Law: K3.
 *
 * @example
 * const settings = yield* inTurnsIfLong(text.length, parsedJson(text))
 */
export const inTurnsIfLong = <A>(characters: number, steps: Generator<void, A>): Effect.Effect<A> =>
  characters > bytesOfShort ? inTurns(steps) : Effect.sync(() => runSteps(steps))
