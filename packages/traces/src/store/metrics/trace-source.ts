import type { SqlClient } from "effect/sql"
import { makeFields } from "../fields.ts"
import type { Space } from "../keys.ts"
import { makeVisible } from "../visible.ts"
import type { MetricsQuery, ReadingOptions } from "./MetricsQuery.ts"
import { integer, millisBetween, type Numbers, pico, type RowsOf } from "./numbers.ts"
import { conditionsOf, type Dimension, type Source, textOf, valueOf } from "./source.ts"

const rows: RowsOf = { isError: "h.root_ended and h.root_error", userId: "h.user_id", sessionId: "h.session_id" }

const numbers: Numbers = {
  durationMs: { ...millisBetween("h.started_ns", "h.ended_ns"), value: "h.duration_ms" },
  cost: { value: `(h.cost_pico * ${pico})::float8`, exact: "h.cost_pico", unit: pico },
  inputTokens: integer("h.input_tokens"),
  outputTokens: integer("h.output_tokens"),
  totalTokens: integer("h.total_tokens"),
  spanCount: integer("h.span_count"),
  errorCount: integer("h.error_count")
}

/** Traces, by their own start. */
export const traceSource = (
  sql: SqlClient.SqlClient,
  space: Space,
  { dimensions, from, to, filters }: MetricsQuery,
  { retentionNanos, idleNanos }: ReadingOptions
): Source => {
  const fields = makeFields(sql, space, { idleNanos })
  const dimension = (name: string): Dimension => {
    if (name === "tags") return { value: sql.literal("tags.tag") }
    const value = valueOf(fields, `trace.${name}`)
    return name.startsWith("attributes.")
      ? { value: sql`(${value})::text collate "C"`, isJson: true }
      : textOf(sql, value)
  }
  const tags = dimensions.includes("tags")
    ? sql`cross join lateral (
        select distinct t.tag collate "C" as tag from jsonb_array_elements_text(h.tags) as t(tag)) as tags`
    : sql.literal("")
  return {
    from: sql`agent_operations.trace_heads as h ${tags}`,
    conditions: [
      makeVisible(sql, retentionNanos)(space),
      sql`h.started_ns >= ${from}::bigint and h.started_ns < ${to}::bigint`,
      ...conditionsOf(sql, fields, filters)
    ],
    time: "h.started_ns",
    rows,
    numbers,
    dimension
  }
}
