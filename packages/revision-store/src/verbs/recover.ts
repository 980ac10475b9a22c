import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { explainReferences } from "../internal/explain-rejected-write.ts"
import { Moved, nameTaken, notRecoverable } from "../internal/failures.ts"
import {
  attachReferences,
  columns,
  definition,
  inOrder,
  insertRevision,
  revisionAt,
  recordChange
} from "../internal/fragments.ts"
import { nameKey } from "../internal/name-key.ts"
import { type RevisionRow, toEncoded } from "../internal/row.ts"
import { write } from "../internal/write.ts"
import type { Actor, KindPolicy, References, Space } from "../model.ts"

/** The name that the definition gets: by default the one that it had. */
export interface RecoverOptions {
  readonly name?: string | undefined
}

/**
 * Brings a deleted definition back, where it was in lists, with a revision that has the content of its last one. Who
 * deleted it goes from the record of the deletion, which is then gone, into the revision's origin. `record` is a part of the
 * statement that writes what is to be known of the row of `made` elsewhere. Laws: R11, R12.
 */
export const recover = (sql: SqlClient) =>
  Effect.fnUntraced(function* (
    space: Space,
    kind: KindPolicy,
    id: string,
    { name }: RecoverOptions,
    actor: Actor,
    record?: (made: Fragment, at: Date) => Fragment
  ) {
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const newName = name ?? null
    const newKey = name === undefined ? null : nameKey(name)
    const recoverable = sql`${definition(sql, "b", space, kind, id)} and b.recoverable_until > now()`
    // moments: a deleted definition has the revision for as long as there is its record
    const statement = sql<RevisionRow>`
      with taken as (
        delete from agent_operations.deleted_definitions as b where ${recoverable} returning b.*
      ), past as (
        select r.*, taken.position, taken.deleted_at, taken.deleted_by
        from taken cross join ${revisionAt(sql, "taken", sql.literal("taken.revision"))}
      ), head as (
        insert into agent_operations.definitions
          (tenant_id, project_id, kind, id, position, name, name_key, revision) overriding system value
        select tenant_id, project_id, kind, definition_id,
          coalesce(position, nextval(pg_get_serial_sequence('agent_operations.definitions', 'position'))),
          coalesce(${newName}, name), coalesce(${newKey}, name_key), revision + 1
        from past
      ), made as (
        ${insertRevision(sql)}
        select tenant_id, project_id, kind, definition_id, revision + 1,
          coalesce(${newName}, name), coalesce(${newKey}, name_key), description, source, settings, refs,
          format('{"type":"recovered","deletedAt":"%s","deletedBy":%s}',
            to_char(deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), deleted_by),
          created_at, created_by, greatest(deleted_at, ${inOrder(sql, "past", sql`${now}`)}), ${JSON.stringify(actor)}
        from past
        returning *
      ) ${attachReferences(sql)} ${recordChange(sql, "recovered")}${
        record === undefined ? sql.literal("") : sql`, recorded as (${record(sql`made`, now)})`
      }
      select ${columns(sql, "made")} from made`

    /** Its last revision, to explain why it was refused; where it is gone by now, somebody else has recovered it. */
    const last = Effect.flatMap(
      sql<{ name: string; refs: string }>`
        select r.name, r.refs from agent_operations.deleted_definitions as b
        cross join ${revisionAt(sql, "b", sql.literal("b.revision"))} where ${recoverable}`,
      ([row]) => (row === undefined ? Effect.fail(new Moved()) : Effect.succeed(row))
    )
    return yield* write(
      sql,
      Effect.flatMap(statement, ([row]) =>
        row === undefined ? Effect.fail(notRecoverable(kind, id)) : Effect.succeed(toEncoded(row))
      ),
      {
        name: () => Effect.flatMap(last, (past) => Effect.fail(nameTaken(kind, name ?? past.name))),
        reference: () =>
          Effect.flatMap(last, ({ refs }) => explainReferences(sql, space, JSON.parse(refs) as References))
      }
    )
  })
