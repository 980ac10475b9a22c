import { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import type { reviews } from "@agent-operations/contract/reviews"
import { spaceOf } from "@agent-operations/definitions"
import { Cursors, inTurns, makeWalk, textKey } from "@agent-operations/operations"
import { Effect } from "effect"
import { askedOf } from "../asked.ts"
import { isBlind } from "../blind.ts"
import { figuresBy } from "../figures.ts"
import { makePinRubric } from "../rubric.ts"
import { ReviewStore } from "../store/ReviewStore.ts"
import { closed } from "../store/submit.ts"
import { ReviewSubjects } from "../subjects/ReviewSubjects.ts"
import { makeLookup } from "./lookup.ts"

type Operations = (typeof reviews)["operations"]
type Input<O extends keyof Operations> = Operation.Input<Operations[O]>

/** The handlers of the operations over sessions. */
export const sessionHandlers = Effect.gen(function* () {
  const store = yield* ReviewStore
  const subjects = yield* ReviewSubjects
  const pinRubric = yield* makePinRubric
  const lookup = yield* makeLookup
  const walk = makeWalk(yield* Cursors, textKey, "list_review_sessions")

  return {
    createSession: Effect.fnUntraced(function* (input: Input<"createSession">) {
      const caller = yield* Caller
      const space = spaceOf(caller)
      const asked = askedOf(input)
      // Before anything is looked up, as a repeated call finds its session whatever became of what it is about.
      const before = yield* store.asked(space, asked)
      if (before !== undefined) return before
      const { requestKey: _, subject, rubric, ...settings } = input
      return yield* store.create(space, asked, {
        ...settings,
        subject: "runId" in subject ? { type: "eval_run", runId: subject.runId } : { type: "traces" },
        rubric: yield* pinRubric(space, rubric),
        subjects: yield* subjects.freeze(space, subject),
        createdBy: caller.actor
      })
    }),

    listSessions: Effect.fnUntraced(function* ({ status, limit = 50, cursor }: Input<"listSessions">) {
      const space = spaceOf(yield* Caller)
      const { after, next } = yield* walk(cursor, [status ?? ""])
      const found = yield* store.sessions(space, { status, before: after, limit: limit + 1 })
      const items = found.slice(0, limit)
      return { items, nextCursor: next(found.length > limit ? items.at(-1)?.id : undefined) }
    }),

    getSession: Effect.fnUntraced(function* ({ id }: Input<"getSession">) {
      const caller = yield* Caller
      const session = yield* lookup.session(id)
      const statistics = isBlind(session, caller)
        ? null
        : yield* inTurns(figuresBy(session.rubric, yield* store.counted(spaceOf(caller), id)))
      return { session, statistics }
    }),

    assign: Effect.fnUntraced(function* ({ sessionId, assignees }: Input<"assign">) {
      const assigned = yield* store.assign(spaceOf(yield* Caller), sessionId, [...new Set(assignees)])
      if (assigned !== undefined) return assigned
      yield* lookup.session(sessionId)
      return yield* closed()
    }),

    close: Effect.fnUntraced(function* ({ id }: Input<"close">) {
      const caller = yield* Caller
      return (yield* store.close(spaceOf(caller), id, caller.actor)) ?? (yield* lookup.session(id))
    })
  }
})
