import { lookUp, lookUpOrNull } from "@agent-operations/database"
import { PayloadTooLarge } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { revisionAt } from "../internal/fragments.ts"
import type { GraphNode, References, Space } from "../model.ts"

/** How much of a graph is read at most: definitions, and bytes of JSON. */
export interface GraphOptions {
  readonly maxNodes: number
  readonly maxBytes: number
}

interface NodeRow {
  readonly kind: string
  readonly id: string
  readonly requested: number | null
  readonly revision: number | null
  readonly source: string
  readonly settings: string
  readonly refs: string
  readonly complete: boolean
}

/**
 * Reads every definition that references lead to, directly and through others, each as it is requested: at its current
 * revision or at a pinned one. A graph beyond the options is refused.
 */
export const graph = (sql: SqlClient) =>
  Effect.fnUntraced(function* (space: Space, references: References, { maxNodes, maxBytes }: GraphOptions) {
    const requested = sql.literal("coalesce(edge.requested, d.revision)")
    const definition = sql`
      select d.* from agent_operations.definitions as d
      where (d.tenant_id, d.project_id, d.kind, d.id) = (${space.tenant}, ${space.project}, edge.kind, edge.id)`
    const rows = yield* sql<NodeRow>`
      with recursive edge (kind, id, requested) as (
        select used.value ->> 'kind', used.value ->> 'id', (used.value ->> 'revision')::integer
        from json_each(${JSON.stringify(references)}::json) as used
        union
        select used.value ->> 'kind', used.value ->> 'id', (used.value ->> 'revision')::integer
        from ${lookUp(sql, sql`edge`, "d", definition)}
        cross join ${revisionAt(sql, "d", requested)}
        cross join lateral json_each(r.refs::json) as used
      ), node as (
        select edge.*, r.revision, r.source, r.settings, r.refs,
          sum(r.encoded_bytes) over (rows unbounded preceding) as bytes, row_number() over () as place
        from ${lookUpOrNull(sql, sql`(select * from edge limit ${maxNodes + 1}) as edge`, "d", definition)}
        left join ${revisionAt(sql, "d", requested)} on true
      )
      select node.kind, node.id, node.requested, node.revision, node.source, node.settings, node.refs,
        (select count(*) <= ${maxNodes} and coalesce(max(bytes), 0) <= ${maxBytes} from node) as complete
      from node where node.place = 1 or (node.place <= ${maxNodes} and coalesce(node.bytes, 0) <= ${maxBytes})`
    if (rows.some(({ complete }) => !complete)) {
      return yield* new PayloadTooLarge({
        message: `It uses more than ${maxNodes} definitions, or more than ${maxBytes} bytes of them.`,
        hint: "Check the definitions that it uses a few at a time.",
        details: { limitBytes: maxBytes }
      })
    }
    return rows.map((row): GraphNode => ({
      requested: { kind: row.kind, id: row.id, revision: row.requested },
      resolved:
        row.revision === null
          ? null
          : { revision: row.revision, source: row.source, settings: row.settings, references: row.refs }
    }))
  })
