import { newTypeId } from "@agent-operations/database"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { nameTaken, notFound } from "../internal/failures.ts"
import { attached, columns, definition, joined } from "../internal/fragments.ts"
import { whichReferences } from "../internal/look.ts"
import { nameKey } from "../internal/name-key.ts"
import { type RevisionRow, toRevision } from "../internal/row.ts"
import { write } from "../internal/write.ts"
import type { Actor, KindPolicy, Space } from "../model.ts"
import { read } from "./read.ts"

/** Makes a definition at revision 1 with the content of another's revision and a new name. Law: R6. */
export const copy = (sql: SqlClient) => {
  const readSource = read(sql)
  return Effect.fnUntraced(function* (
    space: Space,
    kind: KindPolicy,
    sourceId: string,
    revision: number | undefined,
    name: string,
    actor: Actor
  ) {
    const id = newTypeId(kind.prefix)
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const key = nameKey(name)
    const by = JSON.stringify(actor)
    const wanted = revision === undefined ? sql.literal("d.revision") : sql`${revision}`
    const statement = sql<RevisionRow>`
      with source as (
        select r.* from agent_operations.definitions as d
        join agent_operations.revisions as r on ${joined(sql, "d", "r")}
        where ${definition(sql, "d", space, kind, sourceId)} and r.revision = ${wanted}
      ), head as (
        insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
        select source.tenant_id, source.project_id, source.kind, ${id}, ${name}, ${key}, 1 from source
      ), made as (
        insert into agent_operations.revisions (
          tenant_id, project_id, kind, definition_id, revision, name, name_key, description,
          source, settings, refs, origin, created_at, created_by, updated_at, updated_by
        )
        select source.tenant_id, source.project_id, source.kind, ${id}, 1, ${name}, ${key}, source.description,
          source.source, source.settings, source.refs,
          json_build_object('type', 'copied', 'id', source.definition_id, 'revision', source.revision)::text,
          ${now}, ${by}, ${now}, ${by}
        from source
        returning *
      ), ${attached(sql)}
      select ${columns(sql, "made")} from made`
    return yield* write(
      Effect.flatMap(statement, ([row]) =>
        row === undefined ? Effect.fail(notFound(kind, sourceId, revision)) : Effect.succeed(toRevision(row))
      ),
      {
        name: () => nameTaken(kind, name),
        reference: () =>
          Effect.flatMap(readSource(space, kind, sourceId, revision), ({ references }) =>
            whichReferences(sql, space, references)
          )
      }
    )
  })
}
