import type { SqlClient, Statement } from "effect/sql"
import { type Filter, passes } from "../../rows/filter.ts"
import { spanKinds, spanTypes } from "@agent-operations/contract/traces"
import { arrayText } from "../columns.ts"
import { errorStatus, statuses } from "../fact-columns.ts"
import { makeFields } from "../fields.ts"
import type { Space } from "../keys.ts"
import { makeAge, makeVisibleById, oldestStart } from "../visible.ts"
import type { MetricsQuery, ReadingOptions } from "./MetricsQuery.ts"
import { integer, millisBetween, type Numbers, pico, type RowsOf } from "./numbers.ts"
import { conditionsOf, type Dimension, type Source, textOf, valueOf } from "./source.ts"

const rows: RowsOf = { isError: `f.status = ${errorStatus}`, userId: "h.user_id", sessionId: "h.session_id" }

const numbers: Numbers = {
  durationMs: millisBetween("f.started_ns", "f.ended_ns"),
  cost: { value: "f.cost", exact: "f.cost_pico", unit: pico },
  inputTokens: integer("f.input_tokens"),
  outputTokens: integer("f.output_tokens"),
  totalTokens: integer("f.total_tokens"),
  timeToFirstTokenMs: millisBetween("f.started_ns", "f.first_token_ns")
}

/** What spans are grouped by that their facts say. */
const ofSpan: ReadonlySet<string> = new Set(["name", "type", "status", "model", "provider"])

/** The texts that columns have the codes of. */
const codes: Readonly<Record<string, ReadonlyArray<string>>> = { type: spanTypes, status: statuses, kind: spanKinds }

/** A filter on a column of codes, decided once a code and not once a row. */
const codeCondition = (sql: SqlClient.SqlClient, filter: Filter): Statement.Fragment | undefined => {
  const column = filter.field.slice("span.".length)
  const passing = codes[column]?.flatMap((text, code) => (passes(filter, "string", text) ? [code] : []))
  return passing && sql`f.${sql.literal(column)} = any(${arrayText(passing)}::smallint[])`
}

/** Whether a query needs to know of a span which trace it is of. */
const asksOfTraces = ({ dimensions, filters, measures }: MetricsQuery) =>
  dimensions.some((name) => !ofSpan.has(name)) ||
  filters.some(({ field }) => field.startsWith("trace.")) ||
  measures.some(({ aggregation }) => aggregation === "distinctUsers" || aggregation === "distinctSessions")

/**
 * Spans, by their own start. Of a deleted trace there are none. Of one that is older than the retention there may be some
 * for a while: where heads are not looked up anyway, those that are too old are left out, which are few.
 */
export const spanSource = (
  sql: SqlClient.SqlClient,
  space: Space,
  query: MetricsQuery,
  { retentionNanos, idleNanos }: ReadingOptions
): Source => {
  const { tenant, project } = space
  const { from, to, filters } = query
  const fields = makeFields(sql, space, { idleNanos })
  const withHeads = asksOfTraces(query)
  const conditions: Array<Statement.Fragment> = [
    sql`f.tenant_id = ${tenant} and f.project_id = ${project}`,
    sql`f.started_ns >= ${from}::bigint and f.started_ns < ${to}::bigint`
  ]
  // So that no other partition is looked at.
  const buckets = (by: "min" | "max") => sql`(
    select ${sql.literal(by)}(b.bucket) from agent_operations.trace_buckets as b
    where b.max_started_ns >= ${from}::bigint and b.min_started_ns < ${to}::bigint)`
  conditions.push(sql`f.bucket >= ${buckets("min")} and f.bucket <= ${buckets("max")}`)
  if (withHeads) conditions.push(makeVisibleById(sql, retentionNanos)(space, sql`f.trace_id`))
  else if (retentionNanos !== undefined) {
    const oldest = oldestStart(sql, retentionNanos)
    // A trace came and begins no later than in the week of its bucket. Heads of weeks that are wholly older may be gone.
    conditions.push(sql`f.bucket > (to_timestamp(${oldest} / 1000000000) at time zone 'utc')::date - 7`)
    // By a hash, however many they are: a join would be planned for what statistics say of a time that moves.
    conditions.push(sql`f.trace_id not in (
      select h.trace_id from agent_operations.trace_heads as h
      where h.tenant_id = ${tenant} and h.project_id = ${project} and h.deleted_at is null and ${makeAge(sql, retentionNanos).beyond})`)
  }
  const heads = sql.literal(withHeads ? "cross join agent_operations.trace_heads as h" : "")
  const others: Array<Filter> = []
  for (const filter of filters) {
    const condition = filter.field.startsWith("span.") ? codeCondition(sql, filter) : undefined
    if (condition === undefined) others.push(filter)
    else conditions.push(condition)
  }
  return {
    from: sql`agent_operations.trace_spans as f ${heads}`,
    conditions: [...conditions, ...conditionsOf(sql, fields, others)],
    time: "f.started_ns",
    rows,
    numbers,
    dimension: (name): Dimension => {
      const known = codes[name]
      if (known !== undefined) return { value: sql.literal(`f.${name}`), codes: known }
      return textOf(sql, valueOf(fields, `${ofSpan.has(name) ? "span" : "trace"}.${name}`))
    }
  }
}
