import { retryDeadlocks } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { limits } from "../limits.ts"
import { type Recorder, type Space, traceIdOf } from "./keys.ts"
import {
  keyOf,
  readScores,
  type Score,
  type ScoreContent,
  type ScoreKey,
  type ScoreListOptions,
  type ScoreRow,
  scoreSelection,
  toScore,
  valueColumns
} from "./score-rows.ts"

/** A score to be written. */
export interface ScoreWrite extends ScoreKey, ScoreContent {
  /** The ID that it has if the key is new. */
  readonly id: string
  /** Who writes it, as JSON. */
  readonly by: string
  readonly recorder: Recorder
}

/** A score that was deleted, or why it was not. */
export type RemovedScore = Pick<ScoreKey, "traceId" | "name"> | "NOT_FOUND" | "OF_OTHERS"

export interface ScorePage {
  readonly items: ReadonlyArray<Score>
  /** The ID that the next page comes after; null where there is none. */
  readonly next: string | null
}

/** Why a score was not kept. */
export type RefusedScore = "TRACE_DELETED" | "TOO_MANY_SCORES" | "OF_OTHERS"

/** Scores of traces and spans, which may come before them. Law: T18. */
export const makeScores = (sql: SqlClient.SqlClient) => ({
  /**
   * Writes a score, or tells why not: one with the same key is replaced, where the recorder may, and keeps its ID and whose
   * it is. The trace's head, where there is one, is locked, so that the score is deleted with it or refused after it. Laws:
   * T18, T19, T25.
   */
  put: Effect.fnUntraced(function* (
    { tenant, project }: Space,
    score: ScoreWrite
  ): Effect.fn.Return<Score | RefusedScore, SqlError.SqlError> {
    const { number, text } = valueColumns(score.value)
    const spanKey = keyOf(score.spanId)
    const ofSame = sql`s.tenant_id = ${tenant} and s.project_id = ${project} and s.trace_id = ${score.traceId}::uuid
      and s.span_id = ${spanKey}::bigint`
    // moments: the head is locked, and says if it is deleted; beyond the limit are at most those that write at once
    const [row] = yield* sql<ScoreRow>`
        with head as materialized (
          select h.deleted_at from agent_operations.trace_heads as h
          where h.tenant_id = ${tenant} and h.project_id = ${project} and h.trace_id = ${score.traceId}::uuid for share
        )
        insert into agent_operations.trace_scores as s (tenant_id, project_id, trace_id, span_id, name, identifier, id,
          data_type, number_value, text_value, label, explanation, source, annotator_kind, metadata, created_by, recorder)
        select ${tenant}, ${project}, ${score.traceId}::uuid, ${spanKey}::bigint, ${score.name},
          ${score.identifier}, ${score.id}, ${score.dataType}, ${number}::double precision, ${text}::text,
          ${score.label}::text, ${score.explanation}::text, ${score.source}, ${score.annotatorKind}, ${score.metadata},
          ${score.by}, ${score.recorder.id}::uuid
        where not exists (select from head where head.deleted_at is not null) and (
          exists (
            select from agent_operations.trace_scores as s
            where ${ofSame} and s.name = ${score.name} and s.identifier = ${score.identifier}
          ) or (select count(*) from agent_operations.trace_scores as s where ${ofSame}) < ${limits.scores}::int)
        on conflict (tenant_id, project_id, trace_id, span_id, name, identifier) do update set
          data_type = excluded.data_type, number_value = excluded.number_value, text_value = excluded.text_value,
          label = excluded.label, explanation = excluded.explanation, source = excluded.source,
          annotator_kind = excluded.annotator_kind, metadata = excluded.metadata,
          updated_at = greatest(s.updated_at, excluded.updated_at)
        where ${score.recorder.replaces} or s.recorder = excluded.recorder
        returning ${sql.literal(scoreSelection)}`
    if (row !== undefined) return toScore(row)
    const deleted = yield* sql`
      select from agent_operations.trace_heads as h
      where h.tenant_id = ${tenant} and h.project_id = ${project} and h.trace_id = ${score.traceId}::uuid
        and h.deleted_at is not null`
    if (deleted.length > 0) return "TRACE_DELETED"
    const there = yield* sql`
      select from agent_operations.trace_scores as s
      where ${ofSame} and s.name = ${score.name} and s.identifier = ${score.identifier}`
    return there.length > 0 ? "OF_OTHERS" : "TOO_MANY_SCORES"
  }),

  /** A page of a trace's scores, newest first. */
  list: (space: Space, traceId: string, options: ScoreListOptions): Effect.Effect<ScorePage, SqlError.SqlError> =>
    Effect.map(readScores(sql)(space, traceId, { ...options, limit: options.limit + 1 }), (found) => {
      let bytes = 0
      const fits = found.findIndex((score, n) => (bytes += score.encodedBytes) > options.maxBytes && n > 0)
      const items = found.slice(0, Math.min(options.limit, fits === -1 ? found.length : fits))
      return { items, next: items.length === found.length ? null : (items.at(-1)?.id ?? null) }
    }),

  /**
   * Deletes a score that the recorder gave, or may delete, with what is to be recorded of that; whose it is, is who gave it
   * first. Law: T25.
   */
  remove: Effect.fnUntraced(function* (
    { tenant, project }: Space,
    id: string,
    by: Recorder,
    record: (score: Pick<ScoreKey, "traceId" | "name">) => Effect.Effect<void, SqlError.SqlError>
  ): Effect.fn.Return<RemovedScore, SqlError.SqlError> {
    const ofScore = sql`s.tenant_id = ${tenant} and s.project_id = ${project} and s.id = ${id} and s.id > ''`
    const [gone] = yield* retryDeadlocks(
      sql.withTransaction(
        Effect.tap(
          sql<Pick<ScoreRow, "trace_id" | "name">>`
          delete from agent_operations.trace_scores as s
          where ${ofScore} and (${by.replaces} or s.recorder = ${by.id}::uuid)
          returning s.trace_id::text, s.name`,
          ([row]) => (row === undefined ? Effect.void : record({ traceId: traceIdOf(row.trace_id), name: row.name }))
        )
      )
    )
    if (gone !== undefined) return { traceId: traceIdOf(gone.trace_id), name: gone.name }
    const there = yield* sql`select from agent_operations.trace_scores as s where ${ofScore}`
    return there.length > 0 && !by.replaces ? "OF_OTHERS" : "NOT_FOUND"
  })
})
