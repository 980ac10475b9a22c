import type { scoreDataTypes } from "@agent-operations/contract/traces"
import type { SqlClient } from "effect/sql"
import { Effect } from "effect"
import { noSpan, type Space, spanIdOf, spanKey, traceIdOf } from "./keys.ts"

export type ScoreDataType = (typeof scoreDataTypes)[number]

/** What of a score is its key: the same key again replaces the rest. Law: T18. */
export interface ScoreKey {
  readonly traceId: string
  /** Null for a score of the trace itself. */
  readonly spanId: string | null
  readonly name: string
  readonly identifier: string
}

/** What a score says. */
export interface ScoreContent {
  readonly dataType: ScoreDataType
  readonly value: number | boolean | string
  readonly label: string | null
  readonly explanation: string | null
  readonly source: "API" | "ANNOTATION" | "EVAL"
  readonly annotatorKind: "LLM" | "CODE" | "HUMAN"
  /** JSON. */
  readonly metadata: string
}

export interface Score extends ScoreKey, ScoreContent {
  readonly id: string
  readonly createdAt: Date
  /** Who created it, as JSON. */
  readonly createdBy: string
  readonly updatedAt: Date
}

export interface ScoreListOptions {
  readonly limit: number
  /** At most so many bytes of JSON, but for a single score. Law: P5. */
  readonly maxBytes: number
  /** Only scores of this span. */
  readonly spanId?: string | undefined
  /** The ID of the score that the page before ended with. */
  readonly after?: string | undefined
}

/** What a read selects of the scores `s`. */
export const scoreSelection = `
  s.trace_id::text, s.span_id, s.name, s.identifier, s.id, s.data_type, s.number_value, s.text_value, s.label,
  s.explanation, s.source, s.annotator_kind, s.metadata, s.created_at, s.created_by, s.updated_at, s.encoded_bytes`

/** A row of `scoreSelection`. */
export interface ScoreRow {
  readonly trace_id: string
  readonly span_id: bigint
  readonly name: string
  readonly identifier: string
  readonly id: string
  readonly data_type: ScoreDataType
  readonly number_value: number | null
  readonly text_value: string | null
  readonly label: string | null
  readonly explanation: string | null
  readonly source: Score["source"]
  readonly annotator_kind: Score["annotatorKind"]
  readonly metadata: string
  readonly created_at: Date
  readonly created_by: string
  readonly updated_at: Date
  readonly encoded_bytes: number
}

/** The value in its two columns: booleans are numbers, so that they can be averaged. */
export const valueColumns = (value: Score["value"]) =>
  typeof value === "string" ? { number: null, text: value } : { number: Number(value), text: null }

const valueOf = ({ data_type, number_value, text_value }: ScoreRow): Score["value"] => {
  if (number_value === null) return text_value ?? ""
  return data_type === "BOOLEAN" ? number_value !== 0 : number_value
}

export const toScore = (row: ScoreRow): Score => ({
  id: row.id,
  traceId: traceIdOf(row.trace_id),
  spanId: row.span_id === noSpan ? null : spanIdOf(row.span_id),
  name: row.name,
  identifier: row.identifier,
  dataType: row.data_type,
  value: valueOf(row),
  label: row.label,
  explanation: row.explanation,
  source: row.source,
  annotatorKind: row.annotator_kind,
  metadata: row.metadata,
  createdAt: row.created_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at
})

export const keyOf = (spanId: string | null): bigint => (spanId === null ? noSpan : spanKey(spanId))

/** Scores of a trace, newest first: their IDs are in the order in which they were made. */
export const readScores =
  (sql: SqlClient.SqlClient) =>
  ({ tenant, project }: Space, traceId: string, options?: Omit<ScoreListOptions, "maxBytes">) => {
    const { limit, spanId, after } = options ?? {}
    const ofSpan = spanId === undefined ? sql.literal("") : sql`and s.span_id = ${spanKey(spanId)}`
    const beyond = after === undefined ? sql.literal("") : sql`and s.id < ${after}`
    const most = limit === undefined ? sql.literal("") : sql`limit ${limit}`
    return Effect.map(
      sql<ScoreRow>`
        select ${sql.literal(scoreSelection)} from agent_operations.trace_scores as s
        where s.tenant_id = ${tenant} and s.project_id = ${project} and s.trace_id = ${traceId}::uuid ${ofSpan} ${beyond}
        order by s.id desc ${most}`,
      (rows) => rows.map((row) => ({ ...toScore(row), encodedBytes: row.encoded_bytes }))
    )
  }
