import { batched, parameterRows } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { notFound } from "../internal/failures.ts"
import { within } from "../internal/fragments.ts"
import { type Asked, groupOf } from "../internal/batched-write.ts"
import type { KindPolicy, Referrer, Space } from "../model.ts"

interface Wanted extends Asked {
  readonly limit: number
}

export interface ReferrersPage {
  readonly items: ReadonlyArray<Referrer>
  readonly hasMore: boolean
}

/** A referrer of one of those asked for, counted from 1; of one that nobody refers to, a row without any. */
type ReferrerRow = { readonly place: number } & (Referrer | { readonly kind: null })

const identity = ({ id, limit }: Wanted) => `${id} ${limit}`

/** The pages of referrers of some definitions of one kind in one space, with one statement. */
const pagesOf = (sql: SqlClient) =>
  batched(sql, {
    identity,
    group: groupOf,
    ask: (wanted) => {
      const { space, kind } = wanted[0]
      const given = parameterRows(sql, [
        ["text", wanted.map(({ id }) => id)],
        ["integer", wanted.map(({ limit }) => limit + 1)],
        ["integer", wanted.map((_, index) => index + 1)]
      ])
      return Effect.map(
        sql<ReferrerRow>`
          select asked.place, page.kind, page.id, page.name, page.revision, page.alias, page."pinnedRevision"
          from ${given} as asked(id, rows, place)
          cross join lateral (
            select * from agent_operations.definitions as d
            where ${within(sql, "d", space, kind)} and d.id = asked.id offset 0
          ) as target
          left join lateral (
            (select d.kind, d.id, d.name, d.revision, x.alias, x.to_revision as "pinnedRevision", x.nth
            from (
              select x.*, row_number() over (order by x.from_kind, x.from_id, x.alias) as nth
              from agent_operations.definition_references as x
              where (x.tenant_id, x.project_id, x.to_kind, x.to_id)
                = (target.tenant_id, target.project_id, target.kind, target.id)
              order by x.from_kind, x.from_id, x.alias
              limit asked.rows
            ) as x
            cross join lateral (
              select * from agent_operations.definitions as d
              where (d.tenant_id, d.project_id, d.kind, d.id) = (x.tenant_id, x.project_id, x.from_kind, x.from_id)
              offset 0
            ) as d)
            union all
            (select p.by_kind, p.by_id, p.by_name, 1, p.alias, p.to_revision,
              asked.rows + row_number() over (order by p.by_kind, p.by_id, p.alias)
            from agent_operations.definition_pins as p
            where (p.tenant_id, p.project_id, p.to_kind, p.to_id)
              = (target.tenant_id, target.project_id, target.kind, target.id)
            order by p.by_kind, p.by_id, p.alias
            limit asked.rows)
          ) as page on true
          order by asked.place, page.nth`,
        (rows) => {
          const pages = new Map<string, Array<Referrer>>()
          for (const row of rows) {
            const key = identity(wanted[row.place - 1]!)
            const items = pages.get(key) ?? []
            pages.set(key, items)
            if (row.kind === null) continue
            // Member by member: a spread of each of hundreds of rows costs as much as reading them.
            const { kind, id, name, revision, alias, pinnedRevision } = row
            items.push({ kind, id, name, revision, alias, pinnedRevision })
          }
          return pages
        }
      )
    }
  })

/**
 * Lists whose current revision refers to a definition, by kind, ID and alias; and after them what works with it and has not
 * ended, which has one revision, as it never changes. Law: P7.
 */
export const referrers = (sql: SqlClient) => {
  const pages = pagesOf(sql)
  return Effect.fnUntraced(function* (space: Space, kind: KindPolicy, id: string, limit: number) {
    const items = yield* pages({ space, kind, id, limit })
    if (items === undefined) return yield* notFound(kind, id)
    return { items: items.slice(0, limit), hasMore: items.length > limit } satisfies ReferrersPage
  })
}

export type Referrers = ReturnType<typeof referrers>
