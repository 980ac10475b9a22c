import { isScope } from "@agent-operations/contract"
import { translateSqlErrors } from "@agent-operations/database"
import { Unauthenticated } from "@agent-operations/error-envelope"
import { Clock, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { CredentialVerifier } from "../access/CredentialVerifier.ts"
import type { Principal } from "../access/principal.ts"
import { parse, secretMatches } from "./format.ts"

interface KeyRow {
  readonly organization_id: string
  readonly name: string
  readonly scopes: ReadonlyArray<string>
  readonly secret_hash: Uint8Array
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  readonly project_id: string | null
}

const refused = new Unauthenticated({ message: "The credential is not valid." })

/** Verifies API keys with one statement, and nothing remembered between requests. Laws: A1 to A5. */
export const layer = Layer.effect(
  CredentialVerifier,
  Effect.map(SqlClient.SqlClient, (sql) => ({
    verify: Effect.fnUntraced(function* ({ credential, projectId }) {
      const key = parse(Redacted.value(credential))
      if (key === undefined) return yield* refused
      const [row] = yield* translateSqlErrors(sql<KeyRow>`
        select k.organization_id, k.name, k.scopes, k.secret_hash, k.expires_at, k.revoked_at, p.id as project_id
        from agent_operations.api_keys as k
        left join agent_operations.projects as p on p.organization_id = k.organization_id and p.id = ${projectId ?? null}
        where k.id = ${key.id}`)
      if (row === undefined || !secretMatches(key.secret, row.secret_hash) || row.revoked_at !== null) {
        return yield* refused
      }
      if (row.expires_at !== null && row.expires_at.getTime() <= (yield* Clock.currentTimeMillis)) return yield* refused
      return {
        actor: { type: "api_key", id: key.id, name: row.name },
        organizationId: row.organization_id,
        scopes: row.scopes.filter(isScope),
        projectId: row.project_id
      } satisfies Principal
    })
  }))
)
