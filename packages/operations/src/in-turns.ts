import { makeShares } from "@agent-operations/database"
import { Effect } from "effect"

/** How long the event loop is held at once, in milliseconds: by all together that begin, and in a turn. */
const [firstMillis, turnMillis] = [2, 5]

/** The turns of what takes longer, of which the loop has one at a time between everything else. */
const turns = makeShares({ size: 1 })

const nextTask = Effect.callback<void>((resume) => {
  const task = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(task))
})

/** Goes some steps further; what they return, once they are done. */
const goOn = <A>(steps: Generator<void, A>, millis: number): { readonly value: A } | undefined => {
  const end = performance.now() + millis
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step
    if (performance.now() >= end) return undefined
  }
}

/** How much is left of that to begin with, until others have had their turn. */
let left = firstMillis

const beginAnew = () => void (left = firstMillis)

const begin = <A>(steps: Generator<void, A>): { readonly value: A } | undefined => {
  if (left <= 0) return undefined
  if (left === firstMillis) setImmediate(beginAnew)
  const since = performance.now()
  const done = goOn(steps, left)
  left -= performance.now() - since
  return done
}

const inFurtherTurns = <A>(steps: Generator<void, A>): Effect.Effect<A> =>
  turns
    .run(
      Effect.andThen(
        nextTask,
        Effect.sync(() => goOn(steps, turnMillis))
      )
    )
    .pipe(
      // Any number may wait, for ever.
      Effect.orDie,
      Effect.flatMap((done) => (done === undefined ? inFurtherTurns(steps) : Effect.succeed(done.value)))
    )

/**
 * Goes through steps to what they return, and lets others have their turn every few milliseconds, whatever they do: a request
 * of megabytes would hold up all others else, and many of one organization would together. Law: K3.
 */
export const inTurns = <A>(steps: Generator<void, A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const done = begin(steps)
    return done === undefined ? inFurtherTurns(steps) : Effect.succeed(done.value)
  })

/**
 * Does what is one step in a turn, unless there is time for it before others. Law: K3.
 *
 * @example
 * const form = yield* inTurn(() => parseForm(body))
 */
export const inTurn = <A>(step: () => A): Effect.Effect<A> =>
  inTurns(
    // oxlint-disable-next-line require-yield -- one step
    (function* () {
      return step()
    })()
  )

/**
 * Begins what is no steps in a turn of its own, which is over once it waits for anything: what many ask for at once would
 * otherwise be done in one go. Law: K3.
 *
 * @example
 * const response = yield* inOneTurn(() => fetch(request))
 */
export const inOneTurn = <A>(begin: () => Promise<A>): Effect.Effect<A> =>
  turns
    .run(
      Effect.suspend(() => {
        const begun = begin()
        // It may fail before anybody waits for it.
        begun.catch(() => {})
        return Effect.as(nextTask, begun)
      })
    )
    .pipe(
      Effect.orDie,
      Effect.flatMap((begun) => Effect.promise(() => begun))
    )
