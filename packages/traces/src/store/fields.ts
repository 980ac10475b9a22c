import type { FieldType } from "@agent-operations/contract/records"
import type { SqlClient, Statement } from "effect/sql"
import type { Json } from "../json.ts"
import { type FieldName, parseFieldPath } from "../rows/field-path.ts"
import { isIndex } from "../rows/value-at.ts"
import { spanKinds, spanTypes } from "@agent-operations/contract/traces"
import { statuses } from "./fact-columns.ts"
import { noSpan, type Space } from "./keys.ts"
import { isStorable } from "./storable.ts"

/** A field whose value the database has: filters on it and sorts by it are its own. */
export interface SqlField {
  readonly by: "sql"
  readonly type: FieldType
  /**
   * Its value, or null. By type: `string` is text, `number` is float8, `timestamp` are nanoseconds as a bigint (the value is
   * that in milliseconds, rounded down), `strings` and `json` are jsonb, of which JSON's null is null.
   */
  readonly value: Statement.Fragment
  /** Whether it equals a value, by an index. */
  readonly equals?: (value: Json) => Statement.Fragment | undefined
}

/** A field that is derived of bodies when they are read: filters on it and sorts by it are the process's own. */
export interface ProcessField {
  readonly by: "process"
  readonly type: FieldType
}

/** What the statements know of a built-in field; undefined where there is no such field. */
export type Fields = (path: string) => SqlField | ProcessField | undefined

export interface FieldOptions {
  /** For how long a trace that has not ended is `running` after its last change. */
  readonly idleNanos: bigint
}

const pick = (codes: ReadonlyArray<string>, column: string) => `(array['${codes.join("','")}'])[${column} + 1]`

/** A span ID in hexadecimal digits, of its key. */
export const spanIdText = (column: string) => `lpad(to_hex(${column} # (1::bigint << 63)), 16, '0')`

const hex = (column: string) => `replace(${column}::text, '-', '')`

/** The fields of a head `h`, but for its status and scores. */
const heads: Readonly<Record<Exclude<FieldName<"trace">, "status" | "scores">, string>> = {
  id: hex("h.trace_id"),
  name: "h.name",
  userId: "h.user_id",
  sessionId: "h.session_id",
  environment: "h.environment",
  release: "h.release",
  startedAt: "h.started_ns",
  endedAt: "h.ended_ns",
  updatedAt: "(extract(epoch from h.touched_at) * 1000000000)::bigint",
  durationMs: "h.duration_ms",
  spanCount: "h.span_count::float8",
  errorCount: "h.error_count::float8",
  inputTokens: "h.input_tokens::float8",
  outputTokens: "h.output_tokens::float8",
  totalTokens: "h.total_tokens::float8",
  cost: "(h.cost_pico * 0.000000000001)::float8",
  input: "h.input::jsonb",
  output: "h.output::jsonb",
  error: "h.error::jsonb",
  tags: "h.tags",
  attributes: "h.attributes",
  metadata: "h.metadata"
}

/** The fields of a fact `f`, but for scores; null for what only its body has. */
const facts: Readonly<Record<Exclude<FieldName<"span">, "scores">, string | null>> = {
  id: spanIdText("f.span_id"),
  traceId: hex("f.trace_id"),
  parentId: spanIdText("f.parent_id"),
  name: "f.name",
  kind: pick(spanKinds, "f.kind"),
  type: pick(spanTypes, "f.type"),
  status: pick(statuses, "f.status"),
  model: "f.model",
  provider: "f.provider",
  startedAt: "f.started_ns",
  endedAt: "f.ended_ns",
  firstTokenAt: "f.first_token_ns",
  durationMs: "(case when f.ended_ns is not null then greatest(f.ended_ns - f.started_ns, 0)::float8 / 1e6 end)",
  inputTokens: "f.input_tokens::float8",
  outputTokens: "f.output_tokens::float8",
  totalTokens: "f.total_tokens::float8",
  cacheReadTokens: "f.cache_read_tokens::float8",
  cacheWriteTokens: "f.cache_write_tokens::float8",
  reasoningTokens: "f.reasoning_tokens::float8",
  cost: "f.cost",
  input: null,
  output: null,
  error: null,
  tags: null,
  attributes: null,
  metadata: null
}

const isScalar = (value: Json) => value !== null && typeof value !== "object"

/**
 * The built-in fields of traces and spans as SQL over the heads `h` and the facts `f`, of which a statement has those that
 * its fields are of. Law: T14.
 *
 * @example
 * const field = makeFields(sql, space, { idleNanos })("trace.userId")
 * if (field?.by === "sql") yield* sql`select ${field.value} as "userId" from agent_operations.trace_heads as h where …`
 */
export const makeFields = (sql: SqlClient.SqlClient, space: Space, { idleNanos }: FieldOptions): Fields => {
  const { tenant, project } = space

  const status = sql`case when h.root_ended then case when h.root_error then 'error' else 'success' end
    when date_trunc('milliseconds', now()) - date_trunc('milliseconds', h.touched_at)
      <= ${String(idleNanos / 1000n)}::bigint * interval '1 microsecond' then 'running' else 'incomplete' end`

  const ofTrace = sql.literal("s.trace_id = h.trace_id")
  const scoresOf = (record: "trace" | "span") =>
    sql`s.tenant_id = ${tenant} and s.project_id = ${project} and s.number_value is not null and ${
      record === "trace"
        ? sql`${ofTrace} and s.span_id = ${noSpan}`
        : sql.literal("s.trace_id = f.trace_id and s.span_id = f.span_id")
    }`
  const score = (record: "trace" | "span", name: string) => sql`(
    select s.number_value from agent_operations.trace_scores as s where ${scoresOf(record)} and s.name = ${name}
    order by s.updated_at desc, s.id desc limit 1)`
  const scores = (record: "trace" | "span") => sql`(
    select coalesce(jsonb_object_agg(newest.name, newest.number_value), '{}') from (
      select distinct on (s.name) s.name, s.number_value from agent_operations.trace_scores as s
      where ${scoresOf(record)} order by s.name, s.updated_at desc, s.id desc
    ) as newest)`

  /** What is below a value of JSON, by the steps of a path: digits are of an item in a list, and of a member in an object. */
  const below = (value: Statement.Fragment, open: boolean, keys: ReadonlyArray<string>) =>
    keys.reduce(
      (at, key) => (!open && isIndex(key) ? sql`(${at} #> array[${key}::text])` : sql`(${at} -> ${key}::text)`),
      value
    )

  const equalId = (value: Json) =>
    typeof value === "string" && /^[0-9a-f]{32}$/.test(value) ? sql`h.trace_id = ${value}::uuid` : undefined

  const equalAttribute = (key: string) => (value: Json) =>
    isScalar(value)
      ? sql`agent_operations.scoped(h.tenant_id, h.project_id, h.attributes)
          @> ${JSON.stringify({ [`${tenant}/${project}`]: { [key]: value } })}::jsonb`
      : undefined

  return (path) => {
    const found = parseFieldPath(path)
    if (found === undefined) return undefined
    const { record, name, keys, type } = found
    const known = (value: Statement.Fragment, equals?: SqlField["equals"]): SqlField => ({
      by: "sql",
      type,
      value,
      ...(equals === undefined ? {} : { equals })
    })
    // Nothing that is stored has such a key.
    if (!keys.every(isStorable)) return known(sql.literal(type === "number" ? "null::float8" : "null::jsonb"))
    if (name === "scores") return known(keys.length === 0 ? scores(record) : score(record, keys[0]!))
    if (record === "trace" && name === "status") return known(status)
    const expression = record === "trace" ? heads[name as keyof typeof heads] : facts[name as keyof typeof facts]
    if (expression === null) return { by: "process", type }
    const value = sql.literal(expression)
    if (type !== "json") return known(value, path === "trace.id" ? equalId : undefined)
    const open = name === "attributes" || name === "metadata"
    const at = sql`nullif(${below(value, open, keys)}, 'null')`
    return known(at, name === "attributes" && keys.length === 1 ? equalAttribute(keys[0]!) : undefined)
  }
}
