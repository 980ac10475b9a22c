import { translateSqlErrors } from "@agent-operations/database"
import { Context, Effect, Layer, type Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Asked, requireOwner, type Signature } from "../organizations/administrator.ts"
import type { AuditAction, AuditSubject } from "./record-audit.ts"

/** A change of access as it was made. */
export interface AuditEvent {
  /** `aud_…` */
  readonly id: string
  readonly at: string
  readonly actor: Signature
  readonly action: AuditAction
  readonly subject: AuditSubject
  readonly details: Schema.JsonObject
}

interface AuditRow {
  readonly id: string
  readonly at: Date
  readonly actor: string
  readonly action: AuditAction
  readonly subject_type: string
  readonly subject_id: string
  readonly subject_name: string
  readonly details: string
}

const toAuditEvent = (row: AuditRow): AuditEvent => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: JSON.parse(row.actor),
  action: row.action,
  subject: { type: row.subject_type, id: row.subject_id, name: row.subject_name },
  details: JSON.parse(row.details)
})

const make = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** Changes of access, newest first: `limit` of them, from the one before the event `before` on. For owners only. */
  list: Effect.fnUntraced(function* (input: Asked & { readonly before?: string; readonly limit: number }) {
    const { organizationId, before, limit } = input
    const earlier =
      before === undefined
        ? sql.literal("")
        : sql`and position < (
            select position from agent_operations.audit_events
            where organization_id = ${organizationId} and id = ${before})`
    const rows = yield* requireOwner(sql, input).pipe(
      Effect.andThen(sql<AuditRow>`
        select id, at, actor, action, subject_type, subject_id, subject_name, details
        from agent_operations.audit_events
        where organization_id = ${organizationId} ${earlier}
        order by position desc limit ${limit + 1}`),
      translateSqlErrors
    )
    const items = rows.slice(0, limit).map(toAuditEvent)
    return { items, nextBefore: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
  })
}))

/** Who changed whose access, and when: readable by owners. Laws: A4, A8. */
export class AuditLog extends Context.Service<AuditLog, Effect.Success<typeof make>>()(
  "@agent-operations/auth/AuditLog"
) {
  static readonly layer = Layer.effect(AuditLog, make)
}
