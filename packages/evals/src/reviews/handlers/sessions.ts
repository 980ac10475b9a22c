import { Caller, recordInProject } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import type { reviews } from "@agent-operations/contract/reviews"
import { spaceOf } from "@agent-operations/definitions"
import { Cursors, makeWalk, textKey } from "@agent-operations/operations"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { askedOf } from "../asked.ts"
import { isBlind } from "../blind.ts"
import { fitted } from "../fitted.ts"
import { makePinRubric } from "../rubric.ts"
import { SessionFigures } from "../session-figures.ts"
import { ReviewStore } from "../store/ReviewStore.ts"
import { closed } from "../store/submit.ts"
import { ReviewSubjects } from "../subjects/ReviewSubjects.ts"
import { makeLookup } from "./lookup.ts"

type Operations = (typeof reviews)["operations"]
type Input<O extends keyof Operations> = Operation.Input<Operations[O]>

/** So many bytes of assignees an event of the audit log has, and as many of those before: many events are read at once. */
const maxToldBytes = 16 * 1024

/** As many of these people as an event has room for, and how many more there are. */
const told = (people: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { length } = fitted(
    people.map((id) => JSON.stringify(id)),
    maxToldBytes
  )
  return length === people.length ? people : [...people.slice(0, length), `and ${people.length - length} more`]
}

/** Whether these are the same people, in any order. */
const isSame = (some: ReadonlyArray<string>, others: ReadonlyArray<string>) => {
  const all = new Set([...some, ...others]).size
  return new Set(some).size === all && new Set(others).size === all
}

/** The handlers of the operations over sessions. */
export const sessionHandlers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* ReviewStore
  const subjects = yield* ReviewSubjects
  const pinRubric = yield* makePinRubric
  const lookup = yield* makeLookup
  const figures = yield* SessionFigures
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
      const statistics = isBlind(session, caller) ? null : yield* figures(spaceOf(caller), session)
      return { session, statistics }
    }),

    assign: Effect.fnUntraced(function* ({ sessionId, assignees }: Input<"assign">) {
      const caller = yield* Caller
      const assigned = yield* store.assign(
        spaceOf(caller),
        sessionId,
        [...new Set(assignees)],
        ({ name, assignees: now }, former) =>
          isSame(now, former)
            ? Effect.void
            : recordInProject(sql, caller, {
                action: "reviews.assigned",
                subject: { type: "review_session", id: sessionId, name },
                details: { assignees: told(now), formerAssignees: told(former) }
              })
      )
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
