import type { MigrationSet } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Items of datasets. A head counts, and is locked by whoever writes; a version is one row; an item is a row for each time
 * that it was changed, from the version that made it so to the first that has it otherwise. Laws: D1, D2, D3.
 */
const items = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.dataset_heads (
      tenant_id text not null,
      project_id text not null,
      dataset_id text collate "C" not null,
      version integer not null default 0,
      item_count integer not null default 0,
      last_position integer not null default 0,
      primary key (tenant_id, project_id, dataset_id)
    ) with (fillfactor = 70)`
  yield* sql`
    create table agent_operations.dataset_versions (
      tenant_id text not null,
      project_id text not null,
      dataset_id text collate "C" not null,
      version integer not null,
      made_at timestamptz not null default now(),
      made_by text not null,
      created integer not null,
      changed integer not null,
      deleted integer not null,
      primary key (tenant_id, project_id, dataset_id, version)
    )`
  yield* sql`
    create table agent_operations.dataset_items (
      tenant_id text not null,
      project_id text not null,
      dataset_id text collate "C" not null,
      item_id text collate "C" not null,
      from_version integer not null,
      to_version integer,
      position integer not null,
      external_id text collate "C",
      split text,
      input text not null,
      expected text not null,
      metadata text not null,
      source text not null,
      encoded_bytes integer not null,
      created_at timestamptz not null,
      created_by text not null,
      updated_at timestamptz not null,
      updated_by text not null,
      purged boolean not null default false,
      primary key (tenant_id, project_id, item_id, from_version),
      check (to_version > from_version)
    )`
  yield* sql`
    create unique index dataset_items_external on agent_operations.dataset_items
      (tenant_id, project_id, dataset_id, external_id) where to_version is null and external_id is not null`
  yield* sql`
    create index dataset_items_living on agent_operations.dataset_items (tenant_id, project_id, dataset_id, position)
    where to_version is null`
  yield* sql`
    create index dataset_items_versions on agent_operations.dataset_items
      (tenant_id, project_id, dataset_id, position, from_version)`
})

/**
 * The indexes by position have a condition that statements state which read in that order. Without statistics any index that
 * begins with tenant and project looks as good as the key, and one that reads a whole dataset was taken to look up one item.
 */
const byPosition = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create index dataset_items_living_order on agent_operations.dataset_items
      (tenant_id, project_id, dataset_id, position) where to_version is null and position > 0`
  yield* sql`
    create index dataset_items_order on agent_operations.dataset_items
      (tenant_id, project_id, dataset_id, position, from_version) where position > 0`
})

const anyPosition = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop index agent_operations.dataset_items_living`
  yield* sql`drop index agent_operations.dataset_items_versions`
})

/** The tables of items. Datasets themselves are kept by the revision store. */
export const migrations: MigrationSet = {
  owner: "datasets",
  tenantTables: ["dataset_heads", "dataset_versions", "dataset_items"],
  steps: [
    { number: 1, name: "items", up: items },
    { number: 2, name: "by position", up: byPosition },
    { number: 3, name: "any position", up: anyPosition, last: true }
  ]
}
