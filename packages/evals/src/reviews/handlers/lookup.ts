import { Caller } from "@agent-operations/auth"
import { spaceOf } from "@agent-operations/definitions"
import { NotFound } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { ReviewStore } from "../store/ReviewStore.ts"

/** Sessions and reviews of the caller's project, by their IDs. */
export const makeLookup = Effect.map(ReviewStore, (store) => {
  const session = Effect.fnUntraced(function* (id: string) {
    const found = yield* store.session(spaceOf(yield* Caller), id)
    return found ?? (yield* new NotFound({ message: `There is no review session ${id} in the project.` }))
  })
  return {
    session,
    review: Effect.fnUntraced(function* (id: string) {
      const review = yield* store.review(spaceOf(yield* Caller), id)
      if (review === undefined) return yield* new NotFound({ message: `There is no review ${id} in the project.` })
      return { review, session: yield* session(review.sessionId) }
    })
  }
})
