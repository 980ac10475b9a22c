import { sqlState } from "@agent-operations/database"
import { Clock, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** How many programs register in a day before some that did not connect are forgotten sooner. */
const most = 10_000

/** How many are forgotten at once, so that not each that registers has to look. */
const atOnce = 100

/** For how long a program is never forgotten: it may be connecting. */
const connecting = Duration.minutes(10)

const foreignKeyViolation = "23503"

const isUnconnected = (sql: SqlClient) => sql`
  (not exists (select 1 from agent_operations.grants as g where g.client_id = c.client_id)
    and not exists (select 1 from agent_operations_identity.oauth_consents as s where s.client_id = c.client_id)
    and not exists (select 1 from agent_operations_identity.oauth_access_tokens as t where t.client_id = c.client_id)
    and not exists (select 1 from agent_operations_identity.oauth_refresh_tokens as r where r.client_id = c.client_id))`

/** Forgets the programs that registered before a time and never connected, or no more. */
export const forgetUnconnected = (sql: SqlClient, before: Date) => sql`
  delete from agent_operations_identity.oauth_clients as c where c.created_at < ${before} and ${isUnconnected(sql)}`

/**
 * Makes room for one program more. Anybody registers as many as they have addresses: beyond so many, the oldest go that did
 * not connect, of the network that has most of these, and among equals of the one whose is oldest. So one that takes all
 * there is takes it from itself. Of those of one network half go at most. Law: K3.
 */
export const makeRoom = Effect.fnUntraced(function* (sql: SqlClient) {
  const now = yield* Clock.currentTimeMillis
  const yesterday = new Date(now - Duration.toMillis("1 day"))
  const before = new Date(now - Duration.toMillis(connecting))
  const beyond = yield* sql`
    select 1 from agent_operations_identity.oauth_clients where created_at > ${yesterday}
    order by created_at desc offset ${most - 1} limit 1`
  if (beyond.length === 0) return
  yield* sql`
    with unconnected as materialized (
      select c.client_id, c.network, c.created_at from agent_operations_identity.oauth_clients as c
      where c.created_at > ${yesterday} and c.created_at < ${before} and ${isUnconnected(sql)}
    ), fullest as (
      select network, count(*) as programs from unconnected
      group by network order by programs desc, min(created_at) limit 1
    ), oldest as (
      select u.client_id, row_number() over (order by u.created_at, u.client_id) as place, f.programs
      from unconnected as u join fullest as f on u.network is not distinct from f.network
    )
    delete from agent_operations_identity.oauth_clients as c using oldest
    where c.client_id = oldest.client_id and place <= least(${atOnce}, (programs + 1) / 2)`.pipe(
    // One that connects meanwhile is kept, and with it the others until there is a next.
    Effect.catchIf(
      (error) => sqlState(error) === foreignKeyViolation,
      () => Effect.void
    )
  )
})
