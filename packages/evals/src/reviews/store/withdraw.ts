import type { Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SubjectRef } from "../subjects/ReviewSubjects.ts"
import type { Scope } from "./scope.ts"

/** What is about something that is gone is taken out of its session, but for what was said of it. */
export const makeWithdraw = (sql: SqlClient.SqlClient, scope: Scope) => ({
  /** What the open items of a session are about. */
  openSubjects: (space: Space, sessionId: string) => sql<SubjectRef>`
    select i.subject_type as type, i.subject_id as id from agent_operations.review_items as i
    where ${scope.session("i", space, sessionId)} and i.status = 'open'`,

  /** Withdraws the open items of a session that are about these. */
  withdraw: Effect.fnUntraced(function* (space: Space, sessionId: string, gone: ReadonlyArray<SubjectRef>) {
    const withdrawn = yield* sql<{ ordinal: number }>`
      update agent_operations.review_items as i set status = 'withdrawn'
      where ${scope.session("i", space, sessionId)} and i.status = 'open'
        and i.subject_id = any(${gone.map(({ id }) => id)}::text[])
      returning i.ordinal`
    const ordinals = `{${withdrawn.map(({ ordinal }) => ordinal).join()}}`
    yield* sql`
      delete from agent_operations.review_slots as s
      where ${scope.session("s", space, sessionId)} and s.ordinal = any(${ordinals}::int[]) and s.submitted_at is null`
    yield* sql`
      update agent_operations.review_sessions as r set withdrawn = r.withdrawn + ${withdrawn.length}
      where ${scope.project("r", space)} and r.id = ${sessionId}`
  }, sql.withTransaction)
})
