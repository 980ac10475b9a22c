import { newTypeId } from "@agent-operations/database"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { nameTaken } from "../internal/failures.ts"
import { attached } from "../internal/fragments.ts"
import { refuseInvalid, whichReferences } from "../internal/look.ts"
import { nameKey } from "../internal/name-key.ts"
import { write } from "../internal/write.ts"
import type { Actor, Content, KindPolicy, Revision, Space } from "../model.ts"

/** Makes a definition at revision 1. Laws: R1, R6. */
export const create = (sql: SqlClient) =>
  Effect.fnUntraced(function* (space: Space, kind: KindPolicy, content: Content, actor: Actor) {
    yield* refuseInvalid(sql, space, kind, { ...content, guard: Effect.void })
    const id = newTypeId(kind.prefix)
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const key = nameKey(content.name)
    const by = JSON.stringify(actor)
    const origin = { type: "created" } as const
    yield* write(
      sql`
        with head as (
          insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
          values (${space.tenant}, ${space.project}, ${kind.name}, ${id}, ${content.name}, ${key}, 1)
        ), made as (
          insert into agent_operations.revisions (
            tenant_id, project_id, kind, definition_id, revision, name, name_key, description,
            source, settings, refs, origin, created_at, created_by, updated_at, updated_by
          ) values (
            ${space.tenant}, ${space.project}, ${kind.name}, ${id}, 1, ${content.name}, ${key}, ${content.description},
            ${JSON.stringify(content.source)}, ${JSON.stringify(content.settings)},
            ${JSON.stringify(content.references)}, ${JSON.stringify(origin)}, ${now}, ${by}, ${now}, ${by}
          ) returning tenant_id, project_id, kind, definition_id, revision, refs
        ), ${attached(sql)}
        select 1`,
      {
        name: () => nameTaken(kind, content.name),
        reference: () => whichReferences(sql, space, content.references)
      }
    )
    const time = now.toISOString()
    return {
      kind: kind.name,
      id,
      revision: 1,
      ...content,
      origin,
      createdAt: time,
      createdBy: actor,
      updatedAt: time,
      updatedBy: actor
    } satisfies Revision
  })
