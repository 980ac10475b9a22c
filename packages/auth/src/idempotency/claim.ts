import { Data, DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { AuditAction } from "../audit/recordAudit.ts"

/**
 * What an idempotency key was used for is there already, by this `id`, and is not shown again. Nothing more was created.
 */
export class AlreadyCreated extends Data.TaggedError("AlreadyCreated")<{
  readonly id: string
  readonly message: string
}> {}

/** What may be created once only, however often it is asked for. */
export interface Once {
  /** What the caller made up for this one creation, 1 to 200 characters: a second with the same key creates nothing. */
  readonly idempotencyKey?: string | undefined
}

/**
 * Claims an idempotency key for what is about to be created, in the transaction that creates it. Answers with the ID of
 * what was created under the key before, if anything was. Of racing transactions, the others wait for the first.
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
  const now = DateTime.toDateUtc(yield* DateTime.now)
  const claimed = yield* sql`
    insert into agent_operations.idempotency_keys (organization_id, actor_id, action, key, subject_id, created_at)
    values (${organizationId}, ${actorId}, ${action}, ${key}, ${subjectId}, ${now})
    on conflict (organization_id, actor_id, action, key) do nothing returning subject_id`
  if (claimed.length > 0) return undefined
  const [earlier] = yield* sql<{ subject_id: string }>`
    select subject_id from agent_operations.idempotency_keys
    where organization_id = ${organizationId} and actor_id = ${actorId} and action = ${action} and key = ${key}`
  return earlier?.subject_id
})
