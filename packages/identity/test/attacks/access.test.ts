import { ApiKeyVerifier, AuditLog, CredentialVerifier, Invitations, Organizations } from "@agent-operations/auth"
import { newTypeId } from "@agent-operations/database"
import {
  BrowserSessions,
  Consents,
  Grants,
  identityLayer,
  IdentityHttp,
  Outbox,
  TokenVerifier
} from "@agent-operations/identity"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert, vi } from "vitest"
import { assertRefused, locationOf } from "../support/answers.ts"
import {
  authorizationQuery,
  authorize,
  authorized,
  connected,
  exchangeCode,
  headersWith,
  holds,
  identityOn,
  jsonOf,
  newTeam,
  newVerifier,
  origin,
  post,
  refresh,
  register,
  signIn,
  type Team,
  verify,
  works
} from "../support/world.ts"

/** Somebody else of a team, who has everything that an owner has. */
const colleagueOf = Effect.fnUntraced(function* (team: Team) {
  const person = yield* signIn(`${newTypeId("p")}@example.com`)
  const { organizationId, by } = team
  yield* (yield* Organizations).setMember({ organizationId, userId: person.user.id, name: "Grace", role: "member", by })
  return { ...team, ...person }
})

/** What a second process is: everything of identity made again, over the same database. */
const anotherProcess = Effect.gen(function* () {
  const database = Layer.succeed(SqlClient.SqlClient, yield* SqlClient.SqlClient)
  return yield* Layer.build(
    identityLayer({ origin, secret: Redacted.make("a".repeat(43)), publicSignUp: true }).pipe(
      Layer.provideMerge(
        Layer.mergeAll(TokenVerifier.layer(origin).pipe(Layer.provide(ApiKeyVerifier.layer)), Outbox.layer)
      ),
      Layer.provideMerge(database)
    )
  )
})

describeOnPostgres("access that ends", (database) => {
  layer(identityOn(database), { excludeTestServices: true })((it) => {
    /** A token, a refresh token and a code under way, and how they are tried. */
    const holding = Effect.fnUntraced(function* (team: Team) {
      const given = yield* connected(team)
      const under = yield* authorized(team, { clientId: given.clientId })
      const fails = Effect.fnUntraced(function* () {
        const other = yield* anotherProcess
        for (const where of [Context.empty(), Context.pick(CredentialVerifier, IdentityHttp)(other)]) {
          yield* Effect.gen(function* () {
            assert.isFalse(yield* holds(given.accessToken, team.projectId))
            assert.strictEqual((yield* Effect.flip(verify(given.accessToken, team.projectId)))._tag, "UNAUTHENTICATED")
            yield* assertRefused(yield* refresh(given, given.refreshToken), "invalid_grant")
            yield* assertRefused(yield* exchangeCode(under), "invalid_grant")
          }).pipe(Effect.provide(where as Context.Context<CredentialVerifier>))
        }
        assert.deepStrictEqual(yield* (yield* Grants).list({ userId: team.user.id }), [])
      }, Effect.scoped)
      assert.isTrue(yield* works(given.accessToken, team.projectId))
      assert.isTrue(yield* holds(given.accessToken, team.projectId))
      return { given, under, fails }
    })

    it.effect("A5: a member who is removed has nothing that works at the next request, on every process", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const grace = yield* colleagueOf(team)
        const { fails } = yield* holding(grace)
        const { organizationId, by } = team
        yield* (yield* Organizations).removeMember({ organizationId, userId: grace.user.id, by })
        yield* fails()
      })
    )

    it.effect("A5: one who leaves, too", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const grace = yield* colleagueOf(team)
        const { fails } = yield* holding(grace)
        yield* (yield* Organizations).leave({ organizationId: team.organizationId, userId: grace.user.id })
        yield* fails()
      })
    )

    it.effect("A5: one who is removed and invited again starts anew, and what is connected then works", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const grace = yield* colleagueOf(team)
        const { fails } = yield* holding(grace)
        const { organizationId, by } = team
        yield* (yield* Organizations).removeMember({ organizationId, userId: grace.user.id, by })
        const invitations = yield* Invitations
        const { token } = yield* invitations.create({ organizationId, email: grace.user.email, role: "owner", by })
        yield* invitations.accept({ token, person: { userId: grace.user.id, name: "Grace", email: grace.user.email } })
        // Whatever the clocks of two processes say, the new membership is another one.
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          update agent_operations.memberships set created_at = created_at - interval '1 day'
          where organization_id = ${organizationId} and user_id = ${grace.user.id}`
        yield* fails()
        const again = yield* connected(grace)
        assert.isTrue(yield* works(again.accessToken, grace.projectId))
      })
    )

    it.effect("A5: a connection that its person ends has nothing that works, and nobody else can end it", () =>
      Effect.gen(function* () {
        const [team, stranger] = [yield* newTeam, yield* newTeam]
        const { given } = yield* holding(team)
        const grants = yield* Grants
        const [grant] = yield* grants.list({ userId: team.user.id })
        assert.deepStrictEqual(yield* grants.list({ userId: stranger.user.id }), [])
        for (const id of [grant!.id, "grt_none", "\0"]) {
          assert.strictEqual((yield* Effect.flip(grants.revoke({ id, userId: stranger.user.id })))._tag, "Unknown")
        }
        assert.isTrue(yield* works(given.accessToken, team.projectId))
        yield* grants.revoke({ id: grant!.id, userId: team.user.id })
        assert.isFalse(yield* works(given.accessToken, team.projectId))
        yield* assertRefused(yield* refresh(given, given.refreshToken), "invalid_grant")
        assert.strictEqual((yield* Effect.flip(grants.revoke({ id: grant!.id, userId: team.user.id })))._tag, "Unknown")
      })
    )

    it.effect(
      "A10: a project that is going to be deleted is reached by no token, and again once that is cancelled",
      () =>
        Effect.gen(function* () {
          const team = yield* newTeam
          const { organizationId, projectId, by } = team
          const given = yield* connected(team)
          const reached = Effect.map(verify(given.accessToken, projectId), (principal) => principal.projectId)
          assert.strictEqual(yield* reached, projectId)
          const organizations = yield* Organizations
          yield* organizations.planProjectDeletion({ organizationId, id: projectId, by, after: "1 hour" })
          assert.isFalse(yield* holds(given.accessToken, projectId))
          assert.isNull(yield* reached)
          yield* organizations.cancelProjectDeletion({ organizationId, id: projectId, by })
          assert.strictEqual(yield* reached, projectId)
          assert.isTrue(yield* holds(given.accessToken, projectId))
        })
    )

    it.effect("A5: a grant that is marked as ended takes its tokens along, whoever marked it", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const { fails } = yield* holding(team)
        const sql = yield* SqlClient.SqlClient
        yield* sql`update agent_operations.grants set revoked_at = now() where user_id = ${team.user.id}`
        yield* fails()
      })
    )

    it.effect("A5: a connection that ends while its code is under way gives nothing", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const under = yield* authorized(team)
        const sql = yield* SqlClient.SqlClient
        const [grant] = yield* sql<{
          id: string
        }>`select id from agent_operations.grants where user_id = ${team.user.id}`
        yield* (yield* Grants).revoke({ id: grant!.id, userId: team.user.id })
        yield* assertRefused(yield* exchangeCode(under), "invalid_grant")
      })
    )

    it.effect(
      "A5: sign-out ends the session at once, on every process, and a code under way; programs stay connected",
      () =>
        Effect.gen(function* () {
          const sessions = yield* BrowserSessions
          for (const everywhere of [false, true]) {
            const team = yield* newTeam
            const given = yield* connected(team)
            const under = yield* authorized(team)
            const elsewhere = yield* signIn(team.user.email)
            const headers = headersWith(team.cookie)
            if (everywhere) yield* sessions.endAll(team.user.id)
            else {
              const cookies = yield* sessions.end(headers)
              assert.isNotEmpty(cookies)
              for (const cookie of cookies) assert.match(cookie, /=;.*Max-Age=0/i)
            }
            const other = Context.get(yield* anotherProcess, BrowserSessions)
            assert.deepStrictEqual(
              [yield* sessions.current(headers), yield* other.current(headers)],
              [undefined, undefined]
            )
            const survived = yield* sessions.current(headersWith(elsewhere.cookie))
            assert.strictEqual(survived?.id, everywhere ? undefined : elsewhere.session.id)
            const asked = locationOf(yield* authorize(authorizationQuery(given.clientId, newVerifier()), team.cookie))
            assert.strictEqual(asked.pathname, "/sign-in")
            yield* assertRefused(yield* exchangeCode(under), "invalid_grant")
            assert.isTrue(yield* works(given.accessToken, team.projectId))
            assert.strictEqual((yield* refresh(given, given.refreshToken)).status, 200)
          }
        }).pipe(Effect.scoped)
    )

    it.effect("A2: a scope that is taken from a grant is gone from its tokens at the next request", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const given = yield* connected(team)
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          update agent_operations.grants set scopes = array['views:read', 'traces:read', 'no:such'] where user_id = ${team.user.id}`
        assert.deepStrictEqual((yield* verify(given.accessToken, team.projectId)).scopes, ["views:read"])
        const next = yield* jsonOf(yield* refresh(given, given.refreshToken))
        assert.deepStrictEqual((yield* verify(next["access_token"]!, team.projectId)).scopes, ["views:read"])
      })
    )

    it.effect("A8: every beginning and end of a connection is in the log, once, with who ended it", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const { organizationId, by } = team
        const replayed = yield* connected(team)
        for (let times = 0; times < 2; times++) yield* exchangeCode(replayed)
        const revoked = yield* connected(team)
        for (let times = 0; times < 2; times++) {
          yield* post("/api/auth/oauth2/revoke", { token: revoked.refreshToken, client_id: revoked.clientId })
        }
        yield* connected(team)
        const grants = yield* Grants
        const [grant] = yield* grants.list({ userId: team.user.id })
        yield* grants.revoke({ id: grant!.id, userId: team.user.id })
        const { items } = yield* (yield* AuditLog).list({ organizationId, by, limit: 50 })
        const ours = items.filter(({ subject }) => subject.type === "application").toReversed()
        assert.deepStrictEqual(
          ours.map(({ action, actor, details }) => [
            action,
            actor.id,
            (details as { endedBy?: string }).endedBy,
            details["projectId"]
          ]),
          ["replay", "program", "person"].flatMap((endedBy) => [
            ["application.connected", team.user.id, undefined, team.projectId],
            ["application.disconnected", team.user.id, endedBy, team.projectId]
          ])
        )
      })
    )

    it.effect("A3: the organization and project of a token are those of its grant, whatever else the person has", () =>
      Effect.gen(function* () {
        const [one, two] = [yield* newTeam, yield* newTeam]
        const organizations = yield* Organizations
        yield* organizations.setMember({
          organizationId: two.organizationId,
          userId: one.user.id,
          name: "Ada",
          role: "owner",
          by: two.by
        })
        // Both organizations may have a project of this ID.
        const id = one.projectId
        yield* organizations.createProject({ organizationId: two.organizationId, id, name: "Twin", by: two.by })
        const given = yield* connected(one)
        const principal = yield* verify(given.accessToken, id)
        assert.deepStrictEqual([principal.organizationId, principal.projectId], [one.organizationId, id])
        for (const projectId of [one.otherProjectId, two.projectId, "prj_none", ""]) {
          assert.isNull((yield* verify(given.accessToken, projectId)).projectId)
        }
      })
    )

    it.effect("A1, A6: what is no token of ours, or is altered, is refused alike", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const given = yield* connected(team)
        const refused = Effect.map(Effect.flip(verify("aot_x", team.projectId)), ({ message }) => message)
        for (const token of [
          "",
          "aot_",
          given.refreshToken,
          given.code,
          given.accessToken.slice(0, -1),
          `${given.accessToken}A`,
          `${given.accessToken} `,
          given.accessToken.slice(4),
          `AOT_${given.accessToken.slice(4)}`,
          given.accessToken.toLowerCase(),
          `aot_${"a".repeat(43)}`,
          "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3IifQ.",
          `aot_${"\0".repeat(43)}`,
          team.cookie
        ]) {
          const failure = yield* Effect.flip(verify(token, team.projectId))
          assert.deepStrictEqual([failure._tag, failure.message], ["UNAUTHENTICATED", yield* refused], token)
        }
      })
    )

    it.effect("A3: identifiers that no database takes are not the person's", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const { body } = yield* register()
        const asked = locationOf(yield* authorize(authorizationQuery(body["client_id"]!, newVerifier()), team.cookie))
        for (const [organizationId, projectId] of [
          ["\0", team.projectId],
          [team.organizationId, "a\0"]
        ] as const) {
          const accept = (yield* Consents).accept({
            query: asked.search.slice(1),
            headers: headersWith(team.cookie),
            organizationId,
            projectId,
            scopes: ["views:read"]
          })
          assert.strictEqual((yield* Effect.flip(accept))._tag, "NotAllowed")
        }
      })
    )
  })

  layer(
    identityOn(database, {
      lifetimes: { accessToken: "10 minutes", refreshToken: "20 minutes", authorization: "30 minutes" }
    }),
    { excludeTestServices: true }
  )((it) => {
    it.effect("RFC 9700 2.2: tokens, codes and consents work for as long as was configured, and no longer", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const { body } = yield* register()
        const clientId = body["client_id"]!
        const under = yield* authorized(team, { clientId })
        const asked = locationOf(yield* authorize(authorizationQuery(clientId, newVerifier()), team.cookie))
        const given = yield* connected(team, { clientId })
        assert.strictEqual(Number(given.tokens["expires_in"]), 600)
        yield* Effect.acquireRelease(
          Effect.sync(() => vi.setSystemTime(Date.now() + 31 * 60_000)),
          () => Effect.sync(() => vi.useRealTimers())
        )
        assert.isFalse(yield* works(given.accessToken, team.projectId))
        yield* assertRefused(yield* exchangeCode(under), "invalid_grant")
        const accept = (yield* Consents).accept({
          query: asked.search.slice(1),
          headers: headersWith(team.cookie),
          organizationId: team.organizationId,
          projectId: team.projectId,
          scopes: ["views:read"]
        })
        assert.strictEqual((yield* Effect.flip(accept))._tag, "InvalidConsent")
        yield* assertRefused(yield* refresh(given, given.refreshToken), "invalid_grant")
        assert.deepStrictEqual(yield* (yield* Grants).list({ userId: team.user.id }), [])
      })
    )
  })
})
