import {
  CredentialVerifier,
  isOpen,
  type Presented,
  type Principal,
  rememberPrincipals,
  type Verification
} from "@agent-operations/auth"
import { batched, type Guard, parameterRows, translateSqlErrors, WorkFor } from "@agent-operations/database"
import { Unauthenticated } from "@agent-operations/error-envelope"
import { Clock, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { hashToken, tokenPrefixes } from "./secrets.ts"
import { resourcesOf } from "../options.ts"

interface TokenRow {
  readonly token: string
  readonly expires_at: Date
  /** JSON: what the token was given for, of what its grant allows. */
  readonly token_scopes: string
  readonly grant_id: string
  readonly token_resources: string | null
  readonly organization_id: string
  readonly project_id: string
  /** Whether the project is reached by credentials: it is not going to be deleted. */
  readonly open: boolean
  readonly user_id: string
  readonly resource: string
  readonly scopes: ReadonlyArray<string>
  readonly name: string
}

const refused = new Unauthenticated({ message: "The credential is not valid." })
const pattern = /^aot_[A-Za-z0-9_-]{43}$/

/**
 * Everything that a token stands on, of those in `asked`. A grant stands on one membership: whoever is removed and comes
 * back connects anew.
 */
const standing = `
  join agent_operations_identity.oauth_access_tokens as t on t.token = asked.token and t.revoked is null
  join agent_operations_identity.oauth_clients as c on c.client_id = t.client_id and c.disabled is not true
  join agent_operations.grants as g on g.id = t.reference_id and g.revoked_at is null
  join agent_operations.memberships as m
    on m.organization_id = g.organization_id and m.user_id = g.user_id and m.created_at = g.member_since
  join agent_operations.projects as p on p.organization_id = g.organization_id and p.id = g.project_id`

/** Holds while a token and its grant are as they were when their row was read, and the token has not expired. */
const guardOf = (sql: SqlClient.SqlClient, name: string, row: TokenRow): Guard => ({
  name,
  condition: (now) => sql`exists (
    select from (select ${row.token}::text) as asked(token) ${sql.literal(standing)}
    where t.expires_at > ${now} and t.scopes = ${row.token_scopes} and t.resources = ${row.token_resources}
      and g.id = ${row.grant_id} and g.organization_id = ${row.organization_id} and g.project_id = ${row.project_id}
      and g.user_id = ${row.user_id} and g.resource = ${row.resource} and g.scopes = ${row.scopes}::text[]
      and m.name = ${row.name} and ${isOpen(sql)}
  )`
})

interface Asked {
  readonly hash: string
  /** For whom it is asked. A statement is for one party. */
  readonly party: string | undefined
}

const makeLookUp = (sql: SqlClient.SqlClient) =>
  batched(sql, {
    identity: ({ hash }: Asked) => hash,
    group: ({ party = "" }) => party,
    ask: (asked: ReadonlyArray<Asked>) =>
      Effect.map(
        sql<TokenRow>`
          select t.token, t.expires_at, t.scopes as token_scopes, t.resources as token_resources, g.id as grant_id, g.organization_id,
            g.project_id, ${isOpen(sql)} as open, g.user_id, g.resource, g.scopes, m.name
          from ${parameterRows(sql, [["text", asked.map(({ hash }) => hash)]])} as asked(token) ${sql.literal(standing)}`,
        (rows) => new Map(rows.map((row) => [row.token, row]))
      )
  })

/**
 * Verifies access tokens, and leaves every other credential to the verifier that it is given. At every request one
 * statement for those of one turn of the event loop says whether the token, its grant, the membership and the project
 * still hold. Laws: A1 to A3, A5, A6.
 *
 * @example
 * const Credentials = TokenVerifier.layer("https://ops.example.com").pipe(Layer.provide(ApiKeyVerifier.layer))
 */
export const layer = (baseUrl: string) =>
  Layer.effect(
    CredentialVerifier,
    Effect.gen(function* () {
      const others = yield* CredentialVerifier
      const sql = yield* SqlClient.SqlClient
      const lookUp = makeLookUp(sql)
      const resources = resourcesOf(baseUrl)
      const principals = rememberPrincipals()

      const verify = Effect.fnUntraced(function* (name: string, hash: string, { audience, projectId }: Presented) {
        const row = yield* translateSqlErrors(lookUp({ hash, party: yield* WorkFor }))
        const now = yield* Clock.currentTimeMillis
        const resource = resources[audience]
        if (
          row === undefined ||
          row.expires_at.getTime() <= now ||
          row.resource !== resource ||
          row.token_resources !== JSON.stringify([resource])
        ) {
          principals.refused(name)
          return yield* refused
        }
        const facts = [
          row.user_id,
          row.name,
          row.organization_id,
          row.project_id,
          row.grant_id,
          String(row.open),
          row.token_scopes,
          ...row.scopes
        ]
        return principals.accepted(name, facts, (guardName) => {
          const given: ReadonlyArray<string> = JSON.parse(row.token_scopes)
          const principal: Principal = {
            actor: { type: "user", id: row.user_id, name: row.name },
            organizationId: row.organization_id,
            scopes: row.scopes.filter((scope) => given.includes(scope)),
            credential: { type: "access_token", id: row.grant_id },
            projectId: (projectId ?? row.project_id) === row.project_id && row.open ? row.project_id : null
          }
          return { principal, guard: guardOf(sql, guardName, row), accepted: () => {} }
        })
      })

      const begin = (presented: Presented): Verification => {
        const token = Redacted.value(presented.credential)
        if (!token.startsWith(tokenPrefixes.access)) {
          return others.begin?.(presented) ?? { expected: undefined, principal: others.verify(presented) }
        }
        if (!pattern.test(token)) return { expected: undefined, principal: Effect.fail(refused) }
        const hash = hashToken(token.slice(tokenPrefixes.access.length))
        const name = `${presented.audience} ${hash} ${presented.projectId ?? ""}`
        return { expected: principals.get(name), principal: verify(name, hash, presented) }
      }

      return { begin, verify: (presented) => begin(presented).principal }
    })
  )
