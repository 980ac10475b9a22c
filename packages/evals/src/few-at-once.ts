import { makeShares } from "@agent-operations/database"
import { Effect } from "effect"

/** How many texts are parsed at a time, of those that are long, in characters: each of these may become 40 MB, or more. */
const [atOnce, long] = [4, 128 * 1024]

const places = makeShares({ size: atOnce })

/**
 * Parses a text and does something with what comes of it, shared out among whom it is done for. Where it is long, few are at a
 * time: they take turns, and all that have begun are held. It must wait for nobody else. Law: K3.
 *
 * @example
 * const messages = yield* fewAtOnce(text.length, inTurns(telling(prompt, text)))
 */
export const fewAtOnce = <A, E, R>(characters: number, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  characters < long
    ? work
    : // Any number may wait, for ever.
      Effect.flatMap(Effect.orDie(places.run(Effect.exit(work))), (exit) => exit)
