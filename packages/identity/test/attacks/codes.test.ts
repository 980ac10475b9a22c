import { Organizations } from "@agent-operations/auth"
import { Consents, Grants } from "@agent-operations/identity"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { assertRefused, locationOf } from "../support/answers.ts"
import {
  authorizationQuery,
  authorize,
  authorized,
  connected,
  exchangeCode,
  headersWith,
  identityOn,
  jsonOf,
  newTeam,
  newVerifier,
  origin,
  post,
  refresh,
  register,
  resources,
  signIn,
  verify,
  works
} from "../support/world.ts"

const confidential = (method: "client_secret_basic" | "client_secret_post") =>
  Effect.map(
    register({ redirect_uris: ["http://127.0.0.1:7777/callback"], token_endpoint_auth_method: method }),
    ({ body }) => ({ clientId: body["client_id"]!, secret: body["client_secret"]! })
  )

const basic = (clientId: string, secret: string) => ({ authorization: `Basic ${btoa(`${clientId}:${secret}`)}` })

describeOnPostgres("codes and refresh tokens", (database) => {
  layer(identityOn(database, { refreshGrace: 0 }), { excludeTestServices: true })((it) => {
    it.effect("RFC 9700 4.5.3.1, RFC 7636 4.6: a code without its verifier is invalid_grant, and used up", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        for (const code_verifier of [newVerifier(), "short", "ü".repeat(43), "a".repeat(129)]) {
          const given = yield* authorized(team)
          yield* assertRefused(yield* exchangeCode(given, { code_verifier }), "invalid_grant")
        }
        const given = yield* authorized(team)
        yield* assertRefused(yield* exchangeCode(given, { code_verifier: "" }), "invalid_request")
        yield* assertRefused(yield* exchangeCode(given, { code_verifier: newVerifier() }), "invalid_grant")
        yield* assertRefused(yield* exchangeCode(given), "invalid_grant")
        assert.deepStrictEqual(yield* (yield* Grants).list({ userId: team.user.id }), [])
      })
    )

    it.effect("RFC 6749 4.1.3: a code with another redirect, or none, gives nothing", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        for (const redirect_uri of [
          "http://127.0.0.1:7778/callback",
          "http://127.0.0.1:7777/callback/",
          "https://evil.example/"
        ]) {
          yield* assertRefused(yield* exchangeCode(yield* authorized(team), { redirect_uri }), "invalid_grant")
        }
        yield* assertRefused(yield* exchangeCode(yield* authorized(team), { redirect_uri: "" }), "invalid_request")
      })
    )

    it.effect("A5, RFC 9700 2.1.1, RFC 6749 4.1.2: a code that is shown twice ends the tokens that it gave", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const given = yield* connected(team)
        assert.isTrue(yield* works(given.accessToken, team.projectId))
        yield* assertRefused(yield* exchangeCode(given), "invalid_grant")
        assert.isFalse(yield* works(given.accessToken, team.projectId))
        yield* assertRefused(yield* refresh(given, given.refreshToken), "invalid_grant")
        assert.deepStrictEqual(yield* (yield* Grants).list({ userId: team.user.id }), [])
      })
    )

    it.effect("RFC 9700 4.5: of parallel exchanges of a code one wins at most, and then nobody", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        for (const racers of [2, 2, 2, 2, 2, 2, 6]) {
          const given = yield* authorized(team)
          const answers = yield* Effect.all(
            Array.from({ length: racers }, () => exchangeCode(given)),
            { concurrency: "unbounded" }
          )
          const winners = answers.filter(({ status }) => status === 200)
          assert.isAtMost(winners.length, 1)
          for (const answer of answers) if (answer.status !== 200) yield* assertRefused(answer, "invalid_grant")
          for (const winner of winners) {
            const tokens = yield* jsonOf(winner)
            assert.isFalse(yield* works(tokens["access_token"]!, team.projectId))
            yield* assertRefused(yield* refresh(given, tokens["refresh_token"]!), "invalid_grant")
          }
        }
      })
    )

    it.effect(
      "RFC 9700 4.5: a code of one client is nothing to another, with its verifier or without, and stays good",
      () =>
        Effect.gen(function* () {
          const team = yield* newTeam
          const given = yield* authorized(team)
          const { body } = yield* register()
          yield* assertRefused(yield* exchangeCode({ ...given, clientId: body["client_id"]! }), "invalid_grant")
          const { clientId, secret } = yield* confidential("client_secret_post")
          yield* assertRefused(yield* exchangeCode({ ...given, clientId }, { client_secret: secret }), "invalid_grant")
          assert.strictEqual((yield* exchangeCode(given)).status, 200)
        })
    )

    it.effect("a program that hangs up in the middle of an exchange leaves all of it or nothing", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const { body } = yield* register()
        const sql = yield* SqlClient.SqlClient
        for (let millis = 0; millis < 20; millis++) {
          const given = yield* authorized(team, { clientId: body["client_id"]! })
          const exchange = yield* Effect.forkChild(exchangeCode(given))
          // clock: a moment later each time, whichever it is
          yield* Effect.sleep(millis)
          yield* Fiber.interrupt(exchange)
          // clock: for what still goes on and is not to end; beside load less of it is noticed
          yield* Effect.sleep("50 millis")
          const halves = yield* sql`
            select g.id from agent_operations.grants as g
            join agent_operations_identity.oauth_refresh_tokens as t on t.reference_id = g.id
            where g.user_id = ${team.user.id} and g.redeemed_at is null`
          assert.deepStrictEqual(halves, [])
          const [grant] = yield* sql<{ redeemed: boolean }>`
            select redeemed_at is not null as redeemed from agent_operations.grants
            where user_id = ${team.user.id} order by id desc limit 1`
          assert.strictEqual((yield* exchangeCode(given)).status, grant?.redeemed === true ? 400 : 200)
        }
      })
    )

    it.effect("RFC 9700 2.5: whoever does not authenticate as the client changes nothing", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        for (const method of ["client_secret_basic", "client_secret_post"] as const) {
          const { clientId, secret } = yield* confidential(method)
          const other = yield* confidential(method)
          const given = yield* authorized(team, { clientId })
          const form = {
            grant_type: "authorization_code",
            code: given.code,
            redirect_uri: "http://127.0.0.1:7777/callback",
            code_verifier: given.verifier,
            resource: given.resource
          }
          const inForm = (value: string) =>
            post("/api/auth/oauth2/token", { ...form, client_id: clientId, client_secret: value })
          const inHeader = (id: string, value: string) => post("/api/auth/oauth2/token", form, basic(id, value))
          const [right, wrong] =
            method === "client_secret_post"
              ? [inForm(secret), inHeader(clientId, secret)]
              : [inHeader(clientId, secret), inForm(secret)]
          for (const attempt of [
            wrong,
            inForm("wrong"),
            inForm(other.secret),
            inHeader(clientId, "wrong"),
            inHeader(clientId, ""),
            inHeader(clientId, other.secret),
            exchangeCode(given),
            post("/api/auth/oauth2/token", form, { authorization: `Bearer ${secret}` }),
            post("/api/auth/oauth2/token", form, { authorization: "Basic !" }),
            post("/api/auth/oauth2/token", { ...form, client_id: other.clientId }, basic(clientId, secret))
          ]) {
            yield* assertRefused(yield* attempt, "invalid_client")
          }
          const both = post(
            "/api/auth/oauth2/token",
            { ...form, client_id: clientId, client_secret: secret },
            basic(clientId, secret)
          )
          yield* assertRefused(yield* both, "invalid_request")
          const answer = yield* right
          const tokens = yield* jsonOf(answer)
          assert.strictEqual(answer.status, 200)
          yield* assertRefused(yield* refresh(given, tokens["refresh_token"]!), "invalid_client")
          for (const attempt of [
            post("/api/auth/oauth2/revoke", { token: tokens["refresh_token"]!, client_id: clientId }),
            post("/api/auth/oauth2/revoke", {
              token: tokens["refresh_token"]!,
              client_id: clientId,
              client_secret: "wrong"
            }),
            post("/api/auth/oauth2/revoke", { token: tokens["access_token"]! }, basic(clientId, "wrong"))
          ]) {
            yield* assertRefused(yield* attempt, "invalid_client")
          }
          assert.isTrue(yield* works(tokens["access_token"]!, team.projectId))
        }
      })
    )

    it.effect("RFC 9700 2.1.1: a public client has no secret to show", () =>
      Effect.gen(function* () {
        const given = yield* authorized(yield* newTeam)
        yield* assertRefused(yield* exchangeCode(given, { client_secret: "x" }), "invalid_client")
        yield* assertRefused(
          yield* post("/api/auth/oauth2/revoke", { token: "x" }, basic(given.clientId, "")),
          "invalid_client"
        )
        assert.strictEqual((yield* exchangeCode(given)).status, 200)
      })
    )

    it.effect("A5, A9, RFC 9700 4.14.2: without a grace a refresh token that is shown twice ends the family", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const given = yield* connected(team)
        const next = yield* jsonOf(yield* refresh(given, given.refreshToken))
        assert.notStrictEqual(next["refresh_token"], given.refreshToken)
        assert.isTrue(yield* works(next["access_token"]!, team.projectId))
        yield* assertRefused(yield* refresh(given, given.refreshToken), "invalid_grant")
        for (const token of [given.accessToken, next["access_token"]!]) {
          assert.isFalse(yield* works(token, team.projectId))
        }
        yield* assertRefused(yield* refresh(given, next["refresh_token"]!), "invalid_grant")
      })
    )

    it.effect("RFC 9700 4.14.2: what ends is the family, not other connections of the same person and program", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const one = yield* connected(team)
        const two = yield* connected(team, { clientId: one.clientId })
        const next = yield* jsonOf(yield* refresh(one, one.refreshToken))
        yield* assertRefused(yield* refresh(one, one.refreshToken), "invalid_grant")
        for (const token of [one.refreshToken, next["refresh_token"]!]) {
          yield* post("/api/auth/oauth2/revoke", { token, client_id: one.clientId })
        }
        assert.isTrue(yield* works(two.accessToken, team.projectId))
        assert.strictEqual((yield* refresh(two, two.refreshToken)).status, 200)
      })
    )

    it.effect("A9, RFC 9700 4.14.2: without a grace one pair of parallel refreshes works at most, and then none", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        for (const racers of [2, 2, 2, 2, 2, 2, 6]) {
          const given = yield* connected(team)
          const answers = yield* Effect.all(
            Array.from({ length: racers }, () => refresh(given, given.refreshToken)),
            {
              concurrency: "unbounded"
            }
          )
          const winners = answers.filter(({ status }) => status === 200)
          assert.isAtMost(winners.length, 1)
          for (const answer of answers) if (answer.status !== 200) yield* assertRefused(answer, "invalid_grant")
          for (const winner of winners) {
            const tokens = yield* jsonOf(winner)
            assert.isFalse(yield* works(tokens["access_token"]!, team.projectId))
            yield* assertRefused(yield* refresh(given, tokens["refresh_token"]!), "invalid_grant")
          }
          assert.isFalse(yield* works(given.accessToken, team.projectId))
        }
      })
    )

    it.effect("RFC 6749 10.4: a refresh token of another client is invalid_grant, and stays good for its own", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const given = yield* connected(team)
        const { body } = yield* register()
        const thief = { ...given, clientId: body["client_id"]! }
        yield* assertRefused(yield* refresh(thief, given.refreshToken), "invalid_grant")
        yield* assertRefused(yield* refresh(given, given.accessToken), "invalid_grant")
        yield* assertRefused(yield* refresh(given, given.code), "invalid_grant")
        yield* assertRefused(yield* exchangeCode(given, { code: given.refreshToken }), "invalid_grant")
        assert.strictEqual((yield* refresh(given, given.refreshToken)).status, 200)
      })
    )

    it.effect(
      "RFC 6749 6: a refresh never widens the scopes; fewer are for one access token only, and the next rotates again",
      () =>
        Effect.gen(function* () {
          const team = yield* newTeam
          const given = yield* connected(team)
          for (const scope of ["views:read traces:read", "views:read  admin", "openid", "*"]) {
            yield* assertRefused(yield* refresh(given, given.refreshToken, { scope }), "invalid_scope")
          }
          const scope = Array.from({ length: 1000 }, () => "views:read").join(" ")
          const fewer = yield* jsonOf(yield* refresh(given, given.refreshToken, { scope }))
          assert.strictEqual(fewer["scope"], "views:read")
          assert.deepStrictEqual((yield* verify(fewer["access_token"]!, team.projectId)).scopes, ["views:read"])
          const all = yield* jsonOf(yield* refresh(given, fewer["refresh_token"]!))
          assert.deepStrictEqual((yield* verify(all["access_token"]!, team.projectId)).scopes, [
            "views:read",
            "views:write"
          ])
          assert.notStrictEqual(all["refresh_token"], fewer["refresh_token"])
          yield* assertRefused(yield* refresh(given, fewer["refresh_token"]!), "invalid_grant")
          yield* assertRefused(yield* refresh(given, all["refresh_token"]!), "invalid_grant")
        })
    )

    it.effect(
      "A6, RFC 8707 2.2: what was allowed for one resource is invalid_target for the other and for two, and for it where none is named",
      () =>
        Effect.gen(function* () {
          const team = yield* newTeam
          for (const [audience, other] of [
            ["rest", "mcp"],
            ["mcp", "rest"]
          ] as const) {
            const given = yield* authorized(team, { audience })
            const two = (form: Readonly<Record<string, string>>) =>
              new URLSearchParams([...Object.entries(form), ["resource", resources.rest], ["resource", resources.mcp]])
            const code = {
              grant_type: "authorization_code",
              client_id: given.clientId,
              code: given.code,
              redirect_uri: "http://127.0.0.1:7777/callback",
              code_verifier: given.verifier
            }
            for (const resource of [resources[other], "https://evil.example/", `${resources[audience]}/more`]) {
              yield* assertRefused(yield* exchangeCode(given, { resource }), "invalid_target")
            }
            yield* assertRefused(yield* post("/api/auth/oauth2/token", two(code)), "invalid_target")
            const tokens = yield* jsonOf(yield* exchangeCode(given, { resource: "" }))
            assert.isTrue(yield* works(tokens["access_token"]!, team.projectId, audience))
            assert.isFalse(yield* works(tokens["access_token"]!, team.projectId, other))
            const token = tokens["refresh_token"]!
            for (const resource of [resources[other], "https://evil.example/"]) {
              yield* assertRefused(yield* refresh(given, token, { resource }), "invalid_target")
            }
            const form = { grant_type: "refresh_token", client_id: given.clientId, refresh_token: token }
            yield* assertRefused(yield* post("/api/auth/oauth2/token", two(form)), "invalid_target")
            const next = yield* jsonOf(yield* refresh(given, token, { resource: "" }))
            assert.isTrue(yield* works(next["access_token"]!, team.projectId, audience))
            assert.isFalse(yield* works(next["access_token"]!, team.projectId, other))
          }
        })
    )

    it.effect("A6, RFC 3986 6.2: a resource is the same however its address is written", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const { mcp } = resources
        for (const resource of [`${mcp}/`, `${mcp}?toolsets=page-views`, mcp.replace("http:", "HTTP:")]) {
          const given = yield* authorized(team, { audience: "mcp", resource })
          const tokens = yield* jsonOf(yield* exchangeCode(given, { resource: `${mcp}/?readonly=1` }))
          assert.isTrue(yield* works(tokens["access_token"]!, team.projectId, "mcp"), resource)
          assert.isFalse(yield* works(tokens["access_token"]!, team.projectId, "rest"), resource)
        }
      })
    )

    it.effect("RFC 9700 4.5, OWASP API5:2023: nothing of the consent page's request can be changed", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const { body } = yield* register()
        const { body: evil } = yield* register({ redirect_uris: ["https://evil.example/cb"] })
        const asked = locationOf(yield* authorize(authorizationQuery(body["client_id"]!, newVerifier()), team.cookie))
        const consents = yield* Consents
        const refused = Effect.fnUntraced(function* (query: string, what: string) {
          const choice = {
            organizationId: team.organizationId,
            projectId: team.projectId,
            scopes: ["views:read"] as const
          }
          const headers = headersWith(team.cookie)
          for (const attempt of [
            Effect.flip(consents.describe({ query, headers })),
            Effect.flip(consents.accept({ query, headers, ...choice })),
            Effect.flip(consents.deny({ query, headers }))
          ]) {
            assert.strictEqual((yield* attempt)._tag, "InvalidConsent", what)
          }
        })
        const changes: ReadonlyArray<readonly [string, string]> = [
          ["scope", "views:read views:write traces:write offline_access"],
          ["client_id", evil["client_id"]!],
          ["redirect_uri", "https://evil.example/cb"],
          ["resource", resources.mcp],
          ["state", "other"],
          ["code_challenge", newVerifier()],
          ["exp", "9999999999"],
          ["prompt", "none"],
          ["ba_iat", "0"],
          ["ba_pl", "ses_x"],
          ["sig", "AAAA"],
          ["ba_param", "sig"],
          ["x", "1"]
        ]
        for (const [name, value] of changes) {
          const changed = new URLSearchParams(asked.search)
          changed.set(name, value)
          yield* refused(changed.toString(), `${name} changed`)
          for (const before of [true, false]) {
            const pairs = [...asked.searchParams]
            pairs.splice(before ? 0 : pairs.length, 0, [name, value])
            yield* refused(new URLSearchParams(pairs).toString(), `${name} added`)
          }
        }
        for (const name of ["sig", "scope", "exp", "ba_param", "resource", "redirect_uri"]) {
          const changed = new URLSearchParams(asked.search)
          changed.delete(name)
          yield* refused(changed.toString(), `${name} removed`)
        }
        yield* refused("", "nothing")
        assert.strictEqual(
          (yield* consents.describe({ query: asked.search.slice(1), headers: headersWith(team.cookie) })).client.id,
          body["client_id"]
        )
      })
    )

    it.effect(
      "A3, OWASP API1:2023: consent reaches no project of an organization that the person is no member of",
      () =>
        Effect.gen(function* () {
          const [ours, theirs] = [yield* newTeam, yield* newTeam]
          const outsider = yield* signIn(`outsider-${ours.organizationId}@example.com`)
          const { body } = yield* register()
          const consents = yield* Consents
          const accept = Effect.fnUntraced(function* (
            cookie: string,
            organizationId: string,
            projectId: string,
            asCookie = cookie
          ) {
            const asked = locationOf(yield* authorize(authorizationQuery(body["client_id"]!, newVerifier()), cookie))
            return yield* consents.accept({
              query: asked.search.slice(1),
              headers: headersWith(asCookie),
              organizationId,
              projectId,
              scopes: ["views:read"]
            })
          })
          for (const attempt of [
            accept(ours.cookie, ours.organizationId, theirs.projectId),
            accept(ours.cookie, theirs.organizationId, theirs.projectId),
            accept(ours.cookie, theirs.organizationId, ours.projectId),
            accept(ours.cookie, ours.organizationId, "prj_none"),
            accept(ours.cookie, "", ""),
            accept(outsider.cookie, ours.organizationId, ours.projectId),
            accept(ours.cookie, ours.organizationId, ours.projectId, "")
          ]) {
            assert.strictEqual((yield* Effect.flip(attempt))._tag, "NotAllowed")
          }
          const another = accept(ours.cookie, ours.organizationId, ours.projectId, outsider.cookie)
          assert.strictEqual((yield* Effect.flip(another))._tag, "InvalidConsent")
          const sql = yield* SqlClient.SqlClient
          assert.deepStrictEqual(
            yield* sql`select id from agent_operations.grants where user_id in ${sql.in([ours.user.id, outsider.user.id])}`,
            []
          )
          const { location } = yield* accept(ours.cookie, ours.organizationId, ours.projectId)
          assert.strictEqual(new URL(location).searchParams.get("iss"), `${origin}/api/auth`)
        })
    )

    it.effect("OWASP API3:2023: consent gives what was asked for and allowed, and neither alone", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const given = yield* connected(team, { scopes: ["views:read", "traces:write", "reviews:write"] })
        assert.deepStrictEqual((yield* verify(given.accessToken, team.projectId)).scopes, ["views:read"])
        for (const scopes of [[], ["traces:read"]] as const) {
          assert.strictEqual((yield* Effect.flip(authorized(team, { scopes })))._tag, "NotAllowed")
        }
      })
    )

    it.effect("RFC 9207: a person who says no sends the program back, with the issuer", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const { body } = yield* register()
        const asked = locationOf(yield* authorize(authorizationQuery(body["client_id"]!, newVerifier()), team.cookie))
        const { location } = yield* (yield* Consents).deny({
          query: asked.search.slice(1),
          headers: headersWith(team.cookie)
        })
        const { searchParams } = new URL(location)
        assert.deepStrictEqual(
          [searchParams.get("error"), searchParams.get("state"), searchParams.get("iss"), searchParams.get("code")],
          ["access_denied", "s-1", `${origin}/api/auth`, null]
        )
      })
    )

    it.effect("RFC 7009 2.1, 2.2: revocation ends a token of the client's own, and answers 200 whatever it was", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const given = yield* connected(team)
        const { body } = yield* register()
        const revoke = (token: string, clientId: string, more = {}) =>
          Effect.map(post("/api/auth/oauth2/revoke", { token, client_id: clientId, ...more }), (answer) => {
            assert.deepStrictEqual(
              [answer.status, answer.body, answer.headers.get("cache-control")],
              [200, null, "no-store"]
            )
          })
        for (const token of [
          "x",
          `aot_${"a".repeat(43)}`,
          `aor_${"a".repeat(43)}`,
          "eyJhbGciOiJub25lIn0.e30.",
          given.code
        ]) {
          yield* revoke(token, given.clientId)
          yield* revoke(token, given.clientId, { token_type_hint: "nonsense" })
        }
        for (const token of [given.accessToken, given.refreshToken]) yield* revoke(token, body["client_id"]!)
        assert.isTrue(yield* works(given.accessToken, team.projectId))
        yield* revoke(given.accessToken, given.clientId, { token_type_hint: "refresh_token" })
        assert.isFalse(yield* works(given.accessToken, team.projectId))
        const next = yield* jsonOf(yield* refresh(given, given.refreshToken))
        yield* revoke(next["refresh_token"]!, given.clientId, { token_type_hint: "access_token" })
        assert.isFalse(yield* works(next["access_token"]!, team.projectId))
        yield* assertRefused(yield* refresh(given, next["refresh_token"]!), "invalid_grant")
        yield* revoke(next["refresh_token"]!, given.clientId)
      })
    )

    it.effect(
      "RFC 6749 5.2: an unknown or disabled client is invalid_client, with 401, before anything is looked at",
      () =>
        Effect.gen(function* () {
          const team = yield* newTeam
          const given = yield* connected(team)
          const under = yield* authorized(team, { clientId: given.clientId })
          const unknown = { ...given, clientId: "nobody" }
          const attempts = (as: typeof given) => [
            refresh(as, given.refreshToken),
            exchangeCode({ ...under, clientId: as.clientId }),
            post("/api/auth/oauth2/revoke", { token: given.refreshToken, client_id: as.clientId })
          ]
          for (const attempt of attempts(unknown)) yield* assertRefused(yield* attempt, "invalid_client")
          const sql = yield* SqlClient.SqlClient
          yield* sql`update agent_operations_identity.oauth_clients set disabled = true where client_id = ${given.clientId}`
          for (const attempt of attempts(given)) yield* assertRefused(yield* attempt, "invalid_client")
          const asked = locationOf(yield* authorize(authorizationQuery(given.clientId, newVerifier()), team.cookie))
          assert.strictEqual(asked.search, "?reason=unknown_client")
        })
    )

    it.effect(
      "a person renamed, promoted or demoted keeps connections; other projects of theirs stay out of reach",
      () =>
        Effect.gen(function* () {
          const team = yield* newTeam
          const other = yield* signIn(`second-${team.organizationId}@example.com`)
          const { organizationId, by } = team
          const organizations = yield* Organizations
          const set = (role: "owner" | "member") =>
            organizations.setMember({ organizationId, userId: other.user.id, name: role, role, by })
          yield* set("owner")
          const given = yield* connected({ ...team, ...other })
          yield* set("member")
          const principal = yield* verify(given.accessToken, team.projectId)
          assert.deepStrictEqual([principal.actor.name, principal.projectId], ["member", team.projectId])
          assert.isNull((yield* verify(given.accessToken, team.otherProjectId)).projectId)
        })
    )
  })
})
