import { forgetIdempotencyKeys, forgetInvitations } from "@agent-operations/auth"
import { Clock, Duration, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { forgetUnconnected } from "./oauth/unconnected.ts"

const days = (n: number) => Duration.toMillis(Duration.days(n))

/**
 * Forgets what has ended: links, invitations, idempotency keys, requests for consent, codes, sessions, tokens, and
 * programs that registered and never connected.
 */
export const tidy = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const millis = yield* Clock.currentTimeMillis
  const now = new Date(millis)
  const [yesterday, lastQuarter] = [new Date(millis - days(1)), new Date(millis - days(90))]
  yield* forgetInvitations(sql)
  yield* forgetIdempotencyKeys(sql)
  yield* sql`delete from agent_operations_identity.sign_in_links where expires_at < ${yesterday}`
  // What is left of a link only tells that it was mailed. Strangers choose where it was to lead, at 16 KiB each.
  yield* sql`update agent_operations_identity.sign_in_links set return_to = '/' where expires_at < ${now} and return_to <> '/'`
  yield* sql`delete from agent_operations_identity.consent_requests where expires_at < ${now}`
  yield* sql`delete from agent_operations_identity.verifications where expires_at < ${now}`
  yield* sql`delete from agent_operations_identity.sessions where expires_at < ${now}`
  yield* sql`delete from agent_operations_identity.oauth_access_tokens where expires_at < ${now}`
  // One that is spent and forgotten still ends its family, as it proves whose it is.
  yield* sql`
    delete from agent_operations_identity.oauth_refresh_tokens as r where r.expires_at < ${now}
      and not exists (select 1 from agent_operations_identity.oauth_access_tokens as t where t.refresh_id = r.id)`
  // What was used is kept for a while after its end: a program that comes back is still known.
  yield* sql`
    delete from agent_operations.grants as g
    where (g.last_used_at < ${lastQuarter} or (g.last_used_at is null and g.created_at < ${yesterday}))
      and not exists (select 1 from agent_operations_identity.oauth_access_tokens as t where t.reference_id = g.id)
      and not exists (select 1 from agent_operations_identity.oauth_refresh_tokens as r where r.reference_id = g.id)`
  yield* sql`
    delete from agent_operations_identity.oauth_consents as c
    where not exists (select 1 from agent_operations.grants as g where g.id = c.reference_id)`
  yield* forgetUnconnected(sql, yesterday)
})

/** Tidies up once an hour, on each process; a failure waits for the next time. */
export const layer = Layer.effectDiscard(
  tidy.pipe(
    Effect.catchCause((cause) => Effect.logWarning("What has expired could not be deleted yet", cause)),
    Effect.delay("10 minutes"),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.forkScoped
  )
)
