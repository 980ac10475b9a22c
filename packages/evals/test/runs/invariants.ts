import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import type { Space } from "../../src/runs/model.ts"

interface Broken {
  readonly law: string
  readonly id: string
}

/**
 * What holds of a project at every moment, whatever happened before: each row is a law that does not. In one statement, so
 * that it may be asked while others work.
 */
const brokenLaws = ({ tenant, project }: Space) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<Broken>`
      with runs as (
        select * from agent_operations.eval_runs where tenant_id = ${tenant} and project_id = ${project}
      ), targets as (
        select * from agent_operations.eval_targets where tenant_id = ${tenant} and project_id = ${project}
      ), attempts as (
        select * from agent_operations.eval_attempts where tenant_id = ${tenant} and project_id = ${project}
      ), scores as (
        select * from agent_operations.eval_scores where tenant_id = ${tenant} and project_id = ${project}
      ), counted as (
        select run_id, count(*) as total, count(*) filter (where status = 'queued') as queued,
          count(*) filter (where status = 'invoking') as invoking, count(*) filter (where status = 'scoring') as scoring,
          count(*) filter (where status = 'succeeded') as succeeded, count(*) filter (where status = 'failed') as failed,
          count(*) filter (where status = 'cancelled') as cancelled,
          count(*) filter (where status = 'invoking' and attempt_started_at is not null) as calls,
          sum(spent_micros) as spent
        from targets group by run_id
      )
      select 'X2: counters are those of the targets' as law, r.id from runs as r left join counted as c on c.run_id = r.id
      where (r.total, r.queued, r.invoking, r.scoring, r.succeeded, r.failed, r.cancelled) is distinct from
        (coalesce(c.total, 0), coalesce(c.queued, 0), coalesce(c.invoking, 0), coalesce(c.scoring, 0),
          coalesce(c.succeeded, 0), coalesce(c.failed, 0), coalesce(c.cancelled, 0))
      union all
      select 'X3: an ended run has no target that has not', r.id from runs as r
      where r.ended_at is not null and r.queued + r.invoking + r.scoring > 0
      union all
      select 'U2: held is the sum of open holds', r.id from runs as r left join counted as c on c.run_id = r.id
      where r.held_micros <>
        (r.hold_micros + r.score_hold_micros) * coalesce(c.calls, 0) + r.score_hold_micros * coalesce(c.scoring, 0)
      union all
      select 'U2: an account holds what its runs hold', a.project_id from agent_operations.eval_accounts as a
      where a.tenant_id = ${tenant} and a.project_id = ${project}
        and a.held_micros is distinct from (select sum(held_micros) from runs)
      union all
      select 'U3: what an account spent is what its runs spent', a.project_id from agent_operations.eval_accounts as a
      where a.tenant_id = ${tenant} and a.project_id = ${project}
        and a.spent_micros is distinct from (select sum(spent_micros) from runs)
      union all
      select 'U1: spent and held are within the limit', a.project_id from agent_operations.eval_accounts as a
      where a.tenant_id = ${tenant} and a.project_id = ${project} and a.spent_micros + a.held_micros > a.limit_micros
      union all
      select 'U3: a run spent what its attempts and scores did', r.id from runs as r
      where r.spent_micros <>
        coalesce((select sum(a.spent_micros) from attempts as a where a.run_id = r.id), 0)
        + coalesce((select sum(s.spent_micros) from scores as s where s.run_id = r.id), 0)
      union all
      select 'U3: usage by day, app and scorer is what the runs spent', r.id from runs as r
      where r.spent_micros <> coalesce((
        select sum(u.spent_micros) from agent_operations.eval_usage as u
        where u.tenant_id = ${tenant} and u.project_id = ${project} and u.run_id = r.id), 0)
      union all
      select 'U3: a target spent what its attempts and scores did', t.run_id || '/' || t.ordinal from targets as t
      where t.spent_micros <>
        coalesce((select sum(a.spent_micros) from attempts as a where a.run_id = t.run_id and a.ordinal = t.ordinal), 0)
        + coalesce((select sum(s.spent_micros) from scores as s where s.run_id = t.run_id and s.ordinal = t.ordinal), 0)
      union all
      select 'X6: no target has more attempts than it may', t.run_id || '/' || t.ordinal from targets as t
      join runs as r on r.id = t.run_id where t.attempt > r.max_attempts
      union all
      select 'X3: attempts are 1, 2, 3, … without a gap', a.run_id || '/' || a.ordinal from attempts as a
      group by a.run_id, a.ordinal having max(a.number) <> count(*) or min(a.number) <> 1
      union all
      select 'X3: a target that succeeded has an output, and its last attempt did', t.run_id || '/' || t.ordinal
      from targets as t where t.status in ('scoring', 'succeeded') and not exists (
        select from attempts as a where a.run_id = t.run_id and a.ordinal = t.ordinal and a.number = t.attempt
          and a.outcome = 'succeeded')
      union all
      select 'F1: what succeeded or failed is frozen, and nothing else is', t.run_id || '/' || t.ordinal from targets as t
      where (t.status in ('succeeded', 'failed')) <> (t.evidence_hash is not null)
      union all
      select 'X7: a lane has no more calls in flight than it may', r.lane from runs as r
      group by r.lane having sum(r.invoking) > max(r.max_concurrency)`
  )

/** Fails where a law does not hold. */
export const assertLaws = (space: Space) =>
  Effect.map(brokenLaws(space), (broken) => assert.deepStrictEqual([...broken], []))
