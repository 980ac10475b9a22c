import { translateSqlErrors } from "@agent-operations/database"
import { Context, Effect, Layer, type Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { type Asked, requireOwner } from "../organizations/administrator.ts"
import { type AuditAction, type AuditActor, type AuditSubject, recordAudit } from "./record-audit.ts"

/** A change as it was made. */
export interface AuditEvent {
  /** `aud_…` */
  readonly id: string
  readonly at: string
  readonly actor: AuditActor
  readonly action: AuditAction
  readonly subject: AuditSubject
  readonly details: Schema.JsonObject
}

/** Which events are asked for: those that are as each of these says. */
export interface AuditFilter {
  /** Who did it, by ID. */
  readonly actorId?: string | undefined
  /** What was done, one of these. */
  readonly actions?: ReadonlyArray<AuditAction> | undefined
  /** What it was done to, by the type of the subject (`key`, `application`, `member`). */
  readonly subjectType?: string | undefined
  /** What it was done to, by ID. */
  readonly subjectId?: string | undefined
  /** From this instant on. */
  readonly since?: Date | undefined
  /** Before this instant. */
  readonly until?: Date | undefined
}

/** Beyond so many events it is not told how many there are. */
const mostCounted = 10_000

/** So many people at most are told to have done something. */
const mostActors = 200

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

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const matching = (organizationId: string, filter: AuditFilter): Statement.Fragment => {
    const { actorId, actions, subjectType, subjectId, since, until } = filter
    return sql.and([
      sql`organization_id = ${organizationId}`,
      ...(actorId === undefined ? [] : [sql`actor::jsonb ->> 'id' = ${actorId}`]),
      ...(actions === undefined ? [] : [sql`action = any(${actions}::text[])`]),
      ...(subjectType === undefined ? [] : [sql`subject_type = ${subjectType}`]),
      ...(subjectId === undefined ? [] : [sql`subject_id = ${subjectId}`]),
      ...(since === undefined ? [] : [sql`at >= ${since}`]),
      ...(until === undefined ? [] : [sql`at < ${until}`])
    ])
  }

  return {
    /**
     * Changes of access, newest first: `limit` of them, from the one before the event `before` on. For owners only.
     */
    list: Effect.fnUntraced(function* (
      input: Asked & { readonly before?: string; readonly limit: number; readonly filter?: AuditFilter }
    ) {
      const { organizationId, before, limit, filter = {} } = input
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
          where ${matching(organizationId, filter)} ${earlier}
          order by position desc limit ${limit + 1}`),
        translateSqlErrors
      )
      const items = rows.slice(0, limit).map(toAuditEvent)
      return { items, nextBefore: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
    }),

    /** Notes that somebody takes the log out, under a filter, which is part of it from then on. For owners only. */
    noteExport: (input: Asked & { readonly format: string; readonly filter?: AuditFilter }) =>
      Effect.flatMap(requireOwner(sql, input), ({ signature }) =>
        recordAudit(sql, {
          organizationId: input.organizationId,
          actor: signature,
          action: "data.exported",
          subject: { type: "audit_log", id: input.organizationId, name: "the audit log" },
          // As JSON, in which times are texts and what is undefined is not there.
          details: { format: input.format, ...JSON.parse(JSON.stringify(input.filter ?? {})) }
        })
      ).pipe(translateSqlErrors),

    /** How many events there are; `null` where there are more than 10,000. For owners only. */
    count: Effect.fnUntraced(function* (input: Asked & { readonly filter?: AuditFilter }) {
      const { organizationId, filter = {} } = input
      const [row] = yield* requireOwner(sql, input).pipe(
        Effect.andThen(sql<{ n: number }>`
          select count(*)::integer as n from (
            select 1 from agent_operations.audit_events where ${matching(organizationId, filter)}
            limit ${mostCounted + 1}) as counted`),
        translateSqlErrors
      )
      const count = row?.n ?? 0
      return count > mostCounted ? null : count
    }),

    /** Who did something, by the name that they signed with last; of the newest 10,000 events, 200 people at most. For owners only. */
    actors: Effect.fnUntraced(function* (input: Asked) {
      const rows = yield* requireOwner(sql, input).pipe(
        Effect.andThen(sql<{ actor: string }>`
          select actor from (
            select distinct on (actor::jsonb ->> 'id') actor from (
              select actor, position from agent_operations.audit_events where organization_id = ${input.organizationId}
              order by position desc limit ${mostCounted}) as newest
            order by actor::jsonb ->> 'id', position desc) as known
          order by lower(actor::jsonb ->> 'name'), actor limit ${mostActors}`),
        translateSqlErrors
      )
      return rows.map(({ actor }): AuditActor => JSON.parse(actor))
    })
  }
})

/** Who changed whose access, or what others rely on, and when: readable by owners. Laws: A4, A8. */
export class AuditLog extends Context.Service<AuditLog, Effect.Success<typeof make>>()(
  "@agent-operations/auth/AuditLog"
) {
  static readonly layer = Layer.effect(AuditLog, make)
}
