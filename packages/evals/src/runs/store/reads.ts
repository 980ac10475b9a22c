import { lookUp, lookUpOrNull, parameterRows } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Attempt, Counts, ErrorCode, RunReason, RunStatus, ScoreRecord, Space, TargetStatus } from "../model.ts"
import { toldMicros } from "./micros.ts"

/** A run as it is kept. Open JSON is text, and times are milliseconds since 1970. */
export interface Run {
  readonly id: string
  readonly requestKey: string
  readonly name: string
  readonly series: string | null
  readonly status: RunStatus
  readonly reason: RunReason | null
  readonly pins: string
  readonly metadata: string
  readonly repetitions: number
  readonly counts: Counts
  readonly heldMicros: bigint
  readonly spentMicros: bigint
  readonly assumedMicros: bigint
  readonly createdAt: Date
  readonly createdBy: string
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  /** When its outputs began to go, of which scores and hashes stay. */
  readonly outputsRemovedAt: Date | null
  /** The figures of a run that has ended, as JSON, once they were asked for. */
  readonly statistics: string | null
}

export interface RunRow extends Counts {
  readonly id: string
  readonly request_key: string
  readonly name: string
  readonly series: string | null
  readonly status: RunStatus
  readonly reason: RunReason | null
  readonly pins: string
  readonly metadata: string
  readonly repetitions: number
  readonly held_micros: bigint
  readonly spent_micros: bigint
  readonly assumed_micros: bigint
  readonly created_at: Date
  readonly created_by: string
  readonly started_at: Date | null
  readonly ended_at: Date | null
  readonly outputs_removed_at: Date | null
  readonly statistics: string | null
}

/** The columns of a run, under the name `r`: all but its plan, which may be large. */
export const runColumns = [
  ...["id", "request_key", "name", "series", "status", "reason", "pins", "metadata", "repetitions", "total", "queued"],
  ...["invoking", "scoring", "succeeded", "failed", "cancelled", "carried", "held_micros", "spent_micros"],
  ...["assumed_micros", "created_at", "created_by", "started_at", "ended_at", "outputs_removed_at", "statistics"]
]
  .map((column) => `r.${column}`)
  .join(", ")

export const toRun = (row: RunRow): Run => ({
  id: row.id,
  requestKey: row.request_key,
  name: row.name,
  series: row.series,
  status: row.status,
  reason: row.reason,
  pins: row.pins,
  metadata: row.metadata,
  repetitions: row.repetitions,
  counts: {
    total: row.total,
    queued: row.queued,
    invoking: row.invoking,
    scoring: row.scoring,
    succeeded: row.succeeded,
    failed: row.failed,
    cancelled: row.cancelled,
    carried: row.carried
  },
  heldMicros: row.held_micros,
  spentMicros: row.spent_micros,
  assumedMicros: row.assumed_micros,
  createdAt: row.created_at,
  createdBy: row.created_by,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  outputsRemovedAt: row.outputs_removed_at,
  statistics: row.statistics
})

/** A target without what it was given and answered. */
export interface Target {
  readonly ordinal: number
  readonly itemId: string
  readonly itemFromVersion: number
  readonly repetition: number
  readonly status: TargetStatus
  readonly attempt: number
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly spentMicros: bigint
  readonly errorCode: ErrorCode | null
  readonly evidenceHash: string | null
  /** How long the attempt took that counts, in milliseconds. */
  readonly durationMillis: number | null
  /** The ordinal of the target of the basis that it shows. Law: F3. */
  readonly carriedOrdinal: number | null
}

interface TargetRow {
  readonly ordinal: number
  readonly item_id: string
  readonly item_from_version: number
  readonly repetition: number
  readonly status: TargetStatus
  readonly attempt: number
  readonly started_at: Date | null
  readonly ended_at: Date | null
  readonly spent_micros: bigint
  readonly error_code: ErrorCode | null
  readonly evidence_hash: string | null
  readonly duration_millis: number | null
  readonly carried_ordinal: number | null
}

/** Which targets of a run, by ordinal. */
export interface TargetsOptions {
  readonly runId: string
  readonly after: number
  readonly limit: number
  readonly status?: TargetStatus | undefined
  /** All repetitions of one item. */
  readonly itemId?: string | undefined
  /** Those that this scorer scored, and below a value if there is one. */
  readonly scorer?: string | undefined
  readonly below?: number | undefined
}

interface AttemptRow {
  readonly number: number
  readonly started_at: Date
  readonly ended_at: Date
  readonly outcome: Attempt["outcome"]
  readonly error_code: ErrorCode | null
  readonly message: string | null
  readonly http_status: number | null
  readonly retry_after_ms: number | null
  readonly spent_micros: bigint
  readonly assumed: boolean
}

const toAttempt = (row: AttemptRow): Attempt => ({
  number: row.number,
  startedAt: row.started_at.getTime(),
  endedAt: row.ended_at.getTime(),
  outcome: row.outcome,
  errorCode: row.error_code,
  message: row.message,
  httpStatus: row.http_status,
  retryAfterMs: row.retry_after_ms,
  spentMicros: toldMicros(row.spent_micros),
  assumed: row.assumed
})

/** Reads of one project. */
export const makeReads = (sql: SqlClient.SqlClient) => ({
  run: ({ tenant, project }: Space, id: string): Effect.Effect<Run | undefined, SqlError.SqlError> =>
    Effect.map(
      sql<RunRow>`
        select ${sql.literal(runColumns)} from agent_operations.eval_runs as r
        where r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = ${id}`,
      ([row]) => (row === undefined ? undefined : toRun(row))
    ),

  /** What working on a run takes, as it was pinned. Law: X10. */
  plan: ({ tenant, project }: Space, id: string): Effect.Effect<string | undefined, SqlError.SqlError> =>
    Effect.map(
      sql<{ plan: string }>`
        select r.plan from agent_operations.eval_runs as r
        where r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = ${id}`,
      ([row]) => row?.plan
    ),

  /** How many targets about an item of a dataset have evidence. */
  countOfItem: (
    { tenant, project }: Space,
    { datasetId, itemId }: { readonly datasetId: string; readonly itemId: string }
  ): Effect.Effect<number, SqlError.SqlError> =>
    Effect.map(
      sql<{ count: number }>`
        select count(*)::int as count from ${lookUp(
          sql,
          sql`agent_operations.eval_runs as r`,
          "t",
          sql`select from agent_operations.eval_targets as t
            where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = r.id and t.item_id = ${itemId}
              and t.evidence_hash is not null`
        )}
        where r.tenant_id = ${tenant} and r.project_id = ${project} and r.dataset_id = ${datasetId}`,
      ([row]) => row?.count ?? 0
    ),

  /** Targets of a run, by ordinal. */
  targets: (
    { tenant, project }: Space,
    { runId, after, limit, status, itemId, scorer, below }: TargetsOptions
  ): Effect.Effect<ReadonlyArray<Target>, SqlError.SqlError> =>
    Effect.map(
      sql<TargetRow>`
        select t.ordinal, t.item_id, t.item_from_version, t.repetition, t.status, t.attempt, t.started_at, t.ended_at,
          t.spent_micros, t.error_code, t.evidence_hash, t.carried_ordinal,
          extract(epoch from a.ended_at - a.started_at)::float8 * 1000 as duration_millis
        from ${lookUpOrNull(
          sql,
          sql`agent_operations.eval_targets as t`,
          "a",
          sql`select a.* from agent_operations.eval_attempts as a
            where a.tenant_id = ${tenant} and a.project_id = ${project} and a.run_id = ${runId} and a.ordinal = t.ordinal
              and a.number = t.attempt and a.outcome = 'succeeded'`
        )}
        where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = ${runId} and t.ordinal > ${after}
          and ${status === undefined ? sql`true` : sql`t.status = ${status}`}
          and ${itemId === undefined ? sql`true` : sql`t.item_id = ${itemId}`}
          and ${
            scorer === undefined
              ? sql`true`
              : sql`exists (
                  select from agent_operations.eval_scores as s
                  where s.tenant_id = ${tenant} and s.project_id = ${project} and s.run_id = ${runId} and s.alias = ${scorer}
                    and s.ordinal = t.ordinal and s.status = 'scored'
                    and ${below === undefined ? sql`true` : sql`s.value < ${below}::float8`})`
          }
        order by t.ordinal limit ${limit}`,
      (rows) =>
        rows.map((row) => ({
          ordinal: row.ordinal,
          itemId: row.item_id,
          itemFromVersion: row.item_from_version,
          repetition: row.repetition,
          status: row.status,
          attempt: row.attempt,
          startedAt: row.started_at,
          endedAt: row.ended_at,
          spentMicros: row.spent_micros,
          errorCode: row.error_code,
          evidenceHash: row.evidence_hash,
          durationMillis: row.duration_millis,
          carriedOrdinal: row.carried_ordinal
        }))
    ),

  /** The attempts at a target, in order. */
  attempts: (
    { tenant, project }: Space,
    runId: string,
    ordinal: number
  ): Effect.Effect<ReadonlyArray<Attempt>, SqlError.SqlError> =>
    Effect.map(
      sql<AttemptRow>`
        select a.number, a.started_at, a.ended_at, a.outcome, a.error_code, a.message, a.http_status, a.retry_after_ms,
          a.spent_micros, a.assumed
        from agent_operations.eval_attempts as a
        where a.tenant_id = ${tenant} and a.project_id = ${project} and a.run_id = ${runId} and a.ordinal = ${ordinal}
        order by a.number`,
      (rows) => rows.map(toAttempt)
    ),

  /** The output of a target that is kept, and what was exchanged with the app beside it. */
  output: ({ tenant, project }: Space, runId: string, ordinal: number) =>
    Effect.map(
      sql<{ output: string; exchange: string }>`
        select o.output, o.exchange from agent_operations.eval_outputs as o
        where o.tenant_id = ${tenant} and o.project_id = ${project} and o.run_id = ${runId} and o.ordinal = ${ordinal}`,
      ([row]) => row
    ),

  /** What scorers made of some targets of a run, by ordinal and alias; the details, which may be large, only if asked for. */
  scores: (
    { tenant, project }: Space,
    runId: string,
    {
      ordinals,
      aliases,
      detailed = true
    }: {
      readonly ordinals: ReadonlyArray<number>
      readonly aliases: ReadonlyArray<string>
      readonly detailed?: boolean
    }
  ): Effect.Effect<ReadonlyArray<ScoreRecord & { readonly ordinal: number }>, SqlError.SqlError> => {
    if (ordinals.length === 0 || aliases.length === 0) return Effect.succeed([])
    return Effect.map(
      sql<{
        ordinal: number
        alias: string
        status: ScoreRecord["status"]
        value: number | null
        label: string | null
        passed: boolean | null
        detail: string
        spent_micros: bigint
      }>`
        select s.ordinal, s.alias, s.status, s.value, s.label, s.passed, ${detailed ? sql`s.detail` : sql`'{}'`} as detail,
          s.spent_micros
        from ${lookUp(
          sql,
          sql`${parameterRows(sql, [["text", aliases]])} as by(alias)
            cross join ${parameterRows(sql, [["integer", ordinals]])} as asked(ordinal)`,
          "s",
          sql`select s.* from agent_operations.eval_scores as s
            where s.tenant_id = ${tenant} and s.project_id = ${project} and s.run_id = ${runId} and s.alias = by.alias
              and s.ordinal = asked.ordinal`
        )}
        order by s.ordinal, s.alias`,
      (rows) => rows.map(({ spent_micros, ...row }) => ({ ...row, spentMicros: toldMicros(spent_micros) }))
    )
  }
})
