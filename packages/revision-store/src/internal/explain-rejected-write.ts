import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { nameKey } from "./name-key.ts"
import { definition, within } from "./fragments.ts"
import type { KindPolicy, References, Space } from "../model.ts"
import { conflict, invalidReference, Moved, nameTaken, notFound, referenceNotFound } from "./failures.ts"

/** The current revision of a definition; undefined where there is none. */
export const currentRevision = (sql: SqlClient, space: Space, kind: KindPolicy, id: string) =>
  Effect.map(
    sql<{ revision: number }>`
      select revision from agent_operations.definitions where ${definition(sql, "definitions", space, kind, id)}`,
    ([row]) => row?.revision
  )

/**
 * Explains why a write guarded by `expectedRevision` changed nothing. If the guard would hold by now, another write came in
 * between. Law: R3.
 */
export const explainUnchanged = Effect.fnUntraced(function* (
  sql: SqlClient,
  space: Space,
  kind: KindPolicy,
  id: string,
  expectedRevision: number
) {
  yield* requireRevision(sql, space, kind, id, expectedRevision)
  return yield* new Moved()
})

/** Explains which references point at nothing, after the schema rejected them. Law: R7. */
export const explainReferences = Effect.fnUntraced(function* (sql: SqlClient, space: Space, references: References) {
  const missing = yield* sql<{ alias: string }>`
    select used.key as alias from json_each(${JSON.stringify(references)}::json) as used
    where not exists (
      select from agent_operations.definitions as d
      where d.tenant_id = ${space.tenant} and d.project_id = ${space.project}
        and d.kind = used.value ->> 'kind' and d.id = used.value ->> 'id' offset 0
    ) or (used.value ->> 'revision') is not null and not exists (
      select from agent_operations.revisions as r
      where r.tenant_id = ${space.tenant} and r.project_id = ${space.project}
        and r.kind = used.value ->> 'kind' and r.definition_id = used.value ->> 'id'
        and r.revision = (used.value ->> 'revision')::integer offset 0
    )
    order by used.key`
  if (missing.length === 0) return yield* new Moved()
  return yield* referenceNotFound(missing.map(({ alias }) => alias))
})

/** Fails unless a definition is there, at the revision that the caller last saw. */
export const requireRevision = Effect.fnUntraced(function* (
  sql: SqlClient,
  space: Space,
  kind: KindPolicy,
  id: string,
  expectedRevision: number
) {
  const current = yield* currentRevision(sql, space, kind, id)
  if (current === undefined) return yield* notFound(kind, id)
  if (current !== expectedRevision) return yield* conflict(expectedRevision, current)
})

/** The content that a write would give to a definition; `id` is that of the one it changes, if any. */
interface Intent<E> {
  readonly id?: string
  readonly name: string | undefined
  readonly references: References | undefined
  /** Fails with the errors that come before those of the name and the references. */
  readonly guard: Effect.Effect<void, E>
}

/**
 * Refuses references that are invalid whatever else exists, but only after every error that comes before them.
 * Source: the wire's order of checks (404, 409, 422).
 */
export const refuseInvalid = Effect.fnUntraced(function* <E>(
  sql: SqlClient,
  space: Space,
  kind: KindPolicy,
  { id, name, references, guard }: Intent<E>
) {
  const invalid = references && invalidReference(kind, id, references)
  if (invalid === undefined) return
  yield* guard
  if (name !== undefined) {
    const [other] = yield* sql<{ id: string }>`
      select id from agent_operations.definitions
      where ${within(sql, "definitions", space, kind)} and name_key = ${nameKey(name)} and name_key <> ''`
    if (other !== undefined && other.id !== id) return yield* nameTaken(kind, name)
  }
  return yield* invalid
})
