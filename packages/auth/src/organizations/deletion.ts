import { Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { recordAudit } from "../audit/record-audit.ts"
import { nowNotBehind, translateSqlErrors } from "@agent-operations/database"
import { type Asked, lockOrganization, requireOwner, type Signature, Unknown } from "./administrator.ts"

/** That a project or an organization is going to be deleted: from then on no key and no program reaches it. */
export interface Deletion {
  /** RFC 3339, in UTC. */
  readonly at: string
  /** Who planned it. */
  readonly by: { readonly id: string; readonly name: string }
}

/** What a row has of a planned deletion. */
export interface DeletionColumns {
  readonly delete_at: Date | null
  readonly delete_by: string | null
}

/** The deletion of a row, if one is planned, as a member of what the row is of. */
export const deletionOf = ({ delete_at, delete_by }: DeletionColumns): { readonly deletion?: Deletion | undefined } => {
  if (delete_at === null || delete_by === null) return {}
  const { id, name }: Signature = JSON.parse(delete_by)
  return { deletion: { at: delete_at.toISOString(), by: { id, name } } }
}

/** What deletes: an organization's owner or the operator, after a while in which owners can cancel it. */
export interface Planned extends Asked {
  /** How long from now on it can be cancelled. */
  readonly after: Duration.Input
}

const secondsOf = (after: Duration.Input) => Duration.toSeconds(Duration.fromInputUnsafe(after))

/**
 * A change that owners alone may make: one transaction, and alone in its organization. It may have waited for that: whether a
 * time has come is for `clock_timestamp()` to say, not for `now()`, the transaction's beginning.
 */
const byOwner = <A, E, R>(sql: SqlClient, asked: Asked, change: (signature: Signature) => Effect.Effect<A, E, R>) =>
  lockOrganization(sql, asked.organizationId).pipe(
    Effect.andThen(requireOwner(sql, asked)),
    Effect.flatMap(({ signature }) => change(signature)),
    sql.withTransaction,
    translateSqlErrors
  )

interface Deleted extends DeletionColumns {
  readonly name: string
}

const notPlanned = (what: string) =>
  new Unknown({ message: `There is no ${what} that is going to be deleted, or its deletion has begun.` })

export const makeDeletions = (sql: SqlClient) => {
  const dueAfter = (after: Duration.Input) =>
    sql`${sql.literal(nowNotBehind)} + ${secondsOf(after)}::double precision * interval '1 second'`
  return {
    /**
     * Plans the deletion of a project with all that it holds. Keys and programs are refused from now on. One that is planned
     * stays as it was planned. It needs the table of `upkeepMigrations` of `database`, which the kit has.
     */
    planProjectDeletion: (input: Planned & { readonly id: string }) =>
      byOwner(
        sql,
        input,
        Effect.fnUntraced(function* (actor) {
          const { organizationId, id, after } = input
          const [planned] = yield* sql<Deleted>`
          update agent_operations.projects set closed = true, delete_by = ${JSON.stringify(actor)},
            delete_at = ${dueAfter(after)}
          where organization_id = ${organizationId} and id = ${id} and delete_at is null
          returning name, delete_at, delete_by`
          if (planned !== undefined) {
            yield* recordAudit(sql, {
              organizationId,
              actor,
              action: "project.deletion_planned",
              subject: { type: "project", id, name: planned.name },
              details: { deleteAt: planned.delete_at!.toISOString() }
            })
            return deletionOf(planned).deletion!
          }
          const [before] = yield* sql<Deleted>`
          select name, delete_at, delete_by from agent_operations.projects
          where organization_id = ${organizationId} and id = ${id}`
          return before === undefined
            ? yield* new Unknown({ message: `There is no project ${id}.` })
            : deletionOf(before).deletion!
        })
      ),

    /** Keeps a project that was going to be deleted, unless its time has come. */
    cancelProjectDeletion: (input: Asked & { readonly id: string }) =>
      byOwner(
        sql,
        input,
        Effect.fnUntraced(function* (actor) {
          const { organizationId, id } = input
          // moments: the organization is locked, by whoever plans or cancels a deletion in it
          const [kept] = yield* sql<{ name: string }>`
          update agent_operations.projects as p set delete_at = null, delete_by = null, closed = exists (
            select from agent_operations.organizations as o
            where o.organization_id = p.organization_id and o.delete_at is not null)
          where p.organization_id = ${organizationId} and p.id = ${id} and p.delete_at > clock_timestamp() returning p.name`
          if (kept === undefined) return yield* notPlanned("project")
          const subject = { type: "project", id, name: kept.name }
          yield* recordAudit(sql, { organizationId, actor, action: "project.deletion_cancelled", subject })
        })
      ),

    /** Plans the deletion of an organization with its projects, members and keys, as that of a project is planned. */
    planOrganizationDeletion: (input: Planned) =>
      byOwner(
        sql,
        input,
        Effect.fnUntraced(function* (actor) {
          const { organizationId, after } = input
          const [planned] = yield* sql<Deleted>`
          update agent_operations.organizations set delete_by = ${JSON.stringify(actor)},
            delete_at = ${dueAfter(after)}
          where organization_id = ${organizationId} and delete_at is null returning name, delete_at, delete_by`
          if (planned === undefined) {
            const [before] = yield* sql<Deleted>`
            select name, delete_at, delete_by from agent_operations.organizations where organization_id = ${organizationId}`
            return deletionOf(before!).deletion!
          }
          yield* sql`update agent_operations.projects set closed = true where organization_id = ${organizationId}`
          yield* recordAudit(sql, {
            organizationId,
            actor,
            action: "organization.deletion_planned",
            subject: { type: "organization", id: organizationId, name: planned.name },
            details: { deleteAt: planned.delete_at!.toISOString() }
          })
          return deletionOf(planned).deletion!
        })
      ),

    /** Keeps an organization that was going to be deleted, unless its time has come. Its projects' own deletions stay planned. */
    cancelOrganizationDeletion: (input: Asked) =>
      byOwner(
        sql,
        input,
        Effect.fnUntraced(function* (actor) {
          const { organizationId } = input
          const [kept] = yield* sql<{ name: string }>`
          update agent_operations.organizations set delete_at = null, delete_by = null
          where organization_id = ${organizationId} and delete_at > clock_timestamp() returning name`
          if (kept === undefined) return yield* notPlanned("organization")
          yield* sql`
          update agent_operations.projects set closed = delete_at is not null where organization_id = ${organizationId}`
          const subject = { type: "organization", id: organizationId, name: kept.name }
          yield* recordAudit(sql, { organizationId, actor, action: "organization.deletion_cancelled", subject })
        })
      )
  }
}
