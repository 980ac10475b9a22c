import { newTypeId } from "@agent-operations/database"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { Moved, nameTaken } from "../internal/failures.ts"
import { attachReferences, columns, insertRevision, revisionAt, recordChange, within } from "../internal/fragments.ts"
import { explainReferences } from "../internal/explain-rejected-write.ts"
import { nameKey } from "../internal/name-key.ts"
import { type RevisionRow, toEncoded } from "../internal/row.ts"
import { type Asked, batchedWrite, rowsOf } from "../internal/batched-write.ts"
import { write } from "../internal/write.ts"
import type { Actor, KindPolicy, References, Space } from "../model.ts"
import type { Find } from "./find.ts"
import { read } from "./read.ts"

/** A copy in the form that statements take it; without a revision it is of the current one. */
interface Copy extends Asked {
  readonly of: string
  readonly revision: number | null
  readonly name: string
  readonly key: string
  readonly at: Date
  readonly by: string
}

/**
 * Copies, of which those whose source is not there, or was changed meanwhile, are left out; of several, also those whose
 * source somebody is writing. Sources are locked until the copies are committed: one could wait for a name for long enough
 * that its source is gone, or another, before the copy is there.
 */
const copyMany = (sql: SqlClient) => (space: Space, kind: KindPolicy, copies: ReadonlyArray<Copy>) =>
  // moments: of a revision that was made during the wait there is no row, and the copy is made anew
  sql<RevisionRow & { readonly asked_id: string }>`
    with source as (
      select asked.id as new_id, asked.name as new_name, asked.key as new_key, asked.at, asked.by, r.*
      from json_to_recordset(${rowsOf(copies)}::json) as asked(
        id text, of text, revision integer, name text, key text, at timestamptz, by text
      ) cross join lateral (
        select * from agent_operations.definitions as d
        where ${within(sql, "d", space, kind)} and d.id = asked.of
        for share ${sql.literal(copies.length > 1 ? "skip locked" : "")}
      ) as d cross join ${revisionAt(sql, "d", sql.literal("coalesce(asked.revision, d.revision)"))}
    ), head as (
      insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
      select tenant_id, project_id, kind, new_id, new_name, new_key, 1 from source order by new_key
    ), made as (
      ${insertRevision(sql)}
      select tenant_id, project_id, kind, new_id, 1, new_name, new_key, description,
        source.source, settings, refs,
        format('{"type":"copied","id":%s,"revision":%s}', to_json(definition_id), revision), at, by, at, by
      from source
      returning *
    ) ${attachReferences(sql)} ${recordChange(sql, "copied")}
    select made.definition_id as asked_id, ${columns(sql, "made")} from made`

/** The name of the copy, and the revision to copy: by default the current one. */
export interface CopyOptions {
  readonly name: string
  readonly revision?: number | undefined
}

/**
 * Creates a definition at revision 1 with the content of another's revision and a new name; those of one turn of the
 * event loop are batched. Law: R6.
 */
export const copy = (sql: SqlClient, find: Find) => {
  const readSource = read(find)
  const statement = copyMany(sql)
  const shared = batchedWrite(sql, { size: () => 0, statement })
  return Effect.fnUntraced(function* (
    space: Space,
    kind: KindPolicy,
    sourceId: string,
    { name, revision }: CopyOptions,
    actor: Actor
  ) {
    const asked: Copy = {
      space,
      kind,
      id: newTypeId(kind.prefix),
      of: sourceId,
      revision: revision ?? null,
      name,
      key: nameKey(name),
      at: DateTime.toDateUtc(yield* DateTime.now),
      by: JSON.stringify(actor)
    }
    const made = yield* shared(asked)
    if (made !== undefined) return toEncoded(made)
    return yield* write(
      sql,
      Effect.flatMap(statement(space, kind, [asked]), ([row]) =>
        row === undefined
          ? Effect.andThen(readSource(space, kind, sourceId, revision), new Moved())
          : Effect.succeed(toEncoded(row))
      ),
      {
        name: () => nameTaken(kind, name),
        reference: () =>
          Effect.flatMap(readSource(space, kind, sourceId, revision), ({ references }) =>
            explainReferences(sql, space, JSON.parse(references) as References)
          )
      }
    )
  })
}
