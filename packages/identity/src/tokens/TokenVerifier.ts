import { CredentialVerifier, type Principal } from "@agent-operations/auth"
import { isScope } from "@agent-operations/contract"
import { batched, parameterRows, translateSqlErrors } from "@agent-operations/database"
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
  readonly token_resources: string | null
  readonly organization_id: string
  readonly project_id: string
  readonly user_id: string
  readonly resource: string
  readonly scopes: ReadonlyArray<string>
  readonly name: string
}

const refused = new Unauthenticated({ message: "The credential is not valid." })
const pattern = /^aot_[A-Za-z0-9_-]{43}$/

// A grant stands on one membership: whoever is removed and comes back connects anew.
const makeLookUp = (sql: SqlClient.SqlClient) =>
  batched(sql, {
    identity: (hash: string) => hash,
    ask: (hashes: ReadonlyArray<string>) =>
      Effect.map(
        sql<TokenRow>`
          select t.token, t.expires_at, t.scopes as token_scopes, t.resources as token_resources, g.organization_id,
            g.project_id, g.user_id, g.resource, g.scopes, m.name
          from ${parameterRows(sql, [["text", hashes]])} as asked(token)
          join agent_operations_identity.oauth_access_tokens as t on t.token = asked.token and t.revoked is null
          join agent_operations_identity.oauth_clients as c on c.client_id = t.client_id and c.disabled is not true
          join agent_operations.grants as g on g.id = t.reference_id and g.revoked_at is null
          join agent_operations.memberships as m
            on m.organization_id = g.organization_id and m.user_id = g.user_id and m.created_at = g.member_since
          join agent_operations.projects as p on p.organization_id = g.organization_id and p.id = g.project_id`,
        (rows) => new Map(rows.map((row) => [row.token, row]))
      )
  })

/**
 * Verifies access tokens, and leaves every other credential to the verifier that it is given. One statement for those of
 * one turn of the event loop says whether the token, its grant, the membership and the project still hold; nothing is
 * remembered between requests. Laws: A1 to A3, A5, A6.
 *
 * @example
 * const Credentials = TokenVerifier.layer("https://ops.example.com").pipe(Layer.provide(ApiKeyVerifier.layer))
 */
export const layer = (origin: string) =>
  Layer.effect(
    CredentialVerifier,
    Effect.gen(function* () {
      const others = yield* CredentialVerifier
      const lookUp = makeLookUp(yield* SqlClient.SqlClient)
      const resources = resourcesOf(origin)
      return {
        verify: Effect.fnUntraced(function* (presented) {
          const token = Redacted.value(presented.credential)
          if (!token.startsWith(tokenPrefixes.access)) return yield* others.verify(presented)
          if (!pattern.test(token)) return yield* refused
          const row = yield* translateSqlErrors(lookUp(hashToken(token.slice(tokenPrefixes.access.length))))
          if (row === undefined || row.expires_at.getTime() <= (yield* Clock.currentTimeMillis)) return yield* refused
          const audience = resources[presented.audience]
          if (row.resource !== audience || row.token_resources !== JSON.stringify([audience])) return yield* refused
          const given: ReadonlyArray<string> = JSON.parse(row.token_scopes)
          return {
            actor: { type: "user", id: row.user_id, name: row.name },
            organizationId: row.organization_id,
            scopes: row.scopes.filter(isScope).filter((scope) => given.includes(scope)),
            projectId: (presented.projectId ?? row.project_id) === row.project_id ? row.project_id : null
          } satisfies Principal
        })
      }
    })
  )
