import { createHmac, randomBytes } from "node:crypto"
import { ApiKeys, Invitations } from "@agent-operations/auth"
import { BrowserSessions, SignIn } from "@agent-operations/identity"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import {
  askForLink,
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
  post,
  refresh,
  register,
  resources,
  works
} from "../support/world.ts"

/** Every row of every table, as text. */
const dump = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema in ('agent_operations', 'agent_operations_identity') and table_type = 'BASE TABLE'`
  assert.isAbove(tables.length, 15)
  const rows = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(sql<{ row: string }>`select t::text as row from ${sql.literal(name)} as t`, (all) =>
      all.map(({ row }) => `${name} ${row}`)
    )
  )
  return rows.flat().join("\n")
})

/** The ways in which a secret may be written. */
const formsOf = (secret: string) => {
  const bytes = Buffer.from(secret)
  const raw = /^[\w-]{43}$/.test(secret)
    ? [Buffer.from(secret, "base64url").toString("hex"), Buffer.from(secret, "base64url").toString("base64")]
    : []
  return [
    secret,
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
    [...secret].toReversed().join(""),
    encodeURIComponent(secret),
    ...raw
  ]
}

describeOnPostgres("A4: a dump of the database in the middle of everything", (database) => {
  layer(identityOn(database), { excludeTestServices: true })((it) => {
    const everything = Effect.gen(function* () {
      const team = yield* newTeam
      const link = yield* askForLink("ada@example.com")
      const first = yield* connected(team)
      const rotated = yield* jsonOf(yield* refresh(first, first.refreshToken))
      const under = yield* authorized(team)
      const { body: confidential } = yield* register({ token_endpoint_auth_method: "client_secret_basic" })
      yield* authorize(authorizationQuery(first.clientId, newVerifier()), team.cookie)
      const { organizationId, by } = team
      const key = yield* (yield* ApiKeys).create({ organizationId, name: "K", scopes: ["views:read"], by })
      const invitation = yield* (yield* Invitations).create({
        organizationId,
        email: "grace@example.com",
        role: "owner",
        by
      })
      const session = decodeURIComponent(team.cookie.split("=")[1]!)
      const [, signature] = session.split(".") as [string, string]
      const secrets = {
        link: link.token,
        browser: link.cookie.split("=")[1]!,
        session,
        signature,
        code: under.code,
        verifier: under.verifier,
        accessToken: first.accessToken.slice(4),
        refreshToken: first.refreshToken.slice(4),
        nextAccessToken: rotated["access_token"]!.slice(4),
        nextRefreshToken: rotated["refresh_token"]!.slice(4),
        clientSecret: confidential["client_secret"]!,
        key: Redacted.value(key.token).split("_").slice(2).join("_").slice(0, 43),
        invitation: Redacted.value(invitation.token)
      }
      return { team, link, first, under, confidential, secrets, rotated }
    })

    it.effect("A4: holds none of the secrets, however written", () =>
      Effect.gen(function* () {
        const { secrets } = yield* everything
        const text = yield* dump
        for (const [name, secret] of Object.entries(secrets)) {
          assert.isAtLeast(secret.length, 32, name)
          for (const form of formsOf(secret)) assert.isFalse(text.includes(form), `${name} as ${form}`)
        }
      })
    )

    it.effect("A4: holds nothing that works as one", () =>
      Effect.gen(function* () {
        const { team, link, first, under, confidential } = yield* everything
        const text = yield* dump
        const words = new Set(text.match(/[\w-]{20,}/g))
        assert.isAbove(words.size, 50)
        const [name] = team.cookie.split("=") as [string]
        const signed = (word: string) =>
          `${word}.${createHmac("sha256", randomBytes(32)).update(word).digest("base64")}`
        const sessions = yield* BrowserSessions
        const service = yield* SignIn
        let tokens = 0
        for (const word of words) {
          if (word === under.verifier) continue
          for (const bare of [word, `aot_${word}`]) assert.isFalse(yield* works(bare, team.projectId), word)
          for (const value of [word, signed(word)]) {
            assert.isUndefined(yield* sessions.current(headersWith(`${name}=${encodeURIComponent(value)}`)), word)
            tokens++
          }
          assert.strictEqual(
            (yield* Effect.result(service.openLink({ token: word, headers: headersWith(link.cookie) })))._tag,
            "Failure"
          )
          assert.strictEqual((yield* exchangeCode(under, { code: word })).status, 400, word)
          for (const token of [word, `aor_${word}`])
            assert.strictEqual((yield* refresh(first, token)).status, 400, word)
          const secret = yield* post(
            "/api/auth/oauth2/token",
            {
              grant_type: "authorization_code",
              code: "x",
              redirect_uri: "x",
              code_verifier: newVerifier(),
              resource: resources.rest
            },
            { authorization: `Basic ${btoa(`${confidential["client_id"]}:${word}`)}` }
          )
          assert.strictEqual(secret.status, 401, word)
        }
        assert.isAbove(tokens, 100)
        // And what was dumped still is what it was.
        assert.isTrue(yield* works(first.accessToken, team.projectId))
        assert.isDefined(yield* sessions.current(headersWith(team.cookie)))
        assert.strictEqual((yield* exchangeCode(under)).status, 200)
      })
    )
  })
})
