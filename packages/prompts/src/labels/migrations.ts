import type { MigrationSet } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Labels: one row each, which stays when the label is taken away, so that its counter goes on and a protected one stays
 * protected. They outlive a delete of their prompt, since it can be recovered. Laws: M1, M2.
 */
const labels = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.prompt_labels (
      tenant_id text not null,
      project_id text not null,
      prompt_id text not null,
      label text collate "C" not null check (length(label) between 1 and 40),
      revision integer check (revision > 0),
      label_revision integer not null check (label_revision > 0),
      moved_at timestamptz not null,
      moved_by text not null,
      protected boolean not null default false,
      primary key (tenant_id, project_id, prompt_id, label)
    )`
})

/** The table of labels. Prompts themselves are kept by the revision store. */
export const migrations: MigrationSet = {
  owner: "prompts",
  tenantTables: ["prompt_labels"],
  steps: [{ number: 1, name: "labels", up: labels }]
}
