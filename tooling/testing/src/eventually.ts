import { Cause, Effect, Exit } from "effect"
import { waitFor } from "./waitUntil.ts"

/**
 * `waitUntil` for an effect: runs it until what it gives is truthy, in real time even under a `TestClock`. A run that
 * fails has not seen it yet. Dies after 60 s, or after the seconds that a long piece of work is given.
 *
 * @example
 * const head = yield* eventually("the head to be written", Effect.map(store.heads, (heads) => heads[0]))
 */
export const eventually = <A, E, R>(
  what: string,
  look: Effect.Effect<A, E, R>,
  seconds?: number
): Effect.Effect<A, never, R> =>
  Effect.flatMap(Effect.context<R>(), (context) =>
    Effect.promise((signal) =>
      waitFor(
        what,
        async () => {
          signal.throwIfAborted()
          const exit = await Effect.runPromiseExitWith(context)(look, { signal })
          return Exit.isSuccess(exit) ? { value: exit.value } : { error: Cause.pretty(exit.cause) }
        },
        seconds
      )
    )
  )
