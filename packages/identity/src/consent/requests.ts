import { Data, DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { hashToken } from "../tokens/secrets.ts"

/**
 * The request cannot be answered. `unknown`: this server did not create it for this browser session, or it expired;
 * `answered`: it was answered before.
 */
export class InvalidConsent extends Data.TaggedError("InvalidConsent")<{
  readonly reason: "unknown" | "answered"
  readonly message: string
}> {}

export const unknownRequest = new InvalidConsent({
  reason: "unknown",
  message: "This request is not valid here, or not any more. Go back to the program and connect again."
})

const answered = new InvalidConsent({
  reason: "answered",
  message: "This request was answered already. To answer anew, go back to the program and connect again."
})

/** A request for consent: the query of its page, and the browser session that is asked. */
interface Asked {
  readonly query: string
  readonly sessionId: string
}

const now = Effect.map(DateTime.now, DateTime.toDateUtc)

/** Notes that a browser session is asked, for so many seconds. */
export const noteRequest = Effect.fnUntraced(function* (sql: SqlClient, { query, sessionId }: Asked, lifetime: number) {
  const expiresAt = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { seconds: lifetime }))
  yield* sql`
    insert into agent_operations_identity.consent_requests (session_id, query_hash, expires_at)
    values (${sessionId}, ${hashToken(query)}, ${expiresAt}) on conflict do nothing`
})

/** Fails unless the session still may answer. */
export const requireOpen = Effect.fnUntraced(function* (sql: SqlClient, { query, sessionId }: Asked) {
  const [request] = yield* sql<{ answered: boolean }>`
    select answered_at is not null as answered from agent_operations_identity.consent_requests
    where session_id = ${sessionId} and query_hash = ${hashToken(query)} and expires_at > ${yield* now}`
  if (request === undefined) return yield* unknownRequest
  if (request.answered) return yield* answered
})

/** Uses the session's one answer up, in one statement: of two that come at once, one finds none left. */
export const useAnswer = Effect.fnUntraced(function* (sql: SqlClient, asked: Asked) {
  const [taken] = yield* sql`
    update agent_operations_identity.consent_requests set answered_at = ${yield* now}
    where session_id = ${asked.sessionId} and query_hash = ${hashToken(asked.query)}
      and answered_at is null and expires_at > ${yield* now}
    returning 1`
  if (taken === undefined) return yield* Effect.andThen(requireOpen(sql, asked), unknownRequest)
})
