import type { MigrationSet } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The heads: one row a trace, and where races are decided. A deleted trace keeps its row for a while, emptied, so that
 * whoever locks the head learns in the same place that it is gone. Laws: T2, T5, T19.
 */
const heads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `head_key` and the picks begin with an order key of 37 characters, so that `least` finds the first span of any two.
  yield* sql`
    create table agent_operations.trace_heads (
      tenant_id text not null,
      project_id text not null,
      trace_id uuid not null,
      bucket date not null,
      head_key text collate "C" not null,
      name text not null,
      started_ns bigint not null,
      ended_ns bigint,
      duration_ms double precision generated always as (
        case when ended_ns is not null then greatest(ended_ns - started_ns, 0)::double precision / 1e6 end
      ) stored,
      root_ended boolean not null,
      root_error boolean not null,
      user_pick text collate "C",
      user_id text generated always as (substr(user_pick, 38)) stored,
      session_pick text collate "C",
      session_id text generated always as (substr(session_pick, 38)) stored,
      environment_pick text collate "C",
      environment text generated always as (substr(environment_pick, 38)) stored,
      release_pick text collate "C",
      release text generated always as (substr(release_pick, 38)) stored,
      tags jsonb not null,
      attributes jsonb not null,
      metadata jsonb not null,
      input text,
      output text,
      error text,
      span_count integer not null,
      error_count integer not null,
      input_tokens bigint,
      output_tokens bigint,
      total_tokens bigint,
      cost_pico numeric,
      encoded_bytes bigint not null,
      touched_at timestamptz not null default now(),
      deleted_at timestamptz,
      primary key (tenant_id, project_id, trace_id)
    ) with (fillfactor = 85)`
  // A plain index of attributes knows no tenant, and would read another's rows before it leaves them out.
  yield* sql`
    create function agent_operations.scoped(tenant text, project text, attributes jsonb) returns jsonb
    language sql immutable parallel safe
    return jsonb_build_object(tenant || '/' || project, attributes)`
  yield* sql`
    create index trace_heads_start on agent_operations.trace_heads
      (tenant_id, project_id, started_ns desc, trace_id desc) where deleted_at is null`
  yield* sql`
    create index trace_heads_user on agent_operations.trace_heads
      (tenant_id, project_id, user_id, started_ns desc, trace_id desc) where user_id is not null and deleted_at is null`
  yield* sql`
    create index trace_heads_session on agent_operations.trace_heads
      (tenant_id, project_id, session_id, started_ns desc, trace_id desc)
    where session_id is not null and deleted_at is null`
  yield* sql`
    create index trace_heads_attributes on agent_operations.trace_heads
      using gin (agent_operations.scoped(tenant_id, project_id, attributes) jsonb_path_ops) where deleted_at is null`
  yield* sql`create index trace_heads_bucket on agent_operations.trace_heads using brin (bucket)`
  yield* sql`
    create index trace_heads_deleted on agent_operations.trace_heads (deleted_at) where deleted_at is not null`
})

/** Facts, a narrow row a span, and bodies, as compressed chunks of one trace in one request. By the week of the trace. */
const spans = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.trace_spans (
      tenant_id text not null,
      project_id text not null,
      trace_id uuid not null,
      span_id bigint not null,
      bucket date not null,
      parent_id bigint,
      started_ns bigint not null,
      ended_ns bigint,
      first_token_ns bigint,
      chunk_id bigint not null,
      chunk_index integer not null,
      encoded_bytes integer not null,
      kind smallint not null,
      type smallint not null,
      status smallint not null,
      cost_source smallint,
      rank bytea not null,
      name text not null,
      model text,
      provider text,
      input_tokens bigint,
      output_tokens bigint,
      total_tokens bigint,
      cache_read_tokens bigint,
      cache_write_tokens bigint,
      reasoning_tokens bigint,
      cost double precision,
      cost_pico numeric,
      trace_name text,
      user_id text,
      session_id text,
      environment text,
      release text,
      primary key (tenant_id, project_id, trace_id, span_id, bucket)
    ) partition by range (bucket)`
  yield* sql`
    create index trace_spans_start on agent_operations.trace_spans using brin (started_ns) with (pages_per_range = 16)`
  yield* sql`
    create table agent_operations.trace_chunks (
      tenant_id text not null,
      project_id text not null,
      trace_id uuid not null,
      chunk_id bigint not null,
      bucket date not null,
      body bytea not null,
      primary key (tenant_id, project_id, trace_id, chunk_id, bucket)
    ) partition by range (bucket)`
  yield* sql`alter table agent_operations.trace_chunks alter column body set storage external`
  yield* sql`
    create table agent_operations.trace_buckets (
      bucket date primary key,
      min_started_ns bigint not null,
      max_started_ns bigint not null
    )`
})

/**
 * Partitions are made and dropped by functions that run as whoever migrated, so that a server may do so whose own user
 * may only read and write rows. Attaching one waits for no reader and no writer.
 */
const partitions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create function agent_operations.trace_partitions() returns table (parent text, name text, first_day date, end_day date)
    language sql stable set search_path = pg_catalog, pg_temp set datestyle = 'ISO' as $$
      select p.relname, c.relname, bounds[1]::date, bounds[2]::date
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent,
        regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM [(](?:''([0-9-]+)''|MINVALUE)[)] TO [(]''([0-9-]+)''[)]') bounds
      where i.inhparent in (to_regclass('agent_operations.trace_spans'), to_regclass('agent_operations.trace_chunks'))
        and c.relkind = 'r'
    $$`
  yield* sql`
    create function agent_operations.make_trace_partition(first_day date, end_day date, suffix text) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp set datestyle = 'ISO' as $$
    declare
      whole text;
    begin
      if not has_table_privilege(session_user, 'agent_operations.trace_spans', 'insert') then
        raise insufficient_privilege using message = 'permission denied for table trace_spans';
      end if;
      perform pg_advisory_xact_lock(hashtextextended('agent_operations.trace_partitions', 0));
      foreach whole in array array['trace_spans', 'trace_chunks'] loop
        continue when exists (
          select from agent_operations.trace_partitions() t where t.parent = whole
            and t.end_day > coalesce(make_trace_partition.first_day, '-infinity')
            and coalesce(t.first_day, '-infinity') < make_trace_partition.end_day);
        execute format('create table agent_operations.%I (like agent_operations.%I including all)', whole || suffix, whole);
        execute format('alter table agent_operations.%I attach partition agent_operations.%I for values from (%s) to (%L)',
          whole, whole || suffix, coalesce(quote_literal(first_day), 'minvalue'), end_day);
      end loop;
    end $$`
  yield* sql`
    create function agent_operations.drop_trace_partitions(before date) returns integer
    language plpgsql security definer set search_path = pg_catalog, pg_temp set datestyle = 'ISO' as $$
    declare
      partition text;
      dropped integer := 0;
    begin
      if not has_table_privilege(session_user, 'agent_operations.trace_spans', 'delete') then
        raise insufficient_privilege using message = 'permission denied for table trace_spans';
      end if;
      perform pg_advisory_xact_lock(hashtextextended('agent_operations.trace_partitions', 0));
      -- Spans before chunks, as statements lock them: two that wait for each other are a deadlock.
      for partition in
        select t.name from agent_operations.trace_partitions() t where t.end_day <= before order by t.parent desc, t.name
      loop
        execute format('drop table agent_operations.%I', partition);
        dropped := dropped + 1;
      end loop;
      return dropped;
    end $$`
  // Whatever began before the week of the migration is in one, since nobody sends much of it.
  yield* sql`
    select agent_operations.make_trace_partition(null, date_trunc('week', now() at time zone 'utc')::date - 7, '_before')::text`
})

/** The newest value of a name and an identifier, of a trace or one of its spans. Law: T18. */
const scores = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.trace_scores (
      tenant_id text not null,
      project_id text not null,
      trace_id uuid not null,
      span_id bigint not null,
      name text not null,
      identifier text not null,
      id text collate "C" not null,
      data_type text not null,
      number_value double precision,
      text_value text,
      label text,
      explanation text,
      source text not null,
      annotator_kind text not null,
      metadata text not null,
      created_at timestamptz not null default now(),
      created_by text not null,
      updated_at timestamptz not null default now(),
      -- No less than the bytes of the score as JSON: a character takes at most six when it is escaped.
      encoded_bytes integer not null generated always as (
        octet_length(metadata) + octet_length(created_by) + 512 + 6 * (octet_length(name) + octet_length(identifier) +
        octet_length(coalesce(text_value, '')) + octet_length(coalesce(label, '')) +
        octet_length(coalesce(explanation, '')))
      ) stored,
      primary key (tenant_id, project_id, trace_id, span_id, name, identifier)
    )`
  // Partial, so that it serves look-ups by ID alone: without statistics it looks as good as the key of a trace's scores.
  yield* sql`
    create unique index trace_scores_id on agent_operations.trace_scores (tenant_id, project_id, id) where id > ''`
})

/** Who began a span and who gave a score first, so that others neither replace nor delete it. Law: T25. */
const recorders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table agent_operations.trace_spans add column recorder uuid`
  yield* sql`alter table agent_operations.trace_scores add column recorder uuid`
})

/** Finds scores that nobody has changed for long. A score that is new or changed is among the last of the table. Law: T18. */
const scoreAges = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`create index trace_scores_updated on agent_operations.trace_scores using brin (updated_at)`
)

/**
 * Finds the scores that nobody has changed for longest, in that order. Ranges of pages told less and less of ages, as deletes
 * do not narrow them; their index is to go one version later. Law: T18.
 */
const oldestScores = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`create index trace_scores_oldest on agent_operations.trace_scores (updated_at, id)`
)

/**
 * When a trace came, so that whoever adds a span with an early start to it does not make it older. The column is without a
 * default first: what came before the migration counts by its start, and no row is written anew. Law: T20.
 */
const arrivals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table agent_operations.trace_heads add column arrived_at timestamptz`
  yield* sql`alter table agent_operations.trace_heads alter column arrived_at set default now()`
})

/** The store's tables. All keys begin with the tenant, so that a distributed database can split them by it. */
export const migrations: MigrationSet = {
  owner: "traces",
  tenantTables: ["trace_heads", "trace_spans", "trace_chunks", "trace_scores"],
  steps: [
    { number: 1, name: "heads", up: heads },
    { number: 2, name: "spans", up: spans },
    { number: 3, name: "partitions", up: partitions },
    { number: 4, name: "scores", up: scores },
    { number: 5, name: "recorders", up: recorders, last: true },
    { number: 6, name: "score ages", up: scoreAges },
    { number: 7, name: "oldest scores", up: oldestScores },
    { number: 8, name: "arrivals", up: arrivals, last: true }
  ]
}
