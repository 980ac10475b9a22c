import { newTypeId } from "@agent-operations/database"
import { DateTime, Effect, type Schema } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import type { Access } from "../access/principal.ts"
import { operator, type Signature } from "../organizations/administrator.ts"

/** A change of access, or of what others rely on: what was deleted, purged, deployed, spent or taken out. */
export type AuditAction =
  | "organization.created"
  | "organization.renamed"
  | "organization.deletion_planned"
  | "organization.deletion_cancelled"
  | "project.created"
  | "project.renamed"
  | "project.deletion_planned"
  | "project.deletion_cancelled"
  | "project.deleted"
  | "member.added"
  | "member.role_changed"
  | "member.removed"
  | "member.left"
  | "member.renamed"
  | "invitation.created"
  | "invitation.revoked"
  | "invitation.accepted"
  | "key.created"
  | "key.revoked"
  | "key.replaced"
  | "key.renamed"
  | "budget.changed"
  | "application.connected"
  | "application.disconnected"
  | "connection.added"
  | "connection.removed"
  | "connection.rotated"
  | "dataset_item.purged"
  | "dataset_item.deleted"
  | "definition.deleted"
  | "definition.recovered"
  | "evaluation_run.cancelled"
  | "evaluation_run.deleted"
  | "reviews.assigned"
  | "trace.deleted"
  | "score.deleted"
  | "secret.set"
  | "secret.removed"
  | "label.moved"
  | "label.removed"
  | "label.protected"
  | "label.unprotected"
  | "data.exported"
  | "retention.allowed"

/** Who did it: a person, the operator, or a key. */
export interface AuditActor {
  readonly type: Signature["type"] | "api_key"
  readonly id: string
  readonly name: string
}

/** What a change of access changed, by the name it had then. */
export interface AuditSubject {
  readonly type: string
  readonly id: string
  readonly name: string
}

/** A change of access, for the log. Nothing in it may be a secret (law A4): owners read all of it. */
export interface AuditEntry {
  readonly organizationId: string
  readonly actor: AuditActor
  readonly action: AuditAction
  readonly subject: AuditSubject
  readonly details?: Schema.JsonObject
}

type Recorded = Omit<AuditEntry, "subject" | "organizationId"> & {
  /** Every organization where it is undefined. */
  readonly organizationId: string | undefined
  readonly subject: Omit<AuditSubject, "name">
}

/** The statement that writes an entry, of a subject whose name is in `from`. */
const insertion = (
  sql: SqlClient,
  { organizationId, actor, action, subject, details = {} }: Recorded,
  at: Date,
  from: Fragment
) => sql`
  insert into agent_operations.audit_events
    (organization_id, id, at, actor, action, subject_type, subject_id, subject_name, details)
  select organization_id, ${newTypeId("aud")}, ${at}::timestamptz, ${JSON.stringify(actor)}, ${action},
    ${subject.type}, ${subject.id}, changed.name, ${JSON.stringify(details)}
  from agent_operations.organizations, ${from} as changed
  where ${organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`}`

/**
 * Writes a change of access into its organization's audit log. Call it in the transaction that makes the change, so
 * that there is never one without the other. Law: A8.
 *
 * @example
 * sql.withTransaction(Effect.andThen(change, recordAudit(sql, { organizationId, actor, action, subject })))
 */
export const recordAudit = (sql: SqlClient, entry: AuditEntry): Effect.Effect<void, SqlError> =>
  Effect.flatMap(DateTime.now, (now) =>
    insertion(sql, entry, DateTime.toDateUtc(now), sql`(select ${entry.subject.name}::text as name)`)
  )

/**
 * The same in the audit log of every organization, of what the operator did to all of them. What it says may be of none: who
 * owns one reads it.
 */
export const recordEverywhere = (sql: SqlClient, entry: Omit<AuditEntry, "organizationId" | "actor">) =>
  Effect.flatMap(DateTime.now, (now) =>
    insertion(
      sql,
      { ...entry, organizationId: undefined, actor: operator },
      DateTime.toDateUtc(now),
      sql`(select ${entry.subject.name}::text as name)`
    )
  )

/** What somebody did in a project, for the log. */
export type ProjectAuditEntry = Pick<AuditEntry, "action" | "subject" | "details">

type ProjectCaller = Pick<Access, "organizationId" | "projectId" | "actor">

const entryIn = <S>(
  { organizationId, projectId, actor }: ProjectCaller,
  { action, subject, details }: Omit<ProjectAuditEntry, "subject"> & { readonly subject: S }
) => ({ organizationId, actor, action, subject, details: { projectId, ...details } })

/**
 * Writes what a caller did in a project into the audit log of its organization, as `recordAudit` does; the project is
 * among the details. A host whose organizations are its own has no log. Law: A8.
 */
export const recordInProject = (sql: SqlClient, caller: ProjectCaller, entry: ProjectAuditEntry) =>
  recordAudit(sql, entryIn(caller, entry))

/**
 * The same as part of the statement that makes the change, for each row of what it calls `changed`, whose `name` is the
 * subject's: a change of one statement needs no transaction.
 *
 * @example
 * sql`with gone as (delete … returning name), recorded as (${recordingInProject(sql, caller, entry, { changed: sql`gone`, at })}) …`
 */
export const recordingInProject = (
  sql: SqlClient,
  caller: ProjectCaller,
  entry: Omit<ProjectAuditEntry, "subject"> & Pick<Recorded, "subject">,
  { changed, at }: { readonly changed: Fragment; readonly at: Date }
): Fragment => insertion(sql, entryIn(caller, entry), at, changed)
