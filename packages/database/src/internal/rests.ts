import { Effect } from "effect"
import { WorkFor } from "../shares/WorkFor.ts"

/** Of a session that statements share, where none can be ended. */
export interface Rests {
  /** A short statement. */
  readonly short: <A, E, R>(statement: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** One that may take long, of which there is one at a time. */
  readonly search: <A, E, R>(statement: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * Leaves short statements of others as much time as the last search took, where it held some up: one search after the other
 * would have the session nearly always. Law: K3.
 */
export const makeRests = (): Rests => {
  let searching: { readonly party: string | undefined; holdsUp: boolean } | undefined
  let restsUntil = 0

  const timed = <A, E, R>(statement: Effect.Effect<A, E, R>, party: string | undefined) =>
    Effect.suspend(() => {
      const since = performance.now()
      const own = { party, holdsUp: false }
      searching = own
      return Effect.ensuring(
        statement,
        Effect.sync(() => {
          searching = undefined
          const now = performance.now()
          if (own.holdsUp) restsUntil = now + (now - since)
        })
      )
    })

  return {
    short: (statement) =>
      Effect.flatMap(WorkFor, (party) => {
        // Who is looked up before it is known for whom may be the searching party itself.
        if (searching !== undefined && party !== undefined && party !== searching.party) searching.holdsUp = true
        return statement
      }),
    search: (statement) =>
      Effect.flatMap(WorkFor, (party) => {
        const rest = restsUntil - performance.now()
        const work = timed(statement, party)
        return rest > 0 ? Effect.delay(work, rest) : work
      })
  }
}
