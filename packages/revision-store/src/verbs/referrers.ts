import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { notFound } from "../internal/failures.ts"
import { definition } from "../internal/fragments.ts"
import type { KindPolicy, Referrer, Space } from "../model.ts"

type ReferrerRow = Referrer | { readonly kind: null }

const isReferrer = (row: ReferrerRow): row is Referrer => row.kind !== null

/** Lists whose current revision refers to a definition, by kind, ID and alias. Law: P7. */
export const referrers = (sql: SqlClient) =>
  Effect.fnUntraced(function* (space: Space, kind: KindPolicy, id: string, limit: number) {
    const rows = yield* sql<ReferrerRow>`
      select page.* from agent_operations.definitions as target left join lateral (
        select d.kind, d.id, d.name, d.revision, x.alias, x.to_revision as "pinnedRevision"
        from (
          select * from agent_operations.definition_references as x
          where (x.tenant_id, x.project_id, x.to_kind, x.to_id)
            = (target.tenant_id, target.project_id, target.kind, target.id)
          order by x.from_kind, x.from_id, x.alias
          limit ${limit + 1}
        ) as x
        cross join lateral (
          select * from agent_operations.definitions as d
          where (d.tenant_id, d.project_id, d.kind, d.id) = (x.tenant_id, x.project_id, x.from_kind, x.from_id) offset 0
        ) as d
        order by x.from_kind, x.from_id, x.alias
      ) as page on true
      where ${definition(sql, "target", space, kind, id)}`
    if (rows.length === 0) return yield* notFound(kind, id)
    const items = rows.filter(isReferrer)
    return { items: items.slice(0, limit), hasMore: items.length > limit }
  })
