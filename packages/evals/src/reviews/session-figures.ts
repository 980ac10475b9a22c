import type { ReviewSession } from "@agent-operations/contract/reviews"
import { makeShares, monotonicMillis } from "@agent-operations/database"
import { Unavailable } from "@agent-operations/error-envelope"
import { inTurns } from "@agent-operations/operations"
import type { Space } from "@agent-operations/revision-store"
import { Cache, Context, Duration, Effect, Exit, Fiber, Layer } from "effect"
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
const counting = makeShares({ size: 2, queueLimit: 64 })

const tooMany = new Unavailable({ message: "The reviews of many sessions are being counted.", retryAfter: 5 })

const make = Effect.gen(function* () {
  const store = yield* ReviewStore
  const scope = yield* Effect.scope

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
        if (session === undefined) return { figures: {}, freshMillis: Duration.zero }
        const [took, figures] = yield* counting
          .run(
            Effect.gen(function* () {
              const began = yield* monotonicMillis
              const figures = yield* compute(space, session)
              return [(yield* monotonicMillis) - began, figures] as const
            })
          )
          .pipe(Effect.catchTag("NoTurn", () => Effect.fail(tooMany)))
        // Nothing more is said in one that was closed.
        return { figures, freshMillis: session.status === "closed" ? Duration.infinity : freshFor(took) }
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
    // They are kept for whoever asks next, where counting takes longer than this caller waits.
    const counted = yield* Effect.forkIn(Cache.get(known, key), scope)
    return (yield* Fiber.join(counted)).figures
  })
})

/**
 * Tells what people said in sessions, as figures of each question. Those of many answers are counted once for whoever asks
 * meanwhile, and are up to 30 seconds old while a session is open. Laws: K3, N1, N2.
 *
 * @example
 * const figures = yield* SessionFigures
 * const { correct } = yield* figures(space, session)
 */
export class SessionFigures extends Context.Service<SessionFigures, Effect.Success<typeof make>>()(
  "@agent-operations/evals/SessionFigures"
) {
  static readonly layer = Layer.effect(SessionFigures, make)
}
