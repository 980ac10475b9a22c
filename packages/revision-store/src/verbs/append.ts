import { conditionOf, CurrentGuard, lookUp } from "@agent-operations/database"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { conflict, Moved, nameTaken, notFound } from "../internal/failures.ts"
import {
  columns,
  definition,
  inOrder,
  insertRevision,
  permitted,
  replaceReferences,
  revisionAt,
  revisionsOf,
  recordChange,
  within
} from "../internal/fragments.ts"
import {
  refuseInvalid,
  requireRevision,
  explainReferences,
  explainUnchanged
} from "../internal/explain-rejected-write.ts"
import { nameKey } from "../internal/name-key.ts"
import { type RevisionRow, toEncoded } from "../internal/row.ts"
import { type Asked, batchedWrite, rowsOf } from "../internal/batched-write.ts"
import { write } from "../internal/write.ts"
import type { Actor, Content, KindPolicy, Space } from "../model.ts"

/** What a revision changes; whatever is left out is kept. */
export type Changes = { readonly [K in keyof Content]?: Content[K] | undefined }

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** A write in the form that statements take it: null where something is kept. */
interface Append extends Asked {
  readonly expected: number
  readonly name: string | null
  readonly key: string | null
  readonly keep: boolean
  readonly description: string | null
  readonly source: string | null
  readonly settings: string | null
  readonly refs: string | null
  readonly at: Date
  readonly by: string
}

const origin = JSON.stringify({ type: "updated" })

/** The definition's revision as the statement found it, with the one that it created, if it did. */
type AppendRow = {
  readonly asked_id: string
  readonly current_revision: number
} & (RevisionRow | { readonly revision: null })

const foundAndMade = (sql: SqlClient) =>
  sql`select d.id as asked_id, d.revision as current_revision, ${columns(sql, "made")}`

/** One write, which waits for whoever writes the same definition. */
const appendOne = (sql: SqlClient, { space, kind, id, expected, name, key, ...content }: Append, condition: Fragment) =>
  // moments: the revision that is expected was there before; what overtook it is looked for by a statement of its own
  sql<AppendRow>`
    with ${permitted(sql, condition)}, head as (
      update agent_operations.definitions as d
      set revision = d.revision + 1, name = coalesce(${name}, d.name), name_key = coalesce(${key}, d.name_key)
      from permitted where ${definition(sql, "d", space, kind, id)} and d.revision = ${expected}
      returning d.revision
    ), made as (
      ${insertRevision(sql)}
      select r.tenant_id, r.project_id, r.kind, r.definition_id, head.revision,
        coalesce(${name}, r.name), coalesce(${key}, r.name_key),
        case when ${content.keep} then r.description else ${content.description}::text end,
        coalesce(${content.source}, r.source), coalesce(${content.settings}, r.settings),
        coalesce(${content.refs}, r.refs), ${origin}, r.created_at, r.created_by, ${inOrder(sql, "r", sql`${content.at}`)}, ${content.by}
      from head, agent_operations.revisions as r
      where ${revisionsOf(sql, "r", space, kind, id)} and r.revision = ${expected}
      returning *
    ) ${replaceReferences(sql, content.refs !== null)} ${recordChange(sql, "updated")}
    ${foundAndMade(sql)} from permitted cross join agent_operations.definitions as d left join made on true
    where ${definition(sql, "d", space, kind, id)}`

/** Many writes to different definitions, of those that nobody else is writing and that are as they are expected. */
const appendMany = (
  sql: SqlClient,
  space: Space,
  kind: KindPolicy,
  writes: ReadonlyArray<Append>,
  condition: Fragment
) =>
  // moments: none waits, and what is not as expected is asked for again, alone
  sql<AppendRow>`
    with ${permitted(sql, condition)}, asked as (
      select asked.* from permitted cross join json_to_recordset(${rowsOf(writes)}::json) as asked(
        id text, expected integer, name text, key text, keep boolean, description text, source text, settings text,
        refs text, at timestamptz, by text
      )
    ), free as (
      select asked.* from asked cross join lateral (
        select 1 from agent_operations.definitions as d
        where ${within(sql, "d", space, kind)} and d.id = asked.id and d.revision = asked.expected
        for no key update skip locked
      ) as d
    ), head as (
      update agent_operations.definitions as d
      set revision = d.revision + 1, name = coalesce(free.name, d.name), name_key = coalesce(free.key, d.name_key)
      from free where ${within(sql, "d", space, kind)} and d.id = free.id and d.revision = free.expected
        and d.id = any(${writes.map(({ id }) => id)}::text[])
      returning d.tenant_id, d.project_id, d.kind, d.id, d.revision
    ), made as (
      ${insertRevision(sql)}
      select r.tenant_id, r.project_id, r.kind, r.definition_id, head.revision,
        coalesce(free.name, r.name), coalesce(free.key, r.name_key),
        case when free.keep then r.description else free.description end,
        coalesce(free.source, r.source), coalesce(free.settings, r.settings),
        coalesce(free.refs, r.refs), ${origin}, r.created_at, r.created_by, ${inOrder(sql, "r", sql.literal("free.at"))}, free.by
      from head join free on free.id = head.id 
      cross join ${revisionAt(sql, "head", sql.literal("free.expected"))}
      returning *
    ) ${replaceReferences(
      sql,
      writes.some(({ refs }) => refs !== null)
    )} ${recordChange(sql, "updated")}
    ${foundAndMade(sql)} from ${lookUp(
      sql,
      sql`asked`,
      "d",
      sql`select * from agent_operations.definitions as d where ${within(sql, "d", space, kind)} and d.id = asked.id`
    )} left join made on made.definition_id = asked.id`

const sizeOf = ({ source, settings, refs }: Append) =>
  (source?.length ?? 0) + (settings?.length ?? 0) + (refs?.length ?? 0)

/** What became of a write; undefined where nothing was written, and what the statement saw does not say why. */
const outcomeOf = (row: AppendRow, expected: number) => {
  if (row.revision !== null) return Effect.succeed(toEncoded(row))
  return row.current_revision === expected ? undefined : Effect.fail(conflict(expected, row.current_revision))
}

/**
 * Appends a revision to a definition whose current one is `expectedRevision`; those of one turn of the event loop share
 * a statement where nothing stands in the way of any. Laws: R2, R3, R4.
 */
export const append = (sql: SqlClient) => {
  const shared = batchedWrite(sql, {
    size: sizeOf,
    statement: (space, kind, writes: ReadonlyArray<Append>, condition) =>
      writes.length === 1 ? appendOne(sql, writes[0]!, condition) : appendMany(sql, space, kind, writes, condition),
    overtaken: ({ asked_id, current_revision, revision }): AppendRow => ({
      asked_id,
      current_revision: revision ?? current_revision,
      revision: null
    })
  })
  return Effect.fnUntraced(function* (
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
    const guarding = yield* CurrentGuard
    const asked: Append = {
      space,
      kind,
      id,
      guard: guarding?.guard,
      expected: expectedRevision,
      name: newName ?? null,
      key: newName === undefined ? null : nameKey(newName),
      keep: changes.description === undefined,
      description: changes.description ?? null,
      source: json(changes.source),
      settings: json(changes.settings),
      refs: json(references),
      at: DateTime.toDateUtc(yield* DateTime.now),
      by: JSON.stringify(actor)
    }
    /** What became of it. The guard held where there is a row; without one, nothing may be told. */
    const told = (row: AppendRow | undefined) => {
      if (guarding !== undefined) guarding.held = row !== undefined
      return row === undefined ? Effect.fail(notFound(kind, id)) : outcomeOf(row, expectedRevision)
    }
    const seen = yield* shared(asked)
    const outcome = seen && told(seen)
    if (outcome !== undefined) return yield* outcome
    return yield* write(
      sql,
      conditionOf(sql, asked.guard).pipe(
        Effect.flatMap((condition) => appendOne(sql, asked, condition)),
        Effect.flatMap(([row]) => told(row) ?? explainUnchanged(sql, space, kind, id, expectedRevision))
      ),
      {
        name: () => nameTaken(kind, newName ?? ""),
        // Kept references exist for as long as the revision that has them is current.
        reference: () => (references ? explainReferences(sql, space, references) : new Moved())
      }
    )
  })
}
