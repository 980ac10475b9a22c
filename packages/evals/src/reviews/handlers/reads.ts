import { type Access, Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import type { Review, reviews, ReviewSession } from "@agent-operations/contract/reviews"
import { spaceOf } from "@agent-operations/definitions"
import {
  arrayParts,
  Cursors,
  EncodedJson,
  inTurns,
  makeWalk,
  maxPageBytes,
  schemaKey
} from "@agent-operations/operations"
import { fittingItems } from "@agent-operations/traces"
import { Effect, Schema } from "effect"
import { isBlindOf } from "../blind.ts"
import { fitted } from "../fitted.ts"
import { ReviewStore } from "../store/ReviewStore.ts"
import { submissionOf } from "../store/rows.ts"
import { ReviewSubjects } from "../subjects/ReviewSubjects.ts"
import { makeLookup } from "./lookup.ts"

type Operations = (typeof reviews)["operations"]
type Input<O extends keyof Operations> = Operation.Input<Operations[O]>
type Result<O extends keyof Operations> = Operation.Result<Operations[O]>

/** The handlers of the operations that read reviews. Law: H4. */
export const readHandlers = Effect.gen(function* () {
  const store = yield* ReviewStore
  const subjects = yield* ReviewSubjects
  const lookup = yield* makeLookup
  const walk = makeWalk(yield* Cursors, schemaKey(Schema.Natural), "list_reviews")

  /** What was said of some reviews, by ordinal, of what a caller may see; undefined where it is withheld. */
  const said = Effect.fnUntraced(function* (
    caller: Access,
    session: ReviewSession,
    found: ReadonlyArray<Review>,
    all: boolean
  ) {
    const seen = found.filter((review) => !isBlindOf(session, review, caller)).map(({ ordinal }) => ordinal)
    const rows = seen.length === 0 ? undefined : yield* store.submissions(spaceOf(caller), session.id, seen, all)
    return new Map(seen.map((ordinal) => [ordinal, (rows?.get(ordinal) ?? []).map(submissionOf)]))
  })

  return {
    list: Effect.fnUntraced(function* ({ sessionId, status, limit = 50, cursor }: Input<"list">) {
      const caller = yield* Caller
      const { after = 0, next } = yield* walk(cursor, [sessionId, status ?? ""])
      const session = yield* lookup.session(sessionId)
      const found = yield* store.page(spaceOf(caller), sessionId, { status, after, limit: limit + 1 })
      const listed = found.slice(0, limit)
      const submissions = yield* said(caller, session, listed, false)
      const texts = yield* inTurns(
        fittingItems(
          listed.map(
            (review) => () => JSON.stringify({ review, submissions: submissions.get(review.ordinal) ?? null })
          ),
          maxPageBytes
        )
      )
      const last = texts.length < found.length ? listed[texts.length - 1]!.ordinal : undefined
      return EncodedJson.page<Result<"list">>(texts, { nextCursor: next(last) })
    }),

    evidence: Effect.fnUntraced(function* ({ id }: Input<"evidence">) {
      const caller = yield* Caller
      const { review, session } = yield* lookup.review(id)
      const blind = isBlindOf(session, review, caller)
      const evidence = yield* subjects.evidence(review.subject, { withScores: !blind })
      const all = (yield* said(caller, session, [review], true)).get(review.ordinal)
      const room = maxPageBytes - Buffer.byteLength(evidence)
      const fitting =
        all === undefined
          ? undefined
          : fitted(
              all.map((one) => JSON.stringify(one)),
              room
            )
      const submissions = fitting === undefined ? ["null"] : arrayParts(fitting)
      const hasMore = fitting !== undefined && fitting.length < all!.length
      return new EncodedJson<Result<"evidence">>([
        ...[`{"review":${JSON.stringify(review)},"evidence":`, evidence, `,"blind":${blind},"submissions":`],
        ...[...submissions, `,"hasMore":${hasMore}}`]
      ])
    })
  }
})
