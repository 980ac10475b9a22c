import { ClientDocuments, Consents } from "@agent-operations/identity"
import { EgressError } from "@agent-operations/egress"
import { databases } from "@agent-operations/testing"
import { describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { type RecordedClient, recordedClients } from "../../../tooling/checks/src/compatibility/recorded.ts"
import { locationOf } from "./support/answers.ts"
import {
  authorizationQuery,
  authorize,
  headersWith,
  identityOn,
  jsonOf,
  newTeam,
  newVerifier,
  post,
  register,
  resources,
  works
} from "./support/world.ts"

const documents = new Map(
  recordedClients.flatMap(({ as }) =>
    "document" in as ? [[as.address, { client_id: as.address, ...as.document }] as const] : []
  )
)

const published = ClientDocuments.layerWith((address) => {
  const document = documents.get(address)
  return document === undefined
    ? Effect.fail(new EgressError({ reason: "answer", message: "it answers with 404" }))
    : Effect.succeed(document)
})

/** What a client has to name itself by, and whether it got what it may be told that it got. */
const identified = Effect.fnUntraced(function* ({ as }: RecordedClient) {
  if ("document" in as) return { client_id: as.address }
  const { response, body } = yield* register({ grant_types: undefined, ...as.registration })
  assert.strictEqual(response.status, 201, JSON.stringify(body))
  const { redirect_uris, client_name, token_endpoint_auth_method } = as.registration
  assert.deepInclude(body as Record<string, unknown>, {
    redirect_uris,
    client_name,
    token_endpoint_auth_method,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"]
  })
  const { client_id, client_secret } = body
  assert.strictEqual(client_secret === undefined, token_endpoint_auth_method === "none")
  return { client_id: client_id!, ...(client_secret !== undefined && { client_secret }) }
})

describe("clients as their public sources have them", () => {
  layer(identityOn(databases[1]!, {}, published), { excludeTestServices: true })((it) => {
    for (const client of recordedClients) {
      it.effect(`${client.name}: is known, is let in, gets tokens for MCP and refreshes them`, () =>
        Effect.gen(function* () {
          const team = yield* newTeam
          const named = yield* identified(client)
          const verifier = newVerifier()
          const query = authorizationQuery(named.client_id, verifier, {
            redirect_uri: client.redirectUri,
            resource: resources.mcp,
            scope: "views:read views:write",
            ...client.asks
          })
          const consent = locationOf(yield* authorize(query, team.cookie))
          assert.strictEqual(consent.pathname, "/consent", consent.href)
          const [asked, headers] = [consent.search.slice(1), headersWith(team.cookie)]
          const consents = yield* Consents
          const { scopes } = yield* consents.describe({ query: asked, headers })
          assert.include(scopes as ReadonlyArray<string>, "views:read")
          const { organizationId, projectId } = team
          const { location } = yield* consents.accept({ query: asked, headers, organizationId, projectId, scopes })
          const back = new URL(location)
          assert.isTrue(location.startsWith(client.redirectUri), location)
          assert.strictEqual(back.searchParams.get("state"), query.get("state"))
          const tokens = yield* jsonOf(
            yield* post("/api/auth/oauth2/token", {
              grant_type: "authorization_code",
              ...named,
              code: back.searchParams.get("code")!,
              redirect_uri: client.redirectUri,
              code_verifier: verifier,
              resource: resources.mcp
            })
          )
          assert.isTrue(yield* works(tokens["access_token"]!, projectId, "mcp"), JSON.stringify(tokens))
          const renewed = yield* jsonOf(
            yield* post("/api/auth/oauth2/token", {
              grant_type: "refresh_token",
              ...named,
              refresh_token: tokens["refresh_token"]!,
              resource: resources.mcp
            })
          )
          assert.isTrue(yield* works(renewed["access_token"]!, projectId, "mcp"), JSON.stringify(renewed))
        })
      )
    }
  })
})
