import { timingSafeEqual } from "node:crypto"
import { batched, type Guard, parameterRows, translateSqlErrors, WorkFor } from "@agent-operations/database"
import { Unauthenticated } from "@agent-operations/error-envelope"
import { Clock, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { Client } from "../access/client.ts"
import { CredentialVerifier, type Presented, type Verification } from "../access/CredentialVerifier.ts"
import { actorName } from "../access/principal.ts"
import { rememberPrincipals } from "../access/principals.ts"
import { isOpen } from "../organizations/open-projects.ts"
import { hashText, parse } from "./format.ts"
import { makeLastUse } from "./last-use.ts"

interface KeyRow {
  readonly key_id: string
  readonly asked_project: string
  readonly organization_id: string
  readonly name: string
  /** Absent where it is the key itself. */
  readonly lineage: string | null
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
  /** For whom it is asked. A statement is for one party. */
  readonly party: string | undefined
}

const identity = ({ keyId, projectId }: Omit<Asked, "party">) => `${keyId} ${projectId}`

const makeLookUp = (sql: SqlClient.SqlClient) =>
  batched(sql, {
    identity,
    group: ({ party = "" }) => party,
    ask: (asked: ReadonlyArray<Asked>) => {
      const keyIds = asked.map(({ keyId }) => keyId)
      const projectIds = asked.map(({ projectId }) => projectId)
      return Effect.map(
        sql<KeyRow>`
          select asked.key_id, asked.project_id as asked_project, k.organization_id, k.name, nullif(k.lineage, k.id) as lineage, k.scopes, k.secret_hash,
            k.expires_at, k.revoked_at, p.id as project_id
          from ${parameterRows(sql, [
            ["text", keyIds],
            ["text", projectIds]
          ])} as asked(key_id, project_id)
          join agent_operations.api_keys as k on k.id = asked.key_id
          left join agent_operations.projects as p
            on p.organization_id = k.organization_id and p.id = asked.project_id and ${isOpen(sql)}`,
        (rows) => new Map(rows.map((row) => [identity({ keyId: row.key_id, projectId: row.asked_project }), row]))
      )
    }
  })

/** Holds while a key is as it was when its row was read, and has not expired. */
const guardOf = (sql: SqlClient.SqlClient, name: string, row: KeyRow): Guard => ({
  name,
  condition: (now) => sql`exists (
    select from agent_operations.api_keys as k
    join agent_operations.projects as p on p.organization_id = k.organization_id
    where k.organization_id = ${row.organization_id} and k.id = ${row.key_id} and k.secret_hash = ${row.secret_hash}
      and k.name = ${row.name} and k.scopes = ${row.scopes}::text[] and k.revoked_at is null
      and coalesce(k.expires_at, 'infinity') > ${now} and p.id = ${row.project_id} and ${isOpen(sql)}
  )`
})

/**
 * Verifies API keys, those of the requests of one turn of the event loop with one statement, at every request; those of
 * strangers with others. When and
 * from where they were last used is written beside. Laws: A1 to A5.
 */
export const layer = Layer.effect(
  CredentialVerifier,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lookUp = makeLookUp(sql)
    const noteUse = yield* makeLastUse(sql)
    const principals = rememberPrincipals()

    const verify = Effect.fnUntraced(function* (
      name: string,
      keyId: string,
      secretHash: string,
      projectId: string,
      client: Client | undefined
    ) {
      const row = yield* translateSqlErrors(lookUp({ keyId, projectId, party: yield* WorkFor }))
      const now = yield* Clock.currentTimeMillis
      if (
        row === undefined ||
        !timingSafeEqual(Buffer.from(secretHash, "base64url"), row.secret_hash) ||
        row.revoked_at !== null ||
        (row.expires_at !== null && row.expires_at.getTime() <= now)
      ) {
        principals.refused(name)
        return yield* refused
      }
      const accepted = (at: number, client?: Client) => noteUse(row.organization_id, keyId, at, client)
      accepted(now, client)
      return principals.accepted(name, [row.organization_id, row.project_id, row.name, ...row.scopes], (guardName) => ({
        principal: {
          actor: { type: "api_key", id: keyId, name: actorName(row.name) },
          organizationId: row.organization_id,
          scopes: row.scopes,
          credential: { type: "api_key", id: keyId, ...(row.lineage === null ? {} : { lineage: row.lineage }) },
          projectId: row.project_id
        },
        guard: guardOf(sql, guardName, row),
        accepted
      }))
    })

    const begin = ({ credential, projectId = "", client }: Presented): Verification => {
      const key = parse(Redacted.value(credential))
      if (key === undefined) return { expected: undefined, principal: Effect.fail(refused) }
      const secretHash = hashText(key.secret)
      const name = `${key.id} ${secretHash} ${projectId}`
      return { expected: principals.get(name), principal: verify(name, key.id, secretHash, projectId, client) }
    }

    return { begin, verify: (presented) => begin(presented).principal }
  })
)
