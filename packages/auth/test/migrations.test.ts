import { migrations } from "@agent-operations/auth"
import { migrate } from "@agent-operations/database"
import { describeOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"

const before = 7

describeOnBothDatabases("an installation from before traces:delete", (database) => {
  const earlier = { ...migrations, steps: migrations.steps.slice(0, before) }
  layer(database.migrated([earlier]), { excludeTestServices: true })((it) => {
    it.effect("A2, T25: keys that wrote traces may still delete them, and each knows the first that it came from", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`insert into agent_operations.organizations values ('org_a', 'A', now())`
        const keys = [
          ["key_1", ["traces:write"], "key_2"],
          ["key_2", ["traces:read", "traces:write"], "key_3"],
          ["key_3", ["traces:read"], null],
          ["key_4", ["views:read"], null]
        ] as const
        for (const [id, scopes, replacedBy] of keys) {
          yield* sql`
            insert into agent_operations.api_keys
              (organization_id, id, name, scopes, secret_hash, preview, created_at, created_by, replaced_by)
            values ('org_a', ${id}, 'K', ${scopes}::text[], '', '', now(), '{}', ${replacedBy})`
        }
        yield* sql`
          insert into agent_operations.audit_events
            (organization_id, id, at, actor, action, subject_type, subject_id, subject_name, details)
          values ('org_a', 'aud_1', now(), '{"type":"user","id":"usr_ada","name":"Ada"}', 'organization.created',
            'organization', 'org_a', 'A', '{}')`
        yield* migrate([migrations])
        assert.deepStrictEqual(yield* sql`select id, scopes, lineage from agent_operations.api_keys order by id`, [
          { id: "key_1", scopes: ["traces:write", "traces:delete"], lineage: "key_1" },
          { id: "key_2", scopes: ["traces:read", "traces:write", "traces:delete"], lineage: "key_1" },
          { id: "key_3", scopes: ["traces:read"], lineage: "key_1" },
          { id: "key_4", scopes: ["views:read"], lineage: "key_4" }
        ])
        assert.deepStrictEqual(yield* sql`select created_by from agent_operations.organizations`, [
          { created_by: "usr_ada" }
        ])
      })
    )
  })
})
