import type { MigrationSet } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Runs, with the counters of their targets, and the request keys, which outlive them. The check is law X2: no statement
 * leaves a run whose counters do not sum to its total.
 */
const runs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.eval_run_keys (
      tenant_id text not null,
      project_id text not null,
      request_key text collate "C" not null,
      input_hash text not null,
      run_id text collate "C" not null,
      primary key (tenant_id, project_id, request_key)
    )`
  yield* sql`
    create table agent_operations.eval_runs (
      tenant_id text not null,
      project_id text not null,
      id text collate "C" not null,
      request_key text not null,
      name text not null,
      series text,
      status text not null,
      reason text,
      dataset_id text collate "C",
      pins text not null,
      plan text not null,
      metadata text not null,
      lane text collate "C" not null,
      max_concurrency integer not null,
      rate_per_minute integer,
      max_attempts integer not null,
      retry_lost boolean not null,
      stop_failed integer,
      hold_micros bigint not null,
      score_hold_micros bigint not null default 0,
      repetitions integer not null,
      total integer not null,
      queued integer not null,
      invoking integer not null default 0,
      scoring integer not null default 0,
      succeeded integer not null default 0,
      failed integer not null default 0,
      cancelled integer not null default 0,
      carried integer not null default 0,
      failures_in_a_row integer not null default 0,
      held_micros bigint not null default 0,
      spent_micros bigint not null default 0,
      assumed_micros bigint not null default 0,
      created_at timestamptz not null default now(),
      created_by text not null,
      started_at timestamptz,
      ended_at timestamptz,
      statistics text,
      primary key (tenant_id, project_id, id),
      constraint eval_runs_counters check (queued + invoking + scoring + succeeded + failed + cancelled = total),
      constraint eval_runs_ended check ((status in ('cancelled', 'completed', 'failed')) = (ended_at is not null)),
      constraint eval_runs_whole check (status <> 'completed' or queued + invoking + scoring = 0)
    ) with (fillfactor = 70)`
  yield* sql`
    create index eval_runs_lane on agent_operations.eval_runs (tenant_id, project_id, lane, id) where ended_at is null`
})

/** Lanes, where claims wait for each other, and workers, which live as long as they say so. */
const work = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.eval_lanes (
      tenant_id text not null,
      project_id text not null,
      lane text collate "C" not null,
      due_at timestamptz not null,
      served_at timestamptz not null default '-infinity',
      minute timestamptz not null default '-infinity',
      begun integer not null default 0,
      primary key (tenant_id, project_id, lane)
    ) with (fillfactor = 70)`
  yield* sql`create index eval_lanes_due on agent_operations.eval_lanes (served_at) where due_at < 'infinity'`
  yield* sql`
    create table agent_operations.eval_workers (
      id text collate "C" primary key,
      alive_until timestamptz not null
    )`
})

/** Targets, which are the work itself: a row says what is to be done, who does it, and how it ended. */
const targets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.eval_targets (
      tenant_id text not null,
      project_id text not null,
      run_id text collate "C" not null,
      ordinal integer not null,
      item_id text collate "C" not null,
      item_from_version integer not null,
      repetition integer not null,
      status text not null,
      attempt integer not null default 0,
      worker_id text collate "C",
      due_at timestamptz not null default '-infinity',
      attempt_started_at timestamptz,
      started_at timestamptz,
      ended_at timestamptz,
      spent_micros bigint not null default 0,
      error_code text,
      carried_ordinal integer,
      evidence_hash text,
      primary key (tenant_id, project_id, run_id, ordinal)
    ) with (fillfactor = 70)`
  yield* sql`
    create index eval_targets_queued on agent_operations.eval_targets (tenant_id, project_id, run_id, ordinal)
    where status = 'queued'`
  yield* sql`
    create index eval_targets_left on agent_operations.eval_targets (tenant_id, project_id, run_id, ordinal)
    where status in ('invoking', 'scoring') and worker_id is null`
  yield* sql`
    create index eval_targets_worker on agent_operations.eval_targets (worker_id) where worker_id is not null`
})

/** What targets leave: attempts, outputs and scores. Written once, and never changed but by a purge. Law: F1. */
const evidence = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.eval_attempts (
      tenant_id text not null,
      project_id text not null,
      run_id text collate "C" not null,
      ordinal integer not null,
      number integer not null,
      started_at timestamptz not null,
      ended_at timestamptz not null,
      outcome text not null,
      error_code text,
      message text,
      http_status integer,
      retry_after_ms integer,
      spent_micros bigint not null,
      assumed boolean not null,
      primary key (tenant_id, project_id, run_id, ordinal, number)
    )`
  yield* sql`
    create table agent_operations.eval_outputs (
      tenant_id text not null,
      project_id text not null,
      run_id text collate "C" not null,
      ordinal integer not null,
      output text not null,
      exchange text not null,
      primary key (tenant_id, project_id, run_id, ordinal)
    )`
  yield* sql`
    create table agent_operations.eval_scores (
      tenant_id text not null,
      project_id text not null,
      run_id text collate "C" not null,
      alias text collate "C" not null,
      ordinal integer not null,
      status text not null,
      value double precision,
      label text,
      passed boolean,
      detail text not null,
      spent_micros bigint not null,
      primary key (tenant_id, project_id, run_id, alias, ordinal)
    )`
})

/**
 * What may be spent: an account of the organization, whose project is empty, and one of each project. Beside them what was,
 * which outlives the runs; one of app_id and scorer_id is empty. Laws: U1 to U3.
 */
const accounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.eval_accounts (
      tenant_id text not null,
      project_id text not null,
      limit_micros bigint,
      monthly boolean not null default false,
      month date not null default date_trunc('month', now() at time zone 'utc'),
      spent_micros bigint not null default 0,
      held_micros bigint not null default 0,
      primary key (tenant_id, project_id),
      constraint eval_accounts_held check (held_micros >= 0)
    ) with (fillfactor = 50)`
  yield* sql`
    create table agent_operations.eval_usage (
      tenant_id text not null,
      project_id text not null,
      day date not null,
      run_id text collate "C" not null,
      app_id text collate "C" not null,
      scorer_id text collate "C" not null,
      spent_micros bigint not null,
      primary key (tenant_id, project_id, day, run_id, app_id, scorer_id)
    ) with (fillfactor = 70)`
})

/**
 * What goes of runs once they are old. `has_outputs` stays true until all of them are gone, so that whoever is stopped on
 * the way is followed by another; the mark is there from the first on.
 */
const retention = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table agent_operations.eval_runs
      add column outputs_removed_at timestamptz,
      add column has_outputs boolean not null default true`
  yield* sql`create index eval_runs_ended on agent_operations.eval_runs (ended_at) where ended_at is not null`
  yield* sql`
    create index eval_runs_outputs on agent_operations.eval_runs (ended_at) where ended_at is not null and has_outputs`
})

/** Runs that are deleted, of which something may be left: whoever deletes one may be stopped. */
const removals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.eval_removals (
      tenant_id text collate "C" not null,
      project_id text collate "C" not null,
      run_id text collate "C" not null,
      total int not null,
      primary key (tenant_id, project_id, run_id)
    )`
})

/** The tables of runs. */
export const migrations: MigrationSet = {
  owner: "eval-runs",
  tenantTables: [
    "eval_run_keys",
    "eval_runs",
    "eval_removals",
    "eval_lanes",
    "eval_targets",
    "eval_attempts",
    "eval_outputs",
    "eval_scores",
    "eval_accounts",
    "eval_usage"
  ],
  steps: [
    { number: 1, name: "runs", up: runs },
    { number: 2, name: "work", up: work },
    { number: 3, name: "targets", up: targets },
    { number: 4, name: "evidence", up: evidence },
    { number: 5, name: "accounts", up: accounts },
    { number: 6, name: "retention", up: retention, last: true },
    { number: 7, name: "removals", up: removals }
  ]
}
