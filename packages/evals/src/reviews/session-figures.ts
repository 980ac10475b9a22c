import type { ReviewSession } from "@agent-operations/contract/reviews"
import { makeShares, monotonicMillis } from "@agent-operations/database"
import { inTurns } from "@agent-operations/operations"
import type { Space } from "@agent-operations/revision-store"
import { Cache, Duration, Effect, Exit } from "effect"
import { freshFor } from "../fresh-for.ts"
import { SaidInSession } from "./figures.ts"
import { ReviewStore } from "./store/ReviewStore.ts"

type Counted = Pick<ReviewSession, "id" | "rubric" | "reviewersPerItem" | "counts">

/** So many answers are read at once: at most those of a hundredth of the largest session. */
const answersOfPage = 10_000

/** Figures of more answers than these are kept for a while. */
const fewAnswers = 2000

/** So many sessions' figures are kept, each of which may be half a megabyte of labels. */
const keptSessions = 32

/** So many sessions of many answers are counted at once, each of which may take 20 MB meanwhile, of all databases. */
const counting = makeShares({ size: 2 })

/** Tells what people said in sessions, as figures of each question. Laws: N1, N2. */
export const makeSessionFigures = Effect.gen(function* () {
  const store = yield* ReviewStore

  const compute = Effect.fnUntraced(function* (space: Space, { id, rubric, reviewersPerItem, counts }: Counted) {
    const questions = Object.keys(rubric).length
    const isOnePage = counts.reviews * questions <= answersOfPage
    const most = isOnePage ? counts.items : Math.max(1, Math.floor(answersOfPage / (reviewersPerItem * questions)))
    const said = new SaidInSession(rubric)
    for (let after = 0; after < counts.items; after += most)
      yield* inTurns(said.add(yield* store.counted(space, id, { after, most })))
    return yield* inTurns(said.figures())
  })

  const known = yield* Cache.makeWith(
    (key: string) =>
      Effect.gen(function* () {
        const [space, id] = JSON.parse(key) as [Space, string]
        // Read again, so that a key is short: what a session asks may be half a megabyte.
        const session = yield* store.session(space, id)
        // It went with its project meanwhile.
        if (session === undefined) return { figures: {}, freshMillis: 0 }
        const [took, figures] = yield* counting
          .run(
            Effect.gen(function* () {
              const began = yield* monotonicMillis
              const figures = yield* compute(space, session)
              return [(yield* monotonicMillis) - began, figures] as const
            })
          )
          // Any number may wait, for ever.
          .pipe(Effect.catchTag("NoTurn", Effect.die))
        return { figures, freshMillis: freshFor(took) }
      }),
    // What failed since the database was away may succeed in a moment.
    { capacity: keptSessions, timeToLive: (exit) => (Exit.isSuccess(exit) ? exit.value.freshMillis : Duration.zero) }
  )

  return Effect.fnUntraced(function* ({ tenant, project }: Space, session: ReviewSession) {
    const { id, rubric, status, counts } = session
    const answers = counts.reviews * Object.keys(rubric).length
    if (answers <= fewAnswers) return yield* compute({ tenant, project }, session)
    // Who closes a session is told the figures of all that was said in it.
    const key = JSON.stringify([{ tenant, project }, id, status])
    const { figures } = yield* Cache.get(known, key)
    return figures
  })
})
