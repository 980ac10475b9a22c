import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { RunReviews } from "../evaluations/RunReviews.ts"
import { isBlind } from "./blind.ts"
import { figuresBy } from "./figures.ts"
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
  Effect.map(ReviewStore, (store) => ({
    of: Effect.fnUntraced(function* (space, runId, caller) {
      const sessions = yield* store.sessionsAbout(space, runId, newest)
      return yield* Effect.forEach(sessions, (session) => {
        const { id: sessionId, name, status, rubric } = session
        const told = { sessionId, name, status }
        return isBlind(session, caller)
          ? Effect.succeed({ ...told, statistics: null })
          : Effect.map(store.counted(space, sessionId), (said) => ({ ...told, statistics: figuresBy(rubric, said) }))
      })
    })
  }))
).pipe(Layer.provide(ReviewStore.layer))
