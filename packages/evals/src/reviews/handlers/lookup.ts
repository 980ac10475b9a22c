import { Caller } from "@agent-operations/auth"
import { spaceOf } from "@agent-operations/definitions"
import { NotFound, ValidationError } from "@agent-operations/error-envelope"
import { type CursorBinding, Cursors, type KeyCodec } from "@agent-operations/operations"
import { Effect, Result } from "effect"
import { ReviewStore } from "../store/ReviewStore.ts"

const invalidCursor = new ValidationError({
  message: "The cursor is not one of this list.",
  hint: "Pass nextCursor back unchanged, with the same input in the same project, or start again without a cursor.",
  details: { issues: [{ path: "/cursor", message: "Not a cursor of this list with these filters." }] }
})

/** Where a list goes on. */
export const makeWalk = <K>(operation: string, codec: KeyCodec<K>) =>
  Effect.map(Cursors, (cursors) => {
    const { write, read } = cursors.of(codec)
    return Effect.fnUntraced(function* (cursor: string | undefined, filters: ReadonlyArray<string>) {
      const { organizationId, projectId } = yield* Caller
      const binding: CursorBinding = { operation, organizationId, projectId, filters }
      const after = cursor === undefined ? undefined : read(cursor, binding)
      if (after !== undefined && Result.isFailure(after)) return yield* invalidCursor
      return { after: after?.success, next: (key: K | undefined) => (key === undefined ? null : write(key, binding)) }
    })
  })

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
