import { describeOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { connected, identityOn, jsonOf, newTeam, refresh, verify, works } from "./support/world.ts"

describeOnBothDatabases("OAuth", (database) => {
  layer(identityOn(database), { excludeTestServices: true })((it) => {
    it.effect("A3, A5, A6: a token reaches its one project, for its one audience, while its program may", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const given = yield* connected(team)
        assert.strictEqual(given.location.searchParams.get("iss"), "http://127.0.0.1:4400/api/auth")
        const principal = yield* verify(given.accessToken, team.projectId)
        assert.deepStrictEqual(
          [principal.actor.id, principal.projectId, principal.scopes],
          [team.user.id, team.projectId, ["views:read", "views:write"]]
        )
        assert.strictEqual((yield* verify(given.accessToken, team.otherProjectId)).projectId, null)
        assert.isFalse(yield* works(given.accessToken, team.projectId, "mcp"))
        const again = yield* jsonOf(yield* refresh(given, given.refreshToken))
        assert.isTrue(yield* works(again["access_token"]!, team.projectId))
        const sql = yield* SqlClient.SqlClient
        yield* sql`update agent_operations_identity.oauth_clients set disabled = true where client_id = ${given.clientId}`
        assert.isFalse(yield* works(again["access_token"]!, team.projectId))
      })
    )
  })
})
