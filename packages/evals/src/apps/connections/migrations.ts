import type { MigrationSet } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const connections = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.model_connections (
      tenant_id text not null,
      project_id text not null,
      connection_id text collate "C" not null,
      name text collate "C" not null,
      base_url text not null,
      token_limit text not null,
      -- JSON text: the models and what they cost, sorted by model.
      prices text not null,
      created_at timestamptz not null,
      created_by text not null,
      primary key (tenant_id, project_id, connection_id)
    )`
  yield* sql`
    create unique index model_connections_name on agent_operations.model_connections (tenant_id, project_id, name)`
})

/** Names alone are looked for by this index: without statistics it looks as good as the key, to find one by its ID. */
const byName = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create unique index model_connections_by_name on agent_operations.model_connections (tenant_id, project_id, name)
    where name > ''`
})

const anyName = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`drop index agent_operations.model_connections_name`)

/** The table of model connections. Their keys are kept as secrets. */
export const migrations: MigrationSet = {
  owner: "model_connections",
  tenantTables: ["model_connections"],
  steps: [
    { number: 1, name: "connections", up: connections },
    { number: 2, name: "by name", up: byName },
    { number: 3, name: "any name", up: anyName, last: true }
  ]
}
