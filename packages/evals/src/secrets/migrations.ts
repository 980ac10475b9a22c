import type { MigrationSet } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const secrets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.secrets (
      tenant_id text not null,
      project_id text not null,
      owner_id text collate "C" not null,
      name text collate "C" not null,
      -- Encrypted, with whose it is in its header.
      jwe text collate "C" not null,
      preview text not null,
      updated_at timestamptz not null,
      primary key (tenant_id, project_id, owner_id, name)
    )`
})

/**
 * What may have fewer than 12 characters shows nothing until it is set again: 11 are 44 bytes at most. What AES-GCM encrypts
 * is as long as before, here in base64url.
 */
const shortPreviews = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update agent_operations.secrets set preview = '' where length(split_part(jwe, '.', 4)) < 60`
})

/** The table of secrets. */
export const migrations: MigrationSet = {
  owner: "secrets",
  tenantTables: ["secrets"],
  steps: [
    { number: 1, name: "secrets", up: secrets },
    { number: 2, name: "previews of short secrets", up: shortPreviews }
  ]
}
