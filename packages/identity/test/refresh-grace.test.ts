import { describeOnPostgres, type TestDatabase } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { furtherPairs, lifetimes } from "../../../tooling/readme/src/limits.ts"
import { assertRefused } from "./support/answers.ts"
import { migrations } from "../src/migrations.ts"
import { makeRefreshTokens } from "../src/oauth/refresh-tokens.ts"
import { tidy } from "../src/Upkeep.ts"
import {
  connected,
  identityOn,
  jsonOf,
  newTeam,
  post,
  refresh,
  register,
  resources,
  secret,
  works
} from "./support/world.ts"

const { most: grace } = lifetimes["spent refresh token, for further pairs"]
/** The first exchange gives one, too. */
const mostPairs = furtherPairs + 1

type Connected = Effect.Success<ReturnType<typeof connected>>

/** Moves the exchanges of a person's refresh tokens into the past. */
const letPass = Effect.fnUntraced(function* (userId: string, seconds: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update agent_operations_identity.oauth_refresh_tokens set revoked = revoked - make_interval(secs => ${seconds})
    where user_id = ${userId} and revoked is not null`
})

const refreshed = (given: Connected, token: string) => Effect.flatMap(refresh(given, token), jsonOf)

const ended = Effect.fnUntraced(function* (given: Connected, projectId: string, ...tokens: ReadonlyArray<string>) {
  for (const token of tokens) assert.isFalse(yield* works(token, projectId))
  yield* assertRefused(yield* refresh(given, given.refreshToken), "invalid_grant")
})

const lawsOn = (database: TestDatabase) =>
  layer(identityOn(database), { excludeTestServices: true })((it) => {
    it.effect(
      "A9: a spent refresh token gives its further pairs, which all work and rotate, and then ends the family",
      () =>
        Effect.gen(function* () {
          const team = yield* newTeam
          const given = yield* connected(team)
          const pairs = yield* Effect.forEach(Array.from({ length: mostPairs }), () =>
            refreshed(given, given.refreshToken)
          )
          assert.strictEqual(new Set(pairs.map((pair) => pair["refresh_token"])).size, mostPairs)
          for (const pair of pairs) assert.isTrue(yield* works(pair["access_token"]!, team.projectId))
          const next = yield* refreshed(given, pairs[4]!["refresh_token"]!)
          assert.isTrue(yield* works(next["access_token"]!, team.projectId))
          yield* assertRefused(yield* refresh(given, given.refreshToken), "invalid_grant")
          yield* ended(given, team.projectId, next["access_token"]!, ...pairs.map((pair) => pair["access_token"]!))
          for (const pair of [next, ...pairs]) {
            yield* assertRefused(yield* refresh(given, pair["refresh_token"]!), "invalid_grant")
          }
        })
    )

    it.effect("A9: the grace runs from the first exchange: a further one does not lengthen it", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const given = yield* connected(team)
        yield* refreshed(given, given.refreshToken)
        yield* letPass(team.user.id, grace - 10)
        const again = yield* refreshed(given, given.refreshToken)
        assert.isTrue(yield* works(again["access_token"]!, team.projectId))
        yield* letPass(team.user.id, 11)
        yield* assertRefused(yield* refresh(given, given.refreshToken), "invalid_grant")
        yield* ended(given, team.projectId, again["access_token"]!)
      })
    )

    it.effect("A8: what a program was allowed before a scope was split off goes on, with both", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const team = yield* newTeam
        const given = yield* connected(team)
        const [had, held] = [
          ["views:read", "traces:write", "offline_access"],
          ["views:read", "traces:write"]
        ]
        // As it was before: what is offered was kept of each program.
        for (const table of ["oauth_clients", "oauth_refresh_tokens"]) {
          yield* sql`
            update ${sql.literal(`agent_operations_identity.${table}`)} set scopes = ${JSON.stringify(had)}
            where client_id = ${given.clientId}`
        }
        yield* sql`
          update agent_operations.grants set scopes = ${held} where organization_id = ${team.organizationId}`
        yield* migrations.steps.find(({ name }) => name === "scope of deleting traces")!.up
        const next = yield* refreshed(given, given.refreshToken)
        assert.sameMembers(next["scope"]!.split(" "), [...had, "traces:delete"])
        assert.isTrue(yield* works(next["access_token"]!, team.projectId))
      })
    )

    it.effect("A9, RFC 9700 4.14.2: after the grace a spent token ends the family", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const given = yield* connected(team)
        const next = yield* refreshed(given, given.refreshToken)
        yield* letPass(team.user.id, grace)
        yield* assertRefused(yield* refresh(given, given.refreshToken), "invalid_grant")
        yield* ended(given, team.projectId, given.accessToken, next["access_token"]!)
      })
    )

    it.effect("A9: a spent token is kept for an hour after its grace, and ends the family though it is forgotten", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const team = yield* newTeam
        const forgotten = Effect.fnUntraced(function* (given: Connected) {
          const next = yield* refreshed(given, given.refreshToken)
          const spent = sql`
            from agent_operations_identity.oauth_refresh_tokens where client_id = ${given.clientId} and revoked is not null`
          const [{ kept }] = (yield* sql<{ kept: number }>`
            select extract(epoch from expires_at - revoked)::int as kept ${spent}`) as [{ kept: number }]
          assert.strictEqual(kept, 3600 + grace)
          // Two hours later.
          yield* sql`update agent_operations_identity.oauth_refresh_tokens set expires_at = expires_at - interval '2 hours'
            where client_id = ${given.clientId}`
          yield* sql`update agent_operations_identity.oauth_access_tokens set expires_at = now() - interval '2 hours'
            where client_id = ${given.clientId} and refresh_id in (select id ${spent})`
          yield* tidy
          assert.lengthOf(yield* sql`select 1 ${spent}`, 0)
          return next
        })
        const given = yield* connected(team)
        const next = yield* forgotten(given)
        const { body } = yield* register()
        const [secretPart = "", grantId = "", expires = "", mark = ""] = given.refreshToken.slice(4).split(".")
        const forged = [
          `aor_${secretPart}.${grantId}.${expires}.${mark.slice(0, -1)}`,
          `aor_${secretPart}.${grantId}.${expires}z.${mark}`,
          `aor_x${secretPart}.${grantId}.${expires}.${mark}`,
          `${given.refreshToken}.x`,
          given.refreshToken.slice(4),
          // Good by its mark, but no more by its time: of a process that slept for as long.
          `aor_${makeRefreshTokens({ secret }).mint(grantId, (yield* Clock.currentTimeMillis) - 31 * 86_400_000)}`
        ]
        for (const token of forged) yield* assertRefused(yield* refresh(given, token), "invalid_grant")
        const other = { ...given, clientId: body["client_id"]! }
        yield* assertRefused(yield* refresh(other, given.refreshToken), "invalid_grant")
        assert.isTrue(yield* works(next["access_token"]!, team.projectId))
        yield* assertRefused(yield* refresh(given, given.refreshToken), "invalid_grant")
        yield* ended(given, team.projectId, next["access_token"]!)

        const again = yield* connected(team)
        const last = yield* forgotten(again)
        yield* post("/api/auth/oauth2/revoke", { token: again.refreshToken, client_id: again.clientId })
        yield* ended(again, team.projectId, last["access_token"]!)
      })
    )

    it.effect("A9: the grace is its own client's alone, and of its own resource", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const given = yield* connected(team)
        const next = yield* refreshed(given, given.refreshToken)
        const { body } = yield* register()
        const thief = { ...given, clientId: body["client_id"]! }
        yield* assertRefused(yield* refresh(thief, given.refreshToken), "invalid_grant")
        assert.isTrue(yield* works(next["access_token"]!, team.projectId))
        yield* assertRefused(yield* refresh(given, given.refreshToken, { resource: resources.mcp }), "invalid_grant")
        yield* ended(given, team.projectId, next["access_token"]!)
      })
    )

    it.effect("A9: a further pair has the scopes of the first, and what is refused leaves the token spent", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const given = yield* connected(team)
        const fewer = yield* jsonOf(yield* refresh(given, given.refreshToken, { scope: "views:read" }))
        assert.strictEqual(fewer["scope"], "views:read")
        yield* assertRefused(yield* refresh(given, given.refreshToken, { scope: "traces:read" }), "invalid_scope")
        const again = yield* refreshed(given, given.refreshToken)
        assert.include(again["scope"], "views:write")
        yield* letPass(team.user.id, grace)
        yield* assertRefused(yield* refresh(given, given.refreshToken), "invalid_grant")
        yield* ended(given, team.projectId, again["access_token"]!)
      })
    )

    it.effect("A9, A5: a connection that was ended has no grace", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const given = yield* connected(team)
        yield* refreshed(given, given.refreshToken)
        const sql = yield* SqlClient.SqlClient
        yield* sql`delete from agent_operations.memberships where user_id = ${team.user.id}`
        yield* assertRefused(yield* refresh(given, given.refreshToken), "invalid_grant")
      })
    )

    it.effect(
      "A9: of parallel refreshes with one token none loses access, up to as many as it gives pairs; of one more all do",
      () =>
        Effect.gen(function* () {
          const team = yield* newTeam
          for (const racers of [2, 8, mostPairs, mostPairs + 1]) {
            const given = yield* connected(team)
            const answers = yield* Effect.all(
              Array.from({ length: racers }, () => refresh(given, given.refreshToken)),
              { concurrency: "unbounded" }
            )
            const pairs = yield* Effect.forEach(
              answers.filter(({ status }) => status === 200),
              jsonOf
            )
            assert.strictEqual(pairs.length, Math.min(racers, mostPairs))
            for (const pair of pairs) {
              assert.strictEqual(yield* works(pair["access_token"]!, team.projectId), racers <= mostPairs)
              const { status } = yield* refresh(given, pair["refresh_token"]!)
              assert.strictEqual(status, racers <= mostPairs ? 200 : 400)
            }
          }
        })
    )
  })

describeOnPostgres("the grace of refresh tokens", lawsOn)
