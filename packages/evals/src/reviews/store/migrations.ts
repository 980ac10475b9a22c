import type { MigrationSet } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const sessions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.review_sessions (
      tenant_id text not null,
      project_id text not null,
      id text collate "C" not null,
      request_key text collate "C" not null,
      inputs_hash text collate "C" not null,
      name text not null,
      subject_type text not null,
      -- The questions as they were then, as text.
      rubric text not null,
      reviewers_per_item integer not null,
      assignees text[] not null,
      reservation_minutes integer not null,
      blind boolean not null,
      browser_only boolean not null,
      instructions text not null,
      status text not null default 'open' check (status in ('open', 'closed')),
      items integer not null,
      completed integer not null default 0,
      withdrawn integer not null default 0,
      reviews integer not null default 0,
      created_at timestamptz not null default now(),
      created_by text not null,
      closed_at timestamptz,
      closed_by text,
      primary key (tenant_id, project_id, id),
      constraint review_sessions_key unique (tenant_id, project_id, request_key),
      constraint review_sessions_counts check (completed + withdrawn <= items and reviews <= items * reviewers_per_item)
    ) with (fillfactor = 70)`
})

/** What a session is about, and a place for each person's review of it. Laws: H2, H3. */
const items = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.review_items (
      tenant_id text not null,
      project_id text not null,
      session_id text collate "C" not null,
      ordinal integer not null,
      id text collate "C" not null,
      subject_type text not null,
      subject_id text collate "C" not null,
      status text not null default 'open' check (status in ('open', 'completed', 'withdrawn')),
      primary key (tenant_id, project_id, session_id, ordinal),
      constraint review_items_id unique (tenant_id, project_id, id),
      constraint review_items_session foreign key (tenant_id, project_id, session_id)
        references agent_operations.review_sessions on delete cascade
    )`
  yield* sql`
    create table agent_operations.review_slots (
      tenant_id text not null,
      project_id text not null,
      session_id text collate "C" not null,
      ordinal integer not null,
      slot integer not null,
      reviewer_id text collate "C",
      reviewer text,
      held_until timestamptz,
      submitted_at timestamptz,
      primary key (tenant_id, project_id, session_id, ordinal, slot),
      -- Nobody has two places of one item. Law: H2.
      constraint review_slots_reviewer unique (tenant_id, project_id, session_id, ordinal, reviewer_id),
      constraint review_slots_held check ((reviewer_id is null) = (held_until is null)),
      constraint review_slots_item foreign key (tenant_id, project_id, session_id, ordinal)
        references agent_operations.review_items on delete cascade
    ) with (fillfactor = 70)`
  yield* sql`
    create index review_slots_open on agent_operations.review_slots (tenant_id, project_id, session_id, ordinal, slot)
    where submitted_at is null`
})

/** What people said: written once. */
const submissions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.review_submissions (
      tenant_id text not null,
      project_id text not null,
      session_id text collate "C" not null,
      ordinal integer not null,
      slot integer not null,
      number integer not null check (number between 1 and 100),
      reviewer text not null,
      via text not null,
      scores text not null,
      submitted_at timestamptz not null default now(),
      primary key (tenant_id, project_id, session_id, ordinal, slot, number),
      constraint review_submissions_slot foreign key (tenant_id, project_id, session_id, ordinal, slot)
        references agent_operations.review_slots on delete cascade
    )`
})

/** Sessions are about a run too, whose figures are found by it. */
const runs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table agent_operations.review_sessions add column subject_id text collate "C"`
  yield* sql`
    create index review_sessions_subject on agent_operations.review_sessions (tenant_id, project_id, subject_id, id)
    where subject_id is not null`
})

/**
 * The index of items by their IDs has the ID before the project: beginning as the primary key does, it was taken for as good
 * where there are no statistics yet, and each slot of a large session was checked by a walk through all items of the project.
 */
const ids = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table agent_operations.review_items drop constraint review_items_id,
      add constraint review_items_id unique (tenant_id, id, project_id)`
})

/**
 * What a foreign key's check could use beside the primary key. Where an index begins with as much of that key and seems to
 * have as few rows, as it does of small or new tables, the check may use it and read all items of a project for each slot:
 * the index of items is partial, so that it serves look-ups by ID alone. That of sessions is inferred from by earlier
 * versions' `on conflict`, which takes no partial one, and has what differs most behind the tenant instead.
 */
const forLookUpsAlone = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table agent_operations.review_items drop constraint review_items_id`
  yield* sql`
    create unique index review_items_id on agent_operations.review_items (tenant_id, project_id, id) where id is not null`
  yield* sql`
    alter table agent_operations.review_sessions drop constraint review_sessions_key,
      add constraint review_sessions_key unique (tenant_id, request_key, project_id)`
})

/** The tables of reviews. */
export const migrations: MigrationSet = {
  owner: "reviews",
  tenantTables: ["review_sessions", "review_items", "review_slots", "review_submissions"],
  steps: [
    { number: 1, name: "sessions", up: sessions },
    { number: 2, name: "items", up: items },
    { number: 3, name: "submissions", up: submissions },
    { number: 4, name: "runs", up: runs, last: true },
    { number: 5, name: "ids", up: ids, last: true },
    { number: 6, name: "for look-ups alone", up: forLookUpsAlone, last: true }
  ]
}
