import { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import type { reviews, ReviewSession } from "@agent-operations/contract/reviews"
import { spaceOf } from "@agent-operations/definitions"
import { HumanRequired, ReviewTaken } from "@agent-operations/error-envelope"
import { CallVia } from "@agent-operations/operations"
import type { Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { checkScores } from "../rubric.ts"
import type { Claim } from "../store/claims.ts"
import { ReviewStore } from "../store/ReviewStore.ts"
import { closed } from "../store/submit.ts"
import { ReviewSubjects } from "../subjects/ReviewSubjects.ts"
import { makeLookup } from "./lookup.ts"

type Operations = (typeof reviews)["operations"]
type Input<O extends keyof Operations> = Operation.Input<Operations[O]>

const notHeld = () => new ReviewTaken({ message: "You hold no place of this review." })

const browserOnly = () =>
  new HumanRequired({
    message: "The session takes reviews from the pages of the server alone, where people read what they judge.",
    hint: "Open the session in the console, and submit the review there."
  })

const requireOpen = ({ status }: ReviewSession) => (status === "open" ? Effect.void : closed())

/** The handlers of the operations for people. Laws: H1, H2, H3. */
export const peopleHandlers = Effect.gen(function* () {
  const store = yield* ReviewStore
  const subjects = yield* ReviewSubjects
  const lookup = yield* makeLookup

  /** Claims what is about something that is still there: what is not is withdrawn, and the next one is claimed. */
  const claimPresent = Effect.fnUntraced(function* <E, R>(
    space: Space,
    sessionId: string,
    claim: Effect.Effect<Claim | undefined, E, R>
  ) {
    for (;;) {
      const claimed = yield* claim
      if (claimed === undefined) return null
      const review = yield* store.at(space, { sessionId, ordinal: claimed.ordinal })
      if ((yield* subjects.gone(space, [review.subject])).length === 0) return { review, slot: claimed.slot }
      yield* store.withdraw(space, sessionId, yield* subjects.gone(space, yield* store.openSubjects(space, sessionId)))
    }
  })

  return {
    claim: Effect.fnUntraced(function* ({ sessionId, id, skip }: Input<"claim">) {
      const { actor, ...caller } = yield* Caller
      const space = spaceOf({ actor, ...caller })
      if (id !== undefined) {
        const { review, session } = yield* lookup.review(id)
        yield* requireOpen(session)
        return { claim: yield* claimPresent(space, session.id, store.claimOne(space, review, actor)) }
      }
      const session = yield* lookup.session(sessionId!)
      yield* requireOpen(session)
      const skipped = skip === undefined ? undefined : (yield* lookup.review(skip)).review
      const next =
        skipped?.sessionId === session.id
          ? store.skip(space, skipped, actor)
          : store.claimNext(space, session.id, actor)
      return { claim: yield* claimPresent(space, session.id, next) }
    }),

    release: Effect.fnUntraced(function* ({ id }: Input<"release">) {
      const caller = yield* Caller
      const { review } = yield* lookup.review(id)
      const released = yield* store.release(spaceOf(caller), review, caller.actor)
      return released ? yield* store.at(spaceOf(caller), review) : yield* notHeld()
    }),

    submit: Effect.fnUntraced(function* ({ id, scores, supersedes }: Input<"submit">) {
      const caller = yield* Caller
      const via = yield* CallVia
      const { review, session } = yield* lookup.review(id)
      if (session.browserOnly && via !== "browser") return yield* browserOnly()
      const checked = yield* checkScores(session.rubric, scores)
      const submission = yield* store.submit(spaceOf(caller), review, {
        by: caller.actor,
        via,
        scores: JSON.stringify(checked),
        supersedes
      })
      return { review: yield* store.at(spaceOf(caller), review), submission }
    })
  }
})
