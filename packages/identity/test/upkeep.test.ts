import { Organizations } from "@agent-operations/auth"
import { newTypeId } from "@agent-operations/database"
import { BrowserSessions, Grants } from "@agent-operations/identity"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { tidy } from "../src/Upkeep.ts"
import {
  askForLink,
  authorized,
  connected,
  exchangeCode,
  headersWith,
  identityOn,
  newTeam,
  refresh,
  register,
  signIn,
  type Team,
  works
} from "./support/world.ts"

describeOnPostgres("upkeep", (database) => {
  layer(identityOn(database), { excludeTestServices: true })((it) => {
    const tables = [
      "sign_in_links",
      "verifications",
      "sessions",
      "oauth_access_tokens",
      "oauth_refresh_tokens",
      "oauth_consents",
      "oauth_clients"
    ]

    const counts = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const all = yield* Effect.forEach(
        [
          ...tables.map((name) => `agent_operations_identity.${name}`),
          "agent_operations.grants",
          "agent_operations.idempotency_keys"
        ],
        (name) =>
          Effect.map(
            sql<{ n: number }>`select count(*)::integer as n from ${sql.literal(name)}`,
            ([row]) => [name.split(".")[1]!, row!.n] as const
          )
      )
      return Object.fromEntries(all)
    })

    const createProject = ({ organizationId, by }: Team, idempotencyKey: string) =>
      Organizations.use((organizations) =>
        organizations.createProject({ organizationId, name: "Project", by, idempotencyKey })
      )

    it.effect("forgets nothing that lives", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const link = yield* askForLink("ada@example.com")
        yield* createProject(team, "form")
        const given = yield* connected(team)
        yield* refresh(given, given.refreshToken)
        const under = yield* authorized(team, { clientId: given.clientId })
        yield* register()
        const before = yield* counts
        yield* tidy
        assert.deepStrictEqual(yield* counts, before)
        assert.isTrue(yield* works(given.accessToken, team.projectId))
        assert.strictEqual((yield* exchangeCode(under)).status, 200)
        assert.isDefined(yield* (yield* BrowserSessions).current(headersWith(team.cookie)))
        assert.isNotEmpty(link.token)
      })
    )

    it.effect("forgets what ended, and keeps what programs and people come back to", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const team = yield* newTeam
        const idle = yield* connected(team)
        const long = yield* connected(team)
        yield* authorized(team)
        yield* createProject(team, "another form")
        yield* askForLink(`${newTypeId("p")}@example.com`)
        const { body: never } = yield* register()
        // Two months later: everything is over, but for one refresh token and one session.
        yield* sql`update agent_operations_identity.sign_in_links set expires_at = now() - interval '2 days'`
        yield* sql`update agent_operations_identity.verifications set expires_at = now() - interval '1 hour'`
        yield* sql`update agent_operations_identity.sessions set expires_at = now() - interval '1 second' where id <> ${team.session.id}`
        yield* sql`update agent_operations_identity.oauth_access_tokens set expires_at = now() - interval '1 second'`
        yield* sql`
          update agent_operations_identity.oauth_refresh_tokens set expires_at = now() - interval '1 second'
          where client_id <> ${long.clientId}`
        yield* sql`update agent_operations_identity.oauth_clients set created_at = now() - interval '60 days'`
        yield* sql`
          update agent_operations.grants set created_at = now() - interval '60 days',
            last_used_at = case when last_used_at is null then null else now() - interval '30 days' end`
        yield* sql`update agent_operations.idempotency_keys set created_at = now() - interval '2 days'`
        yield* tidy
        const now = yield* counts
        assert.deepInclude(now, {
          sign_in_links: 0,
          verifications: 0,
          sessions: 1,
          oauth_access_tokens: 0,
          oauth_refresh_tokens: 1,
          idempotency_keys: 0
        })
        const clients = yield* sql<{ client_id: string }>`select client_id from agent_operations_identity.oauth_clients`
        const known = clients.map(({ client_id }) => client_id)
        assert.includeMembers(known, [idle.clientId, long.clientId])
        assert.notInclude(known, never["client_id"])
        assert.deepStrictEqual((yield* (yield* Grants).list({ userId: team.user.id })).length, 1)
        assert.strictEqual((yield* refresh(long, long.refreshToken)).status, 200)
        // And a quarter of a year later.
        yield* sql`update agent_operations_identity.oauth_access_tokens set expires_at = now() - interval '1 second'`
        yield* sql`
          update agent_operations.grants set last_used_at = now() - interval '91 days'`
        yield* tidy
        const last = yield* sql<{ client_id: string }>`select client_id from agent_operations_identity.oauth_clients`
        assert.deepStrictEqual(last, [{ client_id: long.clientId }])
        assert.deepInclude(yield* counts, { grants: 1, oauth_consents: 1 })
        assert.isDefined(yield* signIn(team.user.email))
      })
    )
  })
})
