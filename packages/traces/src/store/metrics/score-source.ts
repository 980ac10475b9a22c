import type { SqlClient } from "effect/sql"
import { type Fields, makeFields, type SqlField, spanIdText } from "../fields.ts"
import { noSpan, type Space } from "../keys.ts"
import { makeVisible } from "../visible.ts"
import type { MetricsQuery, ReadingOptions } from "./MetricsQuery.ts"
import type { Numbers, RowsOf } from "./numbers.ts"
import { conditionsOf, type Source, textOf, valueOf } from "./source.ts"

/** Scores are no errors. */
const rows: RowsOf = { isError: "false", userId: "h.user_id", sessionId: "h.session_id" }

// A text, which is the shortest that is this number: as a double it would be cut to fifteen digits.
const numbers: Numbers = { value: { value: "s.number_value", exact: "s.number_value::text::numeric" } }

/** What scores are grouped by that they say themselves. */
const ofScore: ReadonlySet<string> = new Set(["name", "label"])

const columns: Readonly<Record<string, readonly [type: "string" | "number", value: string]>> = {
  name: ["string", "s.name"],
  spanId: ["string", `case when s.span_id <> ${noSpan} then ${spanIdText("s.span_id")} end`],
  dataType: ["string", "s.data_type"],
  value: ["number", "s.number_value"],
  label: ["string", "s.label"],
  source: ["string", "s.source"],
  annotatorKind: ["string", "s.annotator_kind"],
  identifier: ["string", "s.identifier"]
}

/** The fields of a score `s`, and of the head `h` of its trace. */
const scoreFields =
  (sql: SqlClient.SqlClient, ofTrace: Fields): Fields =>
  (path) => {
    if (!path.startsWith("score.")) return ofTrace(path)
    const column = columns[path.slice("score.".length)]
    if (column === undefined) return undefined
    return { by: "sql", type: column[0], value: sql.literal(column[1]) } satisfies SqlField
  }

/** Scores of traces and of their spans, by the start of the trace: those of traces that have not come are not counted. */
export const scoreSource = (
  sql: SqlClient.SqlClient,
  space: Space,
  { from, to, filters }: MetricsQuery,
  { retentionNanos, idleNanos }: ReadingOptions
): Source => {
  const { tenant, project } = space
  const fields = scoreFields(sql, makeFields(sql, space, { idleNanos }))
  return {
    from: sql`agent_operations.trace_heads as h join agent_operations.trace_scores as s on s.trace_id = h.trace_id`,
    conditions: [
      makeVisible(sql, retentionNanos)(space),
      sql`s.tenant_id = ${tenant} and s.project_id = ${project}`,
      sql`h.started_ns >= ${from}::bigint and h.started_ns < ${to}::bigint`,
      ...conditionsOf(sql, fields, filters)
    ],
    time: "h.started_ns",
    rows,
    numbers,
    dimension: (name) => textOf(sql, valueOf(fields, `${ofScore.has(name) ? "score" : "trace"}.${name}`))
  }
}
