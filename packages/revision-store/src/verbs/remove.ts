import { StillReferenced } from "@agent-operations/error-envelope"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { Moved } from "../internal/failures.ts"
import { definition, recordChange } from "../internal/fragments.ts"
import { requireRevision } from "../internal/explain-rejected-write.ts"
import { write } from "../internal/write.ts"
import type { Actor, KindPolicy, Space } from "../model.ts"
import type { Referrers } from "./referrers.ts"

/** How many of the definitions that hold one are named when it cannot be deleted. Source: the wire's table of errors. */
const namedReferrers = 20

/**
 * Deletes a definition whose current revision is `expectedRevision` and which no current revision of another refers
 * to, and no work in progress pins. `record` is a part of the statement that writes what is to be known of the row of `gone`
 * elsewhere. Its revisions stay, and a record of who deleted it, from which it can be recovered. Laws: R4, R7, R8, R12.
 */
export const remove = (sql: SqlClient, referrers: Referrers) =>
  Effect.fnUntraced(function* (
    space: Space,
    kind: KindPolicy,
    id: string,
    expectedRevision: number,
    actor: Actor,
    record?: (gone: Fragment, at: Date) => Fragment
  ) {
    const now = DateTime.toDateUtc(yield* DateTime.now)
    // The foreign key alone would look at every referrer before it refuses.
    const referring = sql`x.tenant_id = ${space.tenant} and x.project_id = ${space.project}
      and x.to_kind = ${kind.name} and x.to_id = ${id}`
    // moments: a reference that was made during the wait is found by the foreign key
    const statement = sql<{ revision: number }>`
      with gone as (
        delete from agent_operations.definitions as d
        where ${definition(sql, "d", space, kind, id)} and d.revision = ${expectedRevision}
          and (select true from agent_operations.definition_references as x where ${referring} limit 1) is null
        returning d.*
      ), buried as (
        insert into agent_operations.deleted_definitions
          (tenant_id, project_id, kind, id, position, name, revision, deleted_at, deleted_by)
        select tenant_id, project_id, kind, id, position, name, revision, ${now}, ${JSON.stringify(actor)} from gone
        returning *
      ) ${recordChange(sql, "deleted")}${
        record === undefined ? sql.literal("") : sql`, recorded as (${record(sql`gone`, now)})`
      }
      select revision from gone`
    const held = Effect.gen(function* () {
      const { items, hasMore } = yield* referrers(space, kind, id, namedReferrers)
      if (items.length === 0) return yield* new Moved()
      return yield* new StillReferenced({
        message: `The ${kind.title} is still referenced by ${items.map(({ name }) => `"${name}"`).join(", ")}.`,
        details: { referencedBy: items, hasMore }
      })
    })
    yield* write(
      sql,
      Effect.flatMap(statement, ([row]) =>
        row === undefined ? Effect.andThen(requireRevision(sql, space, kind, id, expectedRevision), held) : Effect.void
      ),
      { name: () => new Moved(), reference: () => held }
    )
    return { id, revision: expectedRevision }
  })
