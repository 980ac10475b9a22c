import { Effect } from "effect"

/** How long the event loop is held at once, in milliseconds. */
const turnMillis = 10

const nextTurn = Effect.callback<void>((resume) => {
  const turn = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(turn))
})

/**
 * Goes through steps to what they return, and lets others have their turn every few milliseconds: a request of megabytes
 * would hold up all others else.
 */
export const inTurns = <A>(steps: Generator<void, A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const end = performance.now() + turnMillis
    for (;;) {
      const step = steps.next()
      if (step.done === true) return Effect.succeed(step.value)
      if (performance.now() >= end) return Effect.andThen(nextTurn, inTurns(steps))
    }
  })
