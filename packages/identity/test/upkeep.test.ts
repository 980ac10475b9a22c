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

    it.effect("forgets where a link was to lead once it is late, as strangers choose that", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* askForLink("late@example.com", `/o/${"x".repeat(1000)}`)
        const kept = Effect.map(
          sql<{ return_to: string }>`
            select return_to from agent_operations_identity.sign_in_links where email = 'late@example.com'`,
          ([link]) => link!.return_to.length
        )
        yield* tidy
        assert.strictEqual(yield* kept, 1003)
        yield* sql`update agent_operations_identity.sign_in_links set expires_at = now() - interval '1 second'`
        yield* tidy
        assert.strictEqual(yield* kept, 1)
      })
    )

    it.effect("forgets each a little above its age, and not a little below", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        /** Those of some rows that are left of two, one a little below the age and one a little above it. */
        const left = (table: string, column: string, [below, above]: readonly [string, string]) =>
          Effect.map(
            sql<{ key: string }>`
              select ${sql.literal(column)} as key from ${sql.literal(table)}
              where ${sql.literal(column)} in (${below}, ${above})`,
            (rows) => rows.map(({ key }) => (key === below ? "below" : "above"))
          )
        const age = (table: string, of: string, [key, value]: readonly [string, string], ago: string) =>
          sql`update ${sql.literal(table)} set ${sql.literal(of)} = now() - ${ago}::interval
            where ${sql.literal(key)} = ${value}`
        const identity = (table: string) => `agent_operations_identity.${table}`
        const ended = ["-10 minutes", "10 minutes"] as const
        const yesterday = ["23 hours 50 minutes", "24 hours 10 minutes"] as const
        const aged = Effect.fnUntraced(function* (
          table: string,
          key: string,
          keys: readonly [string, string],
          of: string,
          ages: readonly [string, string]
        ) {
          for (const n of [0, 1]) yield* age(table, of, [key, keys[n]!], ages[n]!)
          return left(table, key, keys)
        })

        const emails = [`${newTypeId("p")}@example.com`, `${newTypeId("p")}@example.com`] as const
        for (const email of emails) yield* askForLink(email)
        const links = yield* aged(identity("sign_in_links"), "email", emails, "expires_at", yesterday)
        const registered = [(yield* register()).body["client_id"], (yield* register()).body["client_id"]].map(String)
        const clients = yield* aged(
          identity("oauth_clients"),
          "client_id",
          [registered[0]!, registered[1]!],
          "created_at",
          yesterday
        )
        const teams = [yield* newTeam, yield* newTeam] as const
        const keys = [newTypeId("k"), newTypeId("k")] as const
        for (const n of [0, 1] as const) yield* createProject(teams[n], keys[n])
        const idempotency = yield* aged("agent_operations.idempotency_keys", "key", keys, "created_at", yesterday)

        const programs = [yield* connected(teams[0]), yield* connected(teams[1])] as const
        const ids = [programs[0].clientId, programs[1].clientId] as const
        for (const n of [0, 1] as const) yield* refresh(programs[n], programs[n].refreshToken)
        for (const table of ["oauth_access_tokens", "oauth_refresh_tokens"]) {
          yield* aged(identity(table), "client_id", ids, "expires_at", ended)
        }
        const unused = [yield* connected(teams[0]), yield* connected(teams[1])] as const
        const unusedIds = [unused[0].clientId, unused[1].clientId] as const
        for (const table of ["oauth_access_tokens", "oauth_refresh_tokens"]) {
          yield* aged(identity(table), "client_id", unusedIds, "expires_at", ["1 hour", "1 hour"])
        }
        yield* sql`update agent_operations.grants set last_used_at = null where client_id in (${unusedIds[0]}, ${unusedIds[1]})`
        const sessions = yield* aged(
          identity("sessions"),
          "id",
          [teams[0].session.id, teams[1].session.id],
          "expires_at",
          ended
        )
        const grants = yield* aged("agent_operations.grants", "client_id", unusedIds, "created_at", yesterday)
        yield* tidy

        assert.deepStrictEqual(yield* links, ["below"])
        assert.deepStrictEqual(yield* clients, ["below"])
        assert.deepStrictEqual(yield* sessions, ["below"])
        assert.deepStrictEqual(yield* idempotency, ["below"])
        assert.deepStrictEqual(yield* grants, ["below"])
        for (const table of ["oauth_access_tokens", "oauth_refresh_tokens"]) {
          assert.deepStrictEqual([...new Set(yield* left(identity(table), "client_id", ids))], ["below"], table)
        }
        // What was used is kept for 90 days after it, where it has no token any more.
        for (const table of ["oauth_access_tokens", "oauth_refresh_tokens"]) {
          yield* aged(identity(table), "client_id", ids, "expires_at", ["1 hour", "1 hour"])
        }
        yield* sql`update agent_operations.grants set last_used_at = now() where client_id = ${ids[1]}`
        yield* tidy
        const used = [unusedIds[0], ids[1]] as const
        const last = yield* aged("agent_operations.grants", "client_id", used, "last_used_at", [
          "89 days 23 hours",
          "90 days 1 hour"
        ])
        yield* tidy
        assert.deepStrictEqual(yield* last, ["below"])
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
