import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { Moved, nameTaken } from "../internal/failures.ts"
import { attached, columns, definition, detached, revisionsOf } from "../internal/fragments.ts"
import { refuseInvalid, requireRevision, whichReferences, whyUnchanged } from "../internal/look.ts"
import { nameKey } from "../internal/name-key.ts"
import { type RevisionRow, toRevision } from "../internal/row.ts"
import { write } from "../internal/write.ts"
import type { Actor, Content, KindPolicy, Space } from "../model.ts"

/** What a revision changes; whatever is left out is kept. */
export type Changes = { readonly [K in keyof Content]?: Content[K] | undefined }

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** Appends a revision to a definition whose current one is `expectedRevision`. Laws: R2, R3, R4. */
export const append = (sql: SqlClient) =>
  Effect.fnUntraced(function* (
    space: Space,
    kind: KindPolicy,
    id: string,
    expectedRevision: number,
    changes: Changes,
    actor: Actor
  ) {
    const { name: newName, references } = changes
    const guard = requireRevision(sql, space, kind, id, expectedRevision)
    yield* refuseInvalid(sql, space, kind, { id, name: newName, references, guard })
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const name = newName ?? null
    const key = newName === undefined ? null : nameKey(newName)
    const statement = sql<RevisionRow>`
      with head as (
        update agent_operations.definitions as d
        set revision = d.revision + 1, name = coalesce(${name}, d.name), name_key = coalesce(${key}, d.name_key)
        where ${definition(sql, "d", space, kind, id)} and d.revision = ${expectedRevision}
        returning d.revision
      ), made as (
        insert into agent_operations.revisions (
          tenant_id, project_id, kind, definition_id, revision, name, name_key, description,
          source, settings, refs, origin, created_at, created_by, updated_at, updated_by
        )
        select r.tenant_id, r.project_id, r.kind, r.definition_id, head.revision,
          coalesce(${name}, r.name), coalesce(${key}, r.name_key),
          case when ${changes.description === undefined} then r.description else ${changes.description ?? null}::text end,
          coalesce(${json(changes.source)}, r.source), coalesce(${json(changes.settings)}, r.settings),
          coalesce(${json(references)}, r.refs), ${JSON.stringify({ type: "updated" })},
          r.created_at, r.created_by, ${now}, ${JSON.stringify(actor)}
        from head, agent_operations.revisions as r
        where ${revisionsOf(sql, "r", space, kind, id)} and r.revision = ${expectedRevision}
        returning *
      ), ${detached(sql)}, ${attached(sql)}
      select ${columns(sql, "made")} from made`
    return yield* write(
      Effect.flatMap(statement, ([row]) =>
        row === undefined ? whyUnchanged(sql, space, kind, id, expectedRevision) : Effect.succeed(toRevision(row))
      ),
      {
        name: () => nameTaken(kind, newName ?? ""),
        // Kept references exist for as long as the revision that has them is current.
        reference: () => (references ? whichReferences(sql, space, references) : new Moved())
      }
    )
  })
