import { createHash, randomBytes } from "node:crypto"
import { migrate, newTypeId } from "@agent-operations/database"
import { ensurePerson, migrations, resourcesOf } from "@agent-operations/identity/tokens"
import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What servers that take access tokens are called by, whatever port they listen on. */
export const tokenOrigin = "http://127.0.0.1:4400"

const hash = (text: string) => createHash("sha256").update(text).digest("hex")

/** An access token for a project, as a person's consent would have made it, and valid for a day. */
export const makeToken = Effect.fnUntraced(function* (organizationId: string, projectId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* migrate([migrations])
  const person = yield* ensurePerson({ email: "bench@example.com", name: "Bench" })
  yield* (yield* Organizations).setMember({
    organizationId,
    userId: person.id,
    name: person.name,
    role: "member",
    by: { type: "operator" }
  })
  const [secret, grantId, clientId] = [randomBytes(32).toString("base64url"), newTypeId("grt"), newTypeId("cli")]
  const resource = resourcesOf(tokenOrigin).rest
  const scopes = ["views:read", "views:write"]
  const now = new Date()
  yield* sql`
    insert into agent_operations_identity.oauth_clients (id, client_id, name, redirect_uris)
    values (${clientId}, ${clientId}, 'Bench', '[]')`
  yield* sql`
    insert into agent_operations.grants (organization_id, id, project_id, user_id, member_since, client_id, client_name,
      redirect_host, audience, resource, scopes, code_hash, created_at, redeemed_at)
    select organization_id, ${grantId}, ${projectId}, user_id, created_at, ${clientId}, 'Bench', '127.0.0.1', 'rest',
      ${resource}, ${scopes}::text[], '', ${now}, ${now}
    from agent_operations.memberships where organization_id = ${organizationId} and user_id = ${person.id}`
  yield* sql`
    insert into agent_operations_identity.oauth_access_tokens (id, token, client_id, user_id, reference_id, resources,
      expires_at, created_at, scopes)
    values (${newTypeId("act")}, ${hash(secret)}, ${clientId}, ${person.id}, ${grantId}, ${JSON.stringify([resource])},
      ${new Date(now.getTime() + 86_400_000)}, ${now}, ${JSON.stringify(scopes)})`
  return `aot_${secret}`
})
