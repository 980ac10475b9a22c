import { newTypeId } from "@agent-operations/database"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { nameTaken } from "../internal/failures.ts"
import { attachReferences, insertRevision, recordChange } from "../internal/fragments.ts"
import { refuseInvalid, explainReferences } from "../internal/explain-rejected-write.ts"
import { nameKey } from "../internal/name-key.ts"
import { type Asked, batchedWrite, rowsOf } from "../internal/batched-write.ts"
import { write } from "../internal/write.ts"
import type { Actor, Content, EncodedRevision, KindPolicy, Space } from "../model.ts"

/** A definition in the form that statements take it. */
interface Create extends Asked {
  readonly name: string
  readonly key: string
  readonly description: string | null
  readonly source: string
  readonly settings: string
  readonly refs: string
  readonly at: Date
  readonly by: string
}

const origin = JSON.stringify({ type: "created" })
const none = JSON.stringify({})

const createOne = (sql: SqlClient, { space, kind, id, name, key, ...content }: Create) =>
  sql`
    with head as (
      insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
      values (${space.tenant}, ${space.project}, ${kind.name}, ${id}, ${name}, ${key}, 1)
    ), made as (
      ${insertRevision(sql)} values (
        ${space.tenant}, ${space.project}, ${kind.name}, ${id}, 1, ${name}, ${key}, ${content.description},
        ${content.source}, ${content.settings}, ${content.refs}, ${origin},
        ${content.at}, ${content.by}, ${content.at}, ${content.by}
      ) returning *
    ) ${attachReferences(sql, content.refs !== none)} ${recordChange(sql, "created")}
    select 1`

const createMany = (sql: SqlClient) => (space: Space, kind: KindPolicy, creates: ReadonlyArray<Create>) =>
  sql<{ asked_id: string }>`
    with asked as (
      select * from json_to_recordset(${rowsOf(creates)}::json) as asked(
        id text, name text, key text, description text, source text, settings text, refs text, at timestamptz, by text
      )
    ), head as (
      insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
      select ${space.tenant}, ${space.project}, ${kind.name}, id, name, key, 1 from asked order by key
    ), made as (
      ${insertRevision(sql)}
      select ${space.tenant}, ${space.project}, ${kind.name}, id, 1, name, key, description,
        source, settings, refs, ${origin}, at, by, at, by
      from asked
      returning *
    ) ${attachReferences(
      sql,
      creates.some(({ refs }) => refs !== none)
    )} ${recordChange(sql, "created")}
    select definition_id as asked_id from made`

const sizeOf = ({ source, settings, refs }: Create) => source.length + settings.length + refs.length

/** Creates a definition at revision 1; those of one turn of the event loop share a statement. Laws: R1, R6. */
export const create = (sql: SqlClient) => {
  const shared = batchedWrite(sql, { size: sizeOf, statement: createMany(sql) })
  return Effect.fnUntraced(function* (space: Space, kind: KindPolicy, content: Content, actor: Actor) {
    yield* refuseInvalid(sql, space, kind, { ...content, guard: Effect.void })
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const asked: Create = {
      space,
      kind,
      id: newTypeId(kind.prefix),
      name: content.name,
      key: nameKey(content.name),
      description: content.description,
      source: JSON.stringify(content.source),
      settings: JSON.stringify(content.settings),
      refs: JSON.stringify(content.references),
      at: now,
      by: JSON.stringify(actor)
    }
    if ((yield* shared(asked)) === undefined) {
      yield* write(sql, createOne(sql, asked), {
        name: () => nameTaken(kind, content.name),
        reference: () => explainReferences(sql, space, content.references)
      })
    }
    const time = now.toISOString()
    return {
      kind: kind.name,
      id: asked.id,
      revision: 1,
      name: asked.name,
      description: asked.description,
      source: asked.source,
      settings: asked.settings,
      references: asked.refs,
      origin,
      createdAt: time,
      createdBy: asked.by,
      updatedAt: time,
      updatedBy: asked.by
    } satisfies EncodedRevision
  })
}
