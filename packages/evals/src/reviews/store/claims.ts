import type { Actor } from "@agent-operations/contract"
import { isUniqueViolation } from "@agent-operations/database"
import type { Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { ItemKey, Scope } from "./scope.ts"

/** A place that somebody holds. */
export interface Claim {
  readonly ordinal: number
  readonly slot: number
}

/** Claims of slots, each decided by one statement on the slot's row. Laws: H2, H3. */
export const makeClaims = (sql: SqlClient.SqlClient, scope: Scope) => {
  /**
   * Holds the first of some slots that is free, or whose time is over, or that is this person's already: in a session that
   * is open to them, of an item that they have no other place of. Where they come twice at the same time, the constraint
   * lets one have it, and the other looks again. What is free is looked for once, since a join could look for it again at
   * each row.
   */
  const take = (space: Space, sessionId: string, by: Actor, which: Statement.Fragment) =>
    Effect.map(
      // moments: a place claimed while its session closes is held for nothing; the constraint keeps two of an item apart
      sql<Claim>`
        with free as materialized (
          select o.ordinal, o.slot, r.reservation_minutes * interval '1 minute' as held_for
          from agent_operations.review_slots as o
          join agent_operations.review_sessions as r
            on r.tenant_id = o.tenant_id and r.project_id = o.project_id and r.id = o.session_id
          where ${scope.session("o", space, sessionId)} and ${which} and o.submitted_at is null
            and (o.reviewer_id is null or o.held_until <= now() or o.reviewer_id = ${by.id})
            and r.status = 'open' and (cardinality(r.assignees) = 0 or ${by.id} = any(r.assignees))
            and not exists (
              select from agent_operations.review_slots as m
              where ${scope.session("m", space, sessionId)} and m.ordinal = o.ordinal and m.slot <> o.slot
                and m.reviewer_id = ${by.id})
          order by o.ordinal, o.slot limit 1 for update of o skip locked)
        update agent_operations.review_slots as s
        set reviewer_id = ${by.id}, reviewer = ${JSON.stringify(by)}, held_until = now() + free.held_for
        from free
        where ${scope.session("s", space, sessionId)} and s.ordinal = free.ordinal and s.slot = free.slot
        returning s.ordinal, s.slot`,
      ([claim]) => claim
    ).pipe(Effect.retry({ times: 10, while: isUniqueViolation }))

  const release = (space: Space, key: ItemKey, by: Actor) =>
    Effect.map(
      sql`
        update agent_operations.review_slots as s set reviewer_id = null, reviewer = null, held_until = null
        where ${scope.item("s", space, key)} and s.reviewer_id = ${by.id} and s.submitted_at is null returning s.slot`,
      (rows) => rows.length > 0
    )

  return {
    /** Gives a slot back that is held by somebody; false where it is not. */
    release,

    /** Holds a slot of one item. */
    claimOne: (space: Space, { sessionId, ordinal }: ItemKey, by: Actor) =>
      take(space, sessionId, by, sql`o.ordinal = ${ordinal}`),

    /** Holds the slot that they hold already, or the next one of a session, by ordinal. */
    claimNext: Effect.fnUntraced(function* (space: Space, sessionId: string, by: Actor) {
      const held = yield* take(space, sessionId, by, sql`o.reviewer_id = ${by.id} and o.held_until > now()`)
      return held ?? (yield* take(space, sessionId, by, sql`true`))
    }),

    /** Gives a slot back, where they hold it, and holds the next one after it, and after the last the first. */
    skip: Effect.fnUntraced(function* (space: Space, key: ItemKey, by: Actor) {
      yield* release(space, key, by)
      const after = yield* take(space, key.sessionId, by, sql`o.ordinal > ${key.ordinal}`)
      return after ?? (yield* take(space, key.sessionId, by, sql`o.ordinal <= ${key.ordinal}`))
    })
  }
}
