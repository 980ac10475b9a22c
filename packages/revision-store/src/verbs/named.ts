import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { within } from "../internal/fragments.ts"
import { nameKey } from "../internal/name-key.ts"
import type { KindPolicy, Space } from "../model.ts"

/** The ID of the definition that has a name, ignoring case; undefined where none has. Law: R6. */
export const named = (sql: SqlClient) => (space: Space, kind: KindPolicy, name: string) =>
  Effect.map(
    sql<{ id: string }>`
      select d.id from agent_operations.definitions as d
      where ${within(sql, "d", space, kind)} and d.name_key = ${nameKey(name)} and d.name_key <> ''`,
    ([row]) => row?.id
  )
