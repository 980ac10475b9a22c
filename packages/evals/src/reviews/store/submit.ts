import type { Actor } from "@agent-operations/contract"
import type { ReviewSubmission } from "@agent-operations/contract/reviews"
import { Conflict, ReviewTaken } from "@agent-operations/error-envelope"
import type { Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { submissionOf, type SubmissionRow } from "./rows.ts"
import type { ItemKey, Scope } from "./scope.ts"

/** What a person submits, as the text of it that is kept. */
export interface Submitting {
  readonly by: Actor
  readonly via: ReviewSubmission["via"]
  readonly scores: string
  readonly supersedes: number | undefined
}

/** How often somebody corrects what they said of an item at most. */
const mostNumbers = 100

export const closed = () =>
  new Conflict({
    message: "The session is closed.",
    details: { currentState: "closed", allowedStates: ["open"] }
  })

const taken = () =>
  new ReviewTaken({ message: "You hold no place of this review: it was given back, or is another person's by now." })

const submittedBefore = () =>
  new Conflict({
    message: "You submitted this review before.",
    details: { currentState: "submitted", allowedStates: ["held"] }
  })

const otherNumber = (expectedRevision: number, currentRevision: number) =>
  new Conflict({
    message: `Your newest submission is ${currentRevision}, not ${expectedRevision}.`,
    details: { expectedRevision, currentRevision }
  })

const tooOften = () =>
  new Conflict({
    message: `A review is corrected ${mostNumbers - 1} times at most.`,
    details: { currentState: "corrected too often", allowedStates: ["submitted"] }
  })

/** Submissions: the item first, then its slot, then the session, so that none waits for another in a circle. Laws: H2, H3. */
export const makeSubmit = (sql: SqlClient.SqlClient, scope: Scope) => {
  const holdItem = (space: Space, key: ItemKey) =>
    sql`select from agent_operations.review_items as i where ${scope.item("i", space, key)} for update`

  const insert = (space: Space, key: ItemKey, slot: number, number: number, { by, via, scores }: Submitting) =>
    Effect.map(
      sql<SubmissionRow>`
        insert into agent_operations.review_submissions
          (tenant_id, project_id, session_id, ordinal, slot, number, reviewer, via, scores)
        values (${space.tenant}, ${space.project}, ${key.sessionId}, ${key.ordinal}, ${slot}, ${number},
          ${JSON.stringify(by)}, ${via}, ${scores})
        returning ordinal, slot, number, true as counts, reviewer, via, scores, submitted_at`,
      ([row]) => submissionOf(row!)
    )

  /** Takes the slot that they hold; after its time too, where nobody else took it. Law: H3. */
  const fill = (space: Space, key: ItemKey, by: Actor) =>
    Effect.map(
      sql<{ slot: number }>`
        update agent_operations.review_slots as s set submitted_at = now()
        where ${scope.item("s", space, key)} and s.reviewer_id = ${by.id} and s.submitted_at is null returning s.slot`,
      ([row]) => row?.slot
    )

  /** Counts a review, and the item where it was its last one; false where the session is closed. */
  const count = Effect.fnUntraced(function* (space: Space, key: ItemKey) {
    // moments: the item is locked, by whoever fills one of its slots
    const completed = yield* sql`
      update agent_operations.review_items as i set status = 'completed'
      where ${scope.item("i", space, key)} and i.status = 'open' and not exists (
        select from agent_operations.review_slots as s where ${scope.item("s", space, key)} and s.submitted_at is null)
      returning 1 as done`
    const counted = yield* sql`
      update agent_operations.review_sessions as r
      set reviews = r.reviews + 1, completed = r.completed + ${completed.length}
      where ${scope.project("r", space)} and r.id = ${key.sessionId} and r.status = 'open' returning 1 as done`
    return counted.length > 0
  })

  const newest = (space: Space, key: ItemKey, by: Actor) =>
    Effect.map(
      sql<SubmissionRow>`
        select m.*, true as counts from agent_operations.review_submissions as m
        join agent_operations.review_slots as s on ${scope.item("s", space, key)} and s.slot = m.slot
        where ${scope.item("m", space, key)} and s.reviewer_id = ${by.id} order by m.number desc limit 1`,
      ([row]) => row
    )

  const isOpen = (space: Space, sessionId: string) =>
    Effect.map(
      sql`
        select 1 as done from agent_operations.review_sessions as r
        where ${scope.project("r", space)} and r.id = ${sessionId} and r.status = 'open' for share`,
      (rows) => rows.length > 0
    )

  const correct = Effect.fnUntraced(function* (
    space: Space,
    key: ItemKey,
    before: SubmissionRow,
    submitting: Submitting
  ) {
    const { scores, supersedes } = submitting
    const corrects = before.number === 1 ? undefined : before.number - 1
    if (before.scores === scores && corrects === supersedes) return submissionOf(before)
    if (!(yield* isOpen(space, key.sessionId))) return yield* closed()
    if (supersedes === undefined) return yield* submittedBefore()
    if (supersedes !== before.number) return yield* otherNumber(supersedes, before.number)
    if (before.number === mostNumbers) return yield* tooOften()
    return yield* insert(space, key, before.slot, before.number + 1, submitting)
  })

  /** Submits a review, or corrects one. */
  return Effect.fnUntraced(function* (space: Space, key: ItemKey, submitting: Submitting) {
    yield* holdItem(space, key)
    const before = yield* newest(space, key, submitting.by)
    if (before !== undefined) return yield* correct(space, key, before, submitting)
    if (submitting.supersedes !== undefined) return yield* otherNumber(submitting.supersedes, 0)
    const slot = yield* fill(space, key, submitting.by)
    if (slot === undefined) return yield* (yield* isOpen(space, key.sessionId)) ? taken() : closed()
    const submission = yield* insert(space, key, slot, 1, submitting)
    return (yield* count(space, key)) ? submission : yield* closed()
  }, sql.withTransaction)
}
