import { Clock, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { Refusal } from "./refusal.ts"

/** How many programs register in a day before those that did not connect are forgotten sooner, and how many in that time. */
const most = 10_000

/** For how long a program is safe that has not connected yet, however many others register. */
const safeFor = Duration.toMillis("1 hour")

/** Forgets the programs that registered before a time and never connected, or no more. */
export const forgetUnconnected = (sql: SqlClient, before: Date) => sql`
  delete from agent_operations_identity.oauth_clients as c where c.created_at < ${before}
    and not exists (select 1 from agent_operations.grants as g where g.client_id = c.client_id)
    and not exists (select 1 from agent_operations_identity.oauth_consents as s where s.client_id = c.client_id)
    and not exists (select 1 from agent_operations_identity.oauth_access_tokens as t where t.client_id = c.client_id)
    and not exists (select 1 from agent_operations_identity.oauth_refresh_tokens as r where r.client_id = c.client_id)`

/**
 * Makes room for one program more, or refuses it. Anybody registers as many as they have addresses: beyond so many, those go
 * that did not connect within an hour. Requests that race may exceed it by as many as they are.
 */
export const makeRoom = Effect.fnUntraced(function* (sql: SqlClient) {
  const now = yield* Clock.currentTimeMillis
  const [first] = yield* sql<{ created_at: Date }>`
    select created_at from agent_operations_identity.oauth_clients where created_at > ${new Date(now - 24 * safeFor)}
    order by created_at desc offset ${most - 1} limit 1`
  if (first === undefined) return
  const wait = first.created_at.getTime() + safeFor - now
  if (wait <= 0) return yield* forgetUnconnected(sql, new Date(now - safeFor))
  return yield* new Refusal({
    code: "temporarily_unavailable",
    description: "Too many programs register at the moment.",
    headers: { "retry-after": String(Math.ceil(wait / 1000)) }
  })
})
