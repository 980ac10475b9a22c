import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Space } from "../model.ts"
import { isAttempt, type Outcome } from "./outcome.ts"

/** Writes down what accepted outcomes leave: attempts, outputs and scores, each once. Laws: X3, F1. */
export const makeRecords = (sql: SqlClient.SqlClient) => {
  const attempts = ({ tenant, project }: Space, outcomes: ReadonlyArray<Outcome>) => {
    const rows = outcomes.flatMap(({ runId, ordinal, attempt }) =>
      isAttempt(attempt) ? { ...attempt, run_id: runId, ordinal } : []
    )
    return rows.length === 0
      ? Effect.void
      : sql`
          insert into agent_operations.eval_attempts (tenant_id, project_id, run_id, ordinal, number, started_at, ended_at,
            outcome, error_code, message, http_status, retry_after_ms, spent_micros, assumed)
          select ${tenant}, ${project}, a.run_id, a.ordinal, a.number, to_timestamp(a."startedAt" / 1000.0),
            to_timestamp(a."endedAt" / 1000.0), a.outcome, a."errorCode", a.message, a."httpStatus", a."retryAfterMs",
            a."spentMicros", a.assumed
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(run_id text, ordinal int, number int,
            "startedAt" double precision, "endedAt" double precision, outcome text, "errorCode" text, message text,
            "httpStatus" int, "retryAfterMs" int, "spentMicros" bigint, assumed boolean)`
  }

  const outputs = ({ tenant, project }: Space, outcomes: ReadonlyArray<Outcome>) => {
    const rows = outcomes.filter((outcome) => outcome._tag === "Output" || outcome._tag === "Failed")
    return rows.length === 0
      ? Effect.void
      : sql`
          insert into agent_operations.eval_outputs (tenant_id, project_id, run_id, ordinal, output, exchange)
          select ${tenant}, ${project}, o.run_id, o.ordinal::int, o.output, o.exchange
          from unnest(${rows.map(({ runId }) => runId)}::text[], ${rows.map(({ ordinal }) => `${ordinal}`)}::text[],
            ${rows.map((outcome) => (outcome._tag === "Output" ? outcome.output : "null"))}::text[],
            ${rows.map(({ exchange }) => exchange)}::text[]) as o(run_id, ordinal, output, exchange)`
  }

  const scores = ({ tenant, project }: Space, outcomes: ReadonlyArray<Outcome>) => {
    const rows = outcomes.flatMap((outcome) =>
      outcome._tag === "Scored"
        ? outcome.scores.map((score) => ({ ...score, run_id: outcome.runId, ordinal: outcome.ordinal }))
        : []
    )
    return rows.length === 0
      ? Effect.void
      : sql`
          insert into agent_operations.eval_scores (tenant_id, project_id, run_id, alias, ordinal, status, value, label,
            passed, detail, spent_micros)
          select ${tenant}, ${project}, s.run_id, s.alias, s.ordinal, s.status, s.value, s.label, s.passed, s.detail,
            s."spentMicros"
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(run_id text, ordinal int, alias text, status text,
            value double precision, label text, passed boolean, detail text, "spentMicros" bigint)`
  }

  return {
    write: (space: Space, outcomes: ReadonlyArray<Outcome>): Effect.Effect<void, SqlError.SqlError> =>
      Effect.asVoid(
        Effect.all([attempts(space, outcomes), outputs(space, outcomes), scores(space, outcomes)], { discard: true })
      )
  }
}
