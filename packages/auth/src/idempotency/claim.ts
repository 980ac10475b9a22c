import { Data, DateTime, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { AuditAction } from "../audit/record-audit.ts"

/**
 * What an idempotency key was used for is there already, by this `id`, and is not shown again. Nothing more was created.
 */
export class AlreadyCreated extends Data.TaggedError("AlreadyCreated")<{
  readonly id: string
  readonly message: string
}> {}

/** What may be created once only, however often it is asked for. */
export interface Once {
  /**
   * A key that the caller chose for this one creation, 1 to 200 characters: a second with the same key creates nothing, of an
   * organization ever, of anything else within a day.
   */
  readonly idempotencyKey?: string | undefined
}

/** For how long a key is good. */
const lifetime = Duration.days(1)

/**
 * Claims an idempotency key for what is about to be created, in the transaction that creates it. Answers with the ID of
 * what was created under the key before, if anything was within its lifetime. Of racing transactions, the others wait for
 * the first.
 */
export const claim = Effect.fnUntraced(function* (
  sql: SqlClient,
  {
    organizationId,
    key,
    actorId,
    action,
    subjectId
  }: {
    readonly organizationId: string
    readonly key: string | undefined
    readonly actorId: string
    readonly action: AuditAction
    readonly subjectId: string
  }
) {
  if (key === undefined) return undefined
  const now = yield* DateTime.now
  const since = DateTime.toDateUtc(DateTime.subtractDuration(now, lifetime))
  // A row that conflicts is locked even where it is not updated, so that it is not forgotten before it is read.
  const claimed = yield* sql`
    insert into agent_operations.idempotency_keys as k (organization_id, actor_id, action, key, subject_id, created_at)
    values (${organizationId}, ${actorId}, ${action}, ${key}, ${subjectId}, ${DateTime.toDateUtc(now)})
    on conflict (organization_id, actor_id, action, key) do update
    set subject_id = excluded.subject_id, created_at = excluded.created_at where k.created_at <= ${since}
    returning subject_id`
  if (claimed.length > 0) return undefined
  const [earlier] = yield* sql<{ subject_id: string }>`
    select subject_id from agent_operations.idempotency_keys
    where organization_id = ${organizationId} and actor_id = ${actorId} and action = ${action} and key = ${key}`
  return earlier!.subject_id
})

/** Forgets the idempotency keys that are a day old. Some upkeep calls it; what a key does never depends on that. */
export const forgetIdempotencyKeys = Effect.fnUntraced(function* (sql: SqlClient) {
  const since = DateTime.toDateUtc(DateTime.subtractDuration(yield* DateTime.now, lifetime))
  yield* sql`delete from agent_operations.idempotency_keys where created_at <= ${since}`
})
