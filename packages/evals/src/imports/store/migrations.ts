import type { MigrationSet } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const imports = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A row per key, for ever, so that what is sent again later is not applied again. Law: I2.
  yield* sql`
    create table agent_operations.imports (
      tenant_id text not null,
      project_id text not null,
      import_key text collate "C" not null,
      id text collate "C" not null,
      inputs_hash text collate "C" not null,
      part_count integer not null,
      created_at timestamptz not null default now(),
      touched_at timestamptz not null default now(),
      applied_at timestamptz,
      -- Text as it was written; gone after a while.
      report text,
      primary key (tenant_id, project_id, import_key),
      constraint imports_id unique (tenant_id, project_id, id)
    )`
  yield* sql`create index imports_staged on agent_operations.imports (touched_at) where applied_at is null`
  yield* sql`create index imports_reported on agent_operations.imports (applied_at) where report is not null`
  yield* sql`
    create table agent_operations.import_parts (
      tenant_id text not null,
      project_id text not null,
      import_key text collate "C" not null,
      part integer not null,
      hash text collate "C" not null,
      -- The files as JSON, until they are applied.
      files text,
      encoded_bytes integer not null,
      primary key (tenant_id, project_id, import_key, part),
      constraint import_parts_import foreign key (tenant_id, project_id, import_key)
        references agent_operations.imports on delete cascade
    )`
  // What is sent compresses well; its time counts, and its space only for an hour.
  yield* sql`alter table agent_operations.import_parts alter column files set storage external`
})

const waiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // What waits in a project is counted with each part that comes.
  yield* sql`
    create index import_parts_waiting on agent_operations.import_parts (tenant_id, project_id) include (encoded_bytes)
    where files is not null`
})

/**
 * Indexes that statements by key do not take: without statistics they look as good as the key, and read a whole project. Theirs
 * state the condition.
 */
const ownIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create unique index imports_own_id on agent_operations.imports (tenant_id, project_id, id) where id > ''`
  yield* sql`
    create index import_parts_staged on agent_operations.import_parts (tenant_id, project_id) include (encoded_bytes)
    where files is not null and encoded_bytes >= 0`
})

const sharedIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table agent_operations.imports drop constraint imports_id`
  yield* sql`drop index agent_operations.import_parts_waiting`
})

/** The tables of imports: keys with their reports, and parts that wait for others. */
export const migrations: MigrationSet = {
  owner: "imports",
  tenantTables: ["imports", "import_parts"],
  steps: [
    { number: 1, name: "imports", up: imports },
    { number: 2, name: "waiting parts", up: waiting },
    { number: 3, name: "own indexes", up: ownIndexes },
    { number: 4, name: "shared indexes", up: sharedIndexes, last: true }
  ]
}
