import { makeShares } from "@agent-operations/database"
import { Effect } from "effect"

/** How long the event loop is held at once, in milliseconds, by all together that take turns. */
const mostMillis = 5

/** The turns of what takes long, one after the other, shared out among whom it is done for. */
const turns = makeShares({ size: 1 })

/** How long the loop may still be held, until others have had their turn, and how many wait for that or have a turn. */
let [left, waiting] = [mostMillis, 0]

const renew = () => void (left = mostMillis)

const spendSince = (since: number) => {
  if (left === mostMillis) setImmediate(renew)
  left -= performance.now() - since
}

/** Does something, and counts how long it takes. */
const timed = <A>(work: () => A): A => {
  const since = performance.now()
  try {
    return work()
  } finally {
    spendSince(since)
  }
}

/** Whether something may begin at once: nobody waits, and there is time. */
const isFree = () => left > 0 && waiting === 0

const nextTask = Effect.callback<void>((resume) => {
  const task = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(task))
})

/** Does work when its turn has come and there is time for it: in the same task as the one before, where that was short. */
const atTurn = <A>(work: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    waiting++
    return turns.run(Effect.suspend(() => (left > 0 ? work : Effect.andThen(nextTask, work)))).pipe(
      // Any number may wait, for ever.
      Effect.orDie,
      Effect.ensuring(Effect.sync(() => waiting--))
    )
  })

/** Goes some steps further; what they return, once they are done. */
const goOn = <A>(steps: Generator<void, A>): { readonly value: A } | undefined =>
  timed(() => {
    const end = performance.now() + left
    for (;;) {
      const step = steps.next()
      if (step.done === true) return step
      if (performance.now() >= end) return undefined
    }
  })

const inFurtherTurns = <A>(steps: Generator<void, A>): Effect.Effect<A> =>
  Effect.flatMap(atTurn(Effect.sync(() => goOn(steps))), (done) =>
    done === undefined ? inFurtherTurns(steps) : Effect.succeed(done.value)
  )

/**
 * Goes through steps to what they return, and lets others have their turn every few milliseconds, whatever they do: a request
 * of megabytes would hold up all others else, and many of one organization would together. Law: K3.
 */
export const inTurns = <A>(steps: Generator<void, A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const done = isFree() ? goOn(steps) : undefined
    return done === undefined ? inFurtherTurns(steps) : Effect.succeed(done.value)
  })

/**
 * Does what is one step in a turn. Law: K3.
 *
 * @example
 * const form = yield* inTurn(() => parseForm(body))
 */
export const inTurn = <A>(step: () => A): Effect.Effect<A> =>
  Effect.suspend(() => {
    const work = Effect.sync(() => timed(step))
    return isFree() ? work : atTurn(work)
  })

/**
 * Begins what is no steps in a turn, which is over once it waits for anything. Law: K3.
 *
 * @example
 * const response = yield* inOneTurn(() => fetch(request))
 */
export const inOneTurn = <A>(begin: () => Promise<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const begun = Promise.withResolvers<A>()
    // It may fail before anybody waits for it.
    begun.promise.catch(() => {})
    const turn = Effect.callback<void>((resume) => {
      let waits = false
      const task = setImmediate(() => {
        waits = true
        resume(Effect.void)
      })
      timed(() => begun.resolve(begin()))
      const since = performance.now()
      const end = () => {
        if (waits) return
        clearImmediate(task)
        spendSince(since)
        resume(Effect.void)
      }
      begun.promise.then(end, end)
    })
    return Effect.andThen(
      atTurn(turn),
      Effect.promise(() => begun.promise)
    )
  })
