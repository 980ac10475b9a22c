import type { MigrationSet } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { listRevisions } from "./internal/listed.ts"

const definitions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The heads: one row a living definition.
  yield* sql`
    create table agent_operations.definitions (
      tenant_id text not null,
      project_id text not null,
      kind text not null,
      id text not null,
      position bigint generated always as identity,
      name text not null,
      name_key text not null,
      revision integer not null,
      primary key (tenant_id, project_id, kind, id)
    )`
  // Partial on purpose: a unique index that a foreign key could use would make a rename lock out every insert of a
  // reference to the definition, and two renames that refer to each other deadlock.
  yield* sql`
    create unique index definitions_name on agent_operations.definitions (tenant_id, project_id, kind, name_key)
    where revision > 0`
  yield* sql`
    create index definitions_position on agent_operations.definitions (tenant_id, project_id, kind, position desc)`

  // Append-only, and kept after a delete. JSON is kept as the text that was written, so that it reads the same for ever.
  yield* sql`
    create table agent_operations.revisions (
      tenant_id text not null,
      project_id text not null,
      kind text not null,
      definition_id text not null,
      revision integer not null check (revision > 0),
      name text not null,
      name_key text not null,
      description text,
      source text not null,
      settings text not null,
      refs text not null,
      origin text not null,
      created_at timestamptz not null,
      created_by text not null,
      updated_at timestamptz not null,
      updated_by text not null,
      -- No less than the bytes of the revision as JSON: a character of a name takes at most six when it is escaped.
      encoded_bytes integer not null generated always as (
        octet_length(source) + octet_length(settings) + octet_length(refs) + octet_length(origin) +
        octet_length(created_by) + octet_length(updated_by) +
        6 * (octet_length(name) + coalesce(octet_length(description), 0) + octet_length(project_id)) + 512
      ) stored,
      primary key (tenant_id, project_id, kind, definition_id, revision)
    )`

  // What the current revisions refer to, as rows, so that the database keeps a reference from pointing at nothing.
  yield* sql`
    create table agent_operations.definition_references (
      tenant_id text not null,
      project_id text not null,
      from_kind text not null,
      from_id text not null,
      from_revision integer not null,
      alias text not null,
      to_kind text not null,
      to_id text not null,
      to_revision integer,
      primary key (tenant_id, project_id, from_kind, from_id, from_revision, alias),
      constraint definition_references_from foreign key (tenant_id, project_id, from_kind, from_id)
        references agent_operations.definitions on delete cascade,
      constraint definition_references_to foreign key (tenant_id, project_id, to_kind, to_id)
        references agent_operations.definitions,
      constraint definition_references_pin foreign key (tenant_id, project_id, to_kind, to_id, to_revision)
        references agent_operations.revisions
    )`
  yield* sql`
    create index definition_references_to on agent_operations.definition_references
      (tenant_id, project_id, to_kind, to_id, from_kind, from_id, alias)`

  yield* sql`
    create table agent_operations.deleted_definitions (
      tenant_id text not null,
      project_id text not null,
      kind text not null,
      id text not null,
      name text not null,
      revision integer not null,
      deleted_at timestamptz not null,
      deleted_by text not null,
      primary key (tenant_id, project_id, kind, id)
    )`
})

/**
 * Partial on purpose: while the database has no statistics of a table yet, any index that begins with the tenant and the
 * project looks as good to it as the primary key, and reading one definition could read all of a project. These can be
 * used by what they are for alone: `position > 0`, and an equality of `to_kind`. Law: P8.
 */
const indexesOfTheirOwn = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop index agent_operations.definitions_position`
  yield* sql`
    create index definitions_position on agent_operations.definitions (tenant_id, project_id, kind, position desc)
    where position > 0`
  yield* sql`drop index agent_operations.definition_references_to`
  yield* sql`
    create index definition_references_to on agent_operations.definition_references
      (tenant_id, project_id, to_kind, to_id, from_kind, from_id, alias)
    where to_kind is not null`
})

/**
 * An update that keeps the name touches no index: neither's predicate names a column that it changes. Its dead row is
 * then cleared by whoever next writes in the page, where there is room for it, and waits for no vacuum. The index of the
 * order holds the names too, so that a search and a count read nothing else. Law: P8.
 */
const updatesInPlace = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table agent_operations.definitions set (fillfactor = 85)`
  yield* sql`drop index agent_operations.definitions_name`
  yield* sql`
    create unique index definitions_name on agent_operations.definitions (tenant_id, project_id, kind, name_key)
    where name_key <> ''`
  yield* sql`drop index agent_operations.definitions_position`
  yield* sql`
    create index definitions_position on agent_operations.definitions (tenant_id, project_id, kind, position desc)
    include (name_key) where position > 0`
})

/**
 * Who is told of changes, and what they have not been told yet: a row for each subscription that there is, gone once it
 * was told. Rows are taken in the order of their positions and none is passed over, so that what is committed after a row
 * of a higher position is told as well. Subscriptions have no tenant: they are a reference table. Law: R10.
 */
const definitionEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.event_subscriptions (
      name text primary key,
      holder text,
      held_until timestamptz not null default now()
    )`
  yield* sql`
    create table agent_operations.definition_events (
      tenant_id text not null,
      subscription text not null,
      position bigint generated always as identity,
      project_id text not null,
      kind text not null,
      definition_id text not null,
      revision integer not null,
      type text not null,
      at timestamptz not null,
      actor text not null,
      primary key (tenant_id, subscription, position)
    )`
  yield* sql`
    create index definition_events_position on agent_operations.definition_events (subscription, position)`
})

/**
 * What recovery needs of what was deleted: its place in lists, and until when it can be recovered, by this database's
 * clock. A process of an earlier version, which knows of neither, leaves the place out. The index begins where lists of
 * the deleted do, and ends where nothing can be recovered any more. Law: R12.
 */
const recovery = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table agent_operations.deleted_definitions
      add column position bigint,
      add column recoverable_until timestamptz not null
        default date_trunc('milliseconds', now()) + interval '720 hours'`
  yield* sql`
    update agent_operations.deleted_definitions set
      position = nextval(pg_get_serial_sequence('agent_operations.definitions', 'position')),
      recoverable_until = date_trunc('milliseconds', deleted_at) + interval '720 hours'`
  yield* sql`
    create index deleted_definitions_recoverable on agent_operations.deleted_definitions
      (tenant_id, project_id, kind, recoverable_until desc, id desc) where recoverable_until is not null`
})

/** The current revisions of which lists do not know yet, or know another. */
const unlisted = `(
  select r.* from agent_operations.definitions as d join agent_operations.revisions as r
    on (r.tenant_id, r.project_id, r.kind, r.definition_id, r.revision)
      = (d.tenant_id, d.project_id, d.kind, d.id, d.revision)
  where not exists (
    select from agent_operations.listed_definitions as l
    where (l.tenant_id, l.project_id, l.kind, l.id) = (d.tenant_id, d.project_id, d.kind, d.id)
      and l.updated_at = date_trunc('milliseconds', r.updated_at)
  )
) as unlisted`

/**
 * What lists sort and filter by of each definition, in a table of its own, so that updates of the heads stay in place; and
 * names in an order that is the same in every database, by code points. What is written meanwhile is added once nobody else
 * writes. Laws: P8, P9.
 */
const sortedAndFiltered = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.listed_definitions (
      tenant_id text not null,
      project_id text not null,
      kind text not null,
      id text not null,
      updated_at timestamptz not null,
      updated_by text,
      created_by text,
      target text,
      source_type text,
      primary key (tenant_id, project_id, kind, id)
    )`
  yield* sql`${sql.literal(listRevisions(unlisted))}`
  yield* sql`alter table agent_operations.definitions alter column name_key type text collate "C"`
  yield* sql`${sql.literal(listRevisions(unlisted))}`
  yield* sql`
    delete from agent_operations.listed_definitions as l where not exists (
      select from agent_operations.definitions as d
      where (d.tenant_id, d.project_id, d.kind, d.id) = (l.tenant_id, l.project_id, l.kind, l.id)
    )`
  yield* sql`
    alter table agent_operations.listed_definitions add constraint listed_definitions_definition
      foreign key (tenant_id, project_id, kind, id) references agent_operations.definitions on delete cascade`
  yield* sql`
    create index listed_definitions_updated on agent_operations.listed_definitions
      (tenant_id, project_id, kind, updated_at desc, id desc) where updated_at > '-infinity'`
})

/**
 * What has to be there until work that is no definition has ended, such as what an evaluation run works with. The foreign
 * key decides a race of that work with a delete. Law: R7.
 */
const pins = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.definition_pins (
      tenant_id text not null,
      project_id text not null,
      by_kind text not null,
      by_id text collate "C" not null,
      by_name text not null,
      alias text not null,
      to_kind text not null,
      to_id text not null,
      to_revision integer not null,
      primary key (tenant_id, project_id, by_kind, by_id, to_kind, to_id, alias),
      constraint definition_pins_to foreign key (tenant_id, project_id, to_kind, to_id)
        references agent_operations.definitions
    )`
  // Partial for the reason that definition_references_to is.
  yield* sql`
    create index definition_pins_to on agent_operations.definition_pins
      (tenant_id, project_id, to_kind, to_id, by_kind, by_id, alias) where to_kind is not null`
})

/** The store's tables. All keys begin with the tenant, so that a distributed database can split them by it. */
export const migrations: MigrationSet = {
  owner: "revision-store",
  tenantTables: [
    ...["definitions", "revisions", "definition_references", "deleted_definitions"],
    ...["definition_events", "listed_definitions", "definition_pins"]
  ],
  steps: [
    { number: 1, name: "definitions", up: definitions },
    { number: 2, name: "indexes of their own", up: indexesOfTheirOwn, last: true },
    { number: 3, name: "updates in place", up: updatesInPlace, last: true },
    { number: 4, name: "definition events", up: definitionEvents },
    { number: 5, name: "recovery of deleted definitions", up: recovery, last: true },
    { number: 6, name: "sorted and filtered lists", up: sortedAndFiltered, last: true },
    { number: 7, name: "pins of work in progress", up: pins }
  ]
}
