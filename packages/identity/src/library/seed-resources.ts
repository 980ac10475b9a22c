import { newTypeId } from "@agent-operations/database"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { resourcesOf } from "../options.ts"

/** Makes the rows that the library wants at its start, so that processes that start at once do not race for them. */
export const seedResources = Effect.fnUntraced(function* (sql: SqlClient, baseUrl: string) {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* Effect.forEach(
    Object.values(resourcesOf(baseUrl)),
    (resource) => sql`
      insert into agent_operations_identity.oauth_resources (id, identifier, name, disabled,
        dpop_bound_access_tokens_required, policy_version, created_at, updated_at)
      values (${newTypeId("res")}, ${resource}, ${resource}, false, false, 1, ${now}, ${now})
      on conflict (identifier) do nothing`
  )
})
