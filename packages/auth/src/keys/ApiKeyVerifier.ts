import { isScope } from "@agent-operations/contract"
import { batched, parameterRows, translateSqlErrors } from "@agent-operations/database"
import { Unauthenticated } from "@agent-operations/error-envelope"
import { Clock, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { CredentialVerifier } from "../access/CredentialVerifier.ts"
import { actorName, type Principal } from "../access/principal.ts"
import { parse, secretMatches } from "./format.ts"
import { makeLastUse } from "./lastUse.ts"

interface KeyRow {
  readonly key_id: string
  readonly asked_project: string
  readonly organization_id: string
  readonly name: string
  readonly scopes: ReadonlyArray<string>
  readonly secret_hash: Uint8Array
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  /** The project that was asked for, if the key reaches it. */
  readonly project_id: string | null
}

const refused = new Unauthenticated({ message: "The credential is not valid." })

interface Asked {
  readonly keyId: string
  /** Empty where the request names none: no project's ID is. */
  readonly projectId: string
}

const identity = ({ keyId, projectId }: Asked) => `${keyId} ${projectId}`

const makeLookUp = (sql: SqlClient.SqlClient) =>
  batched(sql, {
    identity,
    ask: (asked: ReadonlyArray<Asked>) => {
      const keyIds = asked.map(({ keyId }) => keyId)
      const projectIds = asked.map(({ projectId }) => projectId)
      return Effect.map(
        sql<KeyRow>`
          select asked.key_id, asked.project_id as asked_project, k.organization_id, k.name, k.scopes, k.secret_hash,
            k.expires_at, k.revoked_at, p.id as project_id
          from ${parameterRows(sql, [
            ["text", keyIds],
            ["text", projectIds]
          ])} as asked(key_id, project_id)
          join agent_operations.api_keys as k on k.id = asked.key_id
          left join agent_operations.projects as p
            on p.organization_id = k.organization_id and p.id = asked.project_id`,
        (rows) => new Map(rows.map((row) => [identity({ keyId: row.key_id, projectId: row.asked_project }), row]))
      )
    }
  })

/**
 * Verifies API keys, those of the requests of one turn of the event loop with one statement, and nothing remembered
 * between requests. When they were last used is written beside. Laws: A1 to A5.
 */
export const layer = Layer.effect(
  CredentialVerifier,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lookUp = makeLookUp(sql)
    const noteUse = yield* makeLastUse(sql)
    return {
      verify: Effect.fnUntraced(function* ({ credential, projectId }) {
        const key = parse(Redacted.value(credential))
        if (key === undefined) return yield* refused
        const row = yield* translateSqlErrors(lookUp({ keyId: key.id, projectId: projectId ?? "" }))
        if (row === undefined || !secretMatches(key.secret, row.secret_hash) || row.revoked_at !== null) {
          return yield* refused
        }
        const now = yield* Clock.currentTimeMillis
        if (row.expires_at !== null && row.expires_at.getTime() <= now) return yield* refused
        noteUse({ organizationId: row.organization_id, id: key.id, at: now })
        return {
          actor: { type: "api_key", id: key.id, name: actorName(row.name) },
          organizationId: row.organization_id,
          scopes: row.scopes.filter(isScope),
          projectId: row.project_id
        } satisfies Principal
      })
    }
  })
)
