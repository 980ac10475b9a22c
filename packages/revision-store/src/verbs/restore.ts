import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { Moved, nameTaken, notFound } from "../internal/failures.ts"
import {
  columns,
  definition,
  inOrder,
  insertRevision,
  joined,
  replaceReferences,
  revisionsOf,
  recordChange
} from "../internal/fragments.ts"
import { currentRevision, explainReferences, explainUnchanged } from "../internal/explain-rejected-write.ts"
import { type RevisionRow, toEncoded } from "../internal/row.ts"
import { write } from "../internal/write.ts"
import type { Actor, KindPolicy, References, Space } from "../model.ts"
import type { Find } from "./find.ts"

/** The revision to restore, and the one that has to be current: by default any. */
export interface RestoreOptions {
  readonly revision: number
  readonly expectedRevision?: number | undefined
}

/** Creates a revision with the content of an old one. Modifies no other definition. Laws: R4, R5. */
export const restore = (sql: SqlClient, find: Find) => {
  return Effect.fnUntraced(function* (
    space: Space,
    kind: KindPolicy,
    id: string,
    { revision, expectedRevision }: RestoreOptions,
    actor: Actor
  ) {
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const origin = JSON.stringify({ type: "restored", revision })
    const past = Effect.flatMap(find({ space, kind, id, revision }), (found) =>
      found === undefined ? Effect.fail(notFound(kind, id, revision)) : Effect.succeed(found)
    )
    // Guarded by an exact revision even where the caller gives none: what a statement forgets of the revision before
    // is what it saw when it began.
    const attempt = Effect.gen(function* () {
      const current = expectedRevision ?? (yield* currentRevision(sql, space, kind, id))
      if (current === undefined) return yield* notFound(kind, id)
      // moments: the revision that is restored was there before; what overtook it is looked for by a statement of its own
      const [row] = yield* sql<RevisionRow>`
        with past as (
          select * from agent_operations.revisions as r
          where ${revisionsOf(sql, "r", space, kind, id)} and r.revision = ${revision}
        ), head as (
          update agent_operations.definitions as d
          set revision = d.revision + 1, name = past.name, name_key = past.name_key
          from past where ${definition(sql, "d", space, kind, id)} and d.revision = ${current}
          returning d.revision, (
            select r.updated_at from agent_operations.revisions as r
            where ${joined(sql, "d", "r")} and r.revision = d.revision - 1
          )
        ), made as (
          ${insertRevision(sql)}
          select past.tenant_id, past.project_id, past.kind, past.definition_id, head.revision,
            past.name, past.name_key, past.description, past.source, past.settings, past.refs,
            ${origin}, past.created_at, past.created_by, ${inOrder(sql, "head", sql`${now}`)}, ${JSON.stringify(actor)}
          from head, past
          returning *
        ) ${replaceReferences(sql)} ${recordChange(sql, "restored")}
        select ${columns(sql, "made")} from made`
      if (row !== undefined) return toEncoded(row)
      yield* past
      return yield* expectedRevision === undefined
        ? Effect.fail(new Moved())
        : explainUnchanged(sql, space, kind, id, expectedRevision)
    })
    return yield* write(sql, attempt, {
      name: () => Effect.flatMap(past, ({ name }) => Effect.fail(nameTaken(kind, name))),
      reference: () =>
        Effect.flatMap(past, ({ references }) => explainReferences(sql, space, JSON.parse(references) as References))
    })
  })
}
