import type { Actor } from "@agent-operations/contract"
import type { ReviewSession, Rubric } from "@agent-operations/contract/reviews"
import { newTypeId } from "@agent-operations/database"
import { RequestKeyReused } from "@agent-operations/error-envelope"
import type { Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { SubjectRef } from "../subjects/ReviewSubjects.ts"
import { sessionOf, type SessionRow } from "./rows.ts"
import type { Scope } from "./scope.ts"

/** What a session is made of. */
export interface NewSession extends Pick<
  ReviewSession,
  | "name"
  | "reviewersPerItem"
  | "assignees"
  | "reservationMinutes"
  | "blind"
  | "browserOnly"
  | "instructions"
  | "subject"
> {
  readonly rubric: Rubric
  readonly subjects: ReadonlyArray<SubjectRef>
  readonly createdBy: Actor
}

/** A key, and a hash of what was asked for under it. */
export interface Asked {
  readonly requestKey: string
  readonly inputsHash: string
}

/** Up to so many slots, each may be checked by reading all items of the session. */
const fewSlots = 1000

const reused = () => new RequestKeyReused({ message: "The request key is that of another session." })

/** Sessions: made once for each key, read, assigned, and closed. */
export const makeSessions = (sql: SqlClient.SqlClient, scope: Scope) => {
  const one = (space: Space, id: string) =>
    Effect.map(
      sql<SessionRow>`
        select r.* from agent_operations.review_sessions as r where ${scope.project("r", space)} and r.id = ${id}`,
      ([row]) => row && sessionOf(row)
    )

  /** The session of a key, where it is there and was asked for with the same input. */
  const asked = Effect.fnUntraced(function* (space: Space, { requestKey, inputsHash }: Asked) {
    const [row] = yield* sql<SessionRow>`
      select r.* from agent_operations.review_sessions as r
      where ${scope.project("r", space)} and r.request_key = ${requestKey}`
    if (row === undefined) return undefined
    return row.inputs_hash === inputsHash ? sessionOf(row) : yield* reused()
  })

  const insertItems = ({ tenant, project }: Space, sessionId: string, subjects: ReadonlyArray<SubjectRef>) => sql`
    insert into agent_operations.review_items
      (tenant_id, project_id, session_id, ordinal, id, subject_type, subject_id)
    select ${tenant}, ${project}, ${sessionId}, i.ordinal, i.id, i.type, i.subject
    from unnest(${subjects.map(() => newTypeId("rv"))}::text[], ${subjects.map(({ type }) => type)}::text[],
      ${subjects.map(({ id }) => id)}::text[]) with ordinality as i(id, type, subject, ordinal)`

  const insertSlots = (space: Space, sessionId: string, reviewersPerItem: number) => sql`
    insert into agent_operations.review_slots (tenant_id, project_id, session_id, ordinal, slot)
    select i.tenant_id, i.project_id, i.session_id, i.ordinal, n.slot
    from agent_operations.review_items as i cross join generate_series(1, ${reviewersPerItem}::int) as n(slot)
    where ${scope.session("i", space, sessionId)}`

  const insert = Effect.fnUntraced(function* (space: Space, key: Asked, session: NewSession) {
    const { tenant, project } = space
    const id = newTypeId("rvs")
    // Whoever comes second with a key waits here until the first has committed, or vanished.
    const [row] = yield* sql<SessionRow>`
      insert into agent_operations.review_sessions as r (tenant_id, project_id, id, request_key, inputs_hash, name,
        subject_type, subject_id, rubric, reviewers_per_item, assignees, reservation_minutes, blind, browser_only, instructions, items,
        created_by)
      values (${tenant}, ${project}, ${id}, ${key.requestKey}, ${key.inputsHash}, ${session.name},
        ${session.subject.type}, ${session.subject.type === "eval_run" ? session.subject.runId : null},
        ${JSON.stringify(session.rubric)}, ${session.reviewersPerItem}, ${[...session.assignees]}::text[],
        ${session.reservationMinutes}, ${session.blind}, ${session.browserOnly}, ${session.instructions},
        ${session.subjects.length}, ${JSON.stringify(session.createdBy)})
      on conflict (tenant_id, project_id, request_key) do nothing returning r.*`
    if (row === undefined) return (yield* asked(space, key))!
    // A connection keeps the plan by which it checks foreign keys: one made while there were few items reads all of them.
    if (session.subjects.length * session.reviewersPerItem > fewSlots) yield* sql`discard plans`
    yield* insertItems(space, id, session.subjects)
    yield* insertSlots(space, id, session.reviewersPerItem)
    return sessionOf(row)
  })

  /** Changes an open session; undefined where it is closed, or is not there. */
  const changed = (rows: ReadonlyArray<SessionRow>) => (rows[0] === undefined ? undefined : sessionOf(rows[0]))

  return {
    one,
    asked,
    create: (space: Space, key: Asked, session: NewSession) => sql.withTransaction(insert(space, key, session)),

    list: (
      space: Space,
      page: { readonly status: string | undefined; readonly before: string | undefined; readonly limit: number }
    ) =>
      Effect.map(
        sql<SessionRow>`
          select r.* from agent_operations.review_sessions as r
          where ${scope.project("r", space)} and (${page.status ?? null}::text is null or r.status = ${page.status ?? null})
            and (${page.before ?? null}::text is null or r.id < ${page.before ?? null})
          order by r.id desc limit ${page.limit}`,
        (rows) => rows.map(sessionOf)
      ),

    /** The newest sessions about a run. */
    about: (space: Space, runId: string, limit: number) =>
      Effect.map(
        sql<SessionRow>`
          select r.* from agent_operations.review_sessions as r
          where ${scope.project("r", space)} and r.subject_id = ${runId} order by r.id desc limit ${limit}`,
        (rows) => rows.map(sessionOf)
      ),

    /** Says who reviews; `record` is told of whom there was before, in the same transaction. */
    assign: (
      space: Space,
      id: string,
      assignees: ReadonlyArray<string>,
      record: (session: ReviewSession, former: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
    ) =>
      Effect.gen(function* () {
        const rows = yield* sql<SessionRow & { readonly former: ReadonlyArray<string> }>`
          with before as materialized (
            select r.tenant_id, r.project_id, r.id, r.assignees from agent_operations.review_sessions as r
            where ${scope.project("r", space)} and r.id = ${id} and r.status = 'open' for update)
          update agent_operations.review_sessions as r set assignees = ${[...assignees]}::text[] from before
          where r.tenant_id = before.tenant_id and r.project_id = before.project_id and r.id = before.id
          returning r.*, before.assignees as former`
        const session = changed(rows)
        if (session !== undefined) yield* record(session, rows[0]!.former)
        return session
      }).pipe(sql.withTransaction),

    close: (space: Space, id: string, by: Actor) =>
      Effect.map(
        sql<SessionRow>`
          update agent_operations.review_sessions as r
          set status = 'closed', closed_at = now(), closed_by = ${JSON.stringify(by)}
          where ${scope.project("r", space)} and r.id = ${id} and r.status = 'open' returning r.*`,
        changed
      )
  }
}
