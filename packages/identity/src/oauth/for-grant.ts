import { WorkFor } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { hashToken, tokenPrefixes } from "../tokens/secrets.ts"
import type { RefreshTokens } from "./refresh-tokens.ts"

/**
 * Does work for the organization of the grant whose code or refresh token a program shows. It is asked for before a
 * transaction begins, so that those that wait for one grant have no more connections than their organization may. Where none
 * is found, it stays work for the place that asks. Law: K3.
 */
export const makeForGrant = (sql: SqlClient, refreshTokens: RefreshTokens) => {
  const grantOf = (shown: string) => {
    if (!shown.startsWith(tokenPrefixes.refresh)) return sql`g.code_hash = ${hashToken(shown)}`
    const proven = refreshTokens.grantIdOf(shown)
    return proven === undefined
      ? sql`g.id = (select reference_id from agent_operations_identity.oauth_refresh_tokens
          where token = ${hashToken(shown.slice(tokenPrefixes.refresh.length))})`
      : sql`g.id = ${proven}`
  }

  return Effect.fnUntraced(function* <A, E, R>(shown: string, work: Effect.Effect<A, E, R>) {
    const [grant] = yield* sql<{ organization_id: string }>`
      select g.organization_id from agent_operations.grants as g where ${grantOf(shown)}`
    return yield* grant === undefined ? work : Effect.provideService(work, WorkFor, grant.organization_id)
  })
}
