import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { RunReviews } from "../evaluations/RunReviews.ts"
import { isBlind } from "./blind.ts"
import { SessionFigures } from "./session-figures.ts"
import { ReviewStore } from "./store/ReviewStore.ts"

/** How many sessions of a run are told. */
const newest = 20

/**
 * What people say of runs, for the option `reviews` of `evaluations()`, where the host serves `reviews()` too.
 *
 * @example
 * const runs = evaluations({ datasets: held, scorers: scored, apps: called }, { reviews: runReviews })
 */
export const runReviews: Layer.Layer<RunReviews, never, SqlClient.SqlClient> = Layer.effect(
  RunReviews,
  Effect.gen(function* () {
    const store = yield* ReviewStore
    const figures = yield* SessionFigures
    return {
      of: Effect.fnUntraced(function* (space, runId, caller) {
        const sessions = yield* store.sessionsAbout(space, runId, newest)
        return yield* Effect.forEach(
          sessions,
          Effect.fnUntraced(function* (session) {
            const { id: sessionId, name, status } = session
            return {
              sessionId,
              name,
              status,
              statistics: isBlind(session, caller) ? null : yield* figures(space, session)
            }
          })
        )
      })
    }
  })
).pipe(Layer.provide(SessionFigures.layer), Layer.provide(ReviewStore.layer))
