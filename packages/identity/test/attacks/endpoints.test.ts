import { oauthErrors } from "@agent-operations/error-envelope"
import { newTypeId } from "@agent-operations/database"
import { IdentityHttp } from "@agent-operations/identity"
import { databases } from "@agent-operations/testing"
import { describe, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import * as fc from "fast-check"
import { assert } from "vitest"
import { LibraryService } from "../../src/library/LibraryService.ts"
import { assertRefused } from "../support/answers.ts"
import {
  authorizationQuery,
  connected,
  identityOn,
  jsonOf,
  newTeam,
  newVerifier,
  origin,
  post,
  register,
  resources,
  send
} from "../support/world.ts"

const form = { "content-type": "application/x-www-form-urlencoded" }
const posts = ["token", "revoke"] as const
const path = (name: string) => `/api/auth/oauth2/${name}`

// Nothing here depends on the sort of database.
describe("the endpoints", () => {
  layer(identityOn(databases[1]!), { excludeTestServices: true })((it) => {
    it.effect("OWASP API9:2023: of the library's endpoints none is there but those that are meant", () =>
      Effect.gen(function* () {
        const { library } = yield* Effect.scoped(
          Effect.map(Layer.build(LibraryService.layer({ origin, secret: Redacted.make("c".repeat(43)) })), (context) =>
            Context.get(context, LibraryService)
          )
        )
        const open = [
          "GET /oauth2/authorize",
          "GET /callback/:id",
          "POST /oauth2/token",
          "POST /oauth2/revoke",
          "POST /oauth2/register"
        ]
        const theirs = Object.values(
          library.api as Readonly<Record<string, { path?: string; options?: { method?: string | Array<string> } }>>
        )
          .filter(({ path }) => path !== undefined)
          .flatMap(({ path, options }) =>
            [options?.method ?? ["GET", "POST"]].flat().map((method) => `${method} ${path}`)
          )
        assert.isAbove(theirs.length, 60)
        for (const name of [
          "POST /sign-up/email",
          "POST /sign-in/email",
          "GET /get-session",
          "GET /list-sessions",
          "POST /oauth2/introspect",
          "GET /oauth2/userinfo",
          "POST /admin/oauth2/create-client",
          "POST /sign-in/person",
          "POST /oauth2/consent"
        ]) {
          assert.include(theirs, name)
        }
        for (const endpoint of theirs) {
          const [method = "", route = ""] = endpoint.split(" ")
          for (const address of [
            route,
            `${route}/`,
            route.replace("/", "//"),
            route.replaceAll("/", "%2F"),
            route.toUpperCase()
          ]) {
            const url = `${origin}/api/auth${address.replaceAll(/:\w+/g, "x")}`
            const request = new Request(url, { method, ...(method === "GET" ? {} : { body: "{}", headers: form }) })
            const response = yield* send(url.slice(origin.length), request, newTypeId("ip"))
            const meant = open.includes(endpoint) && address === route
            assert.strictEqual(response.status !== 404, meant, `${method} ${address}`)
          }
        }
        for (const method of ["PUT", "DELETE", "PATCH", "HEAD", "GET"]) {
          assert.strictEqual((yield* send(path("token"), { method })).status, 404)
        }
        for (const address of ["/xyz/auth/oauth2/token", "/123456789/oauth2/token", "/api/authx/oauth2/token"]) {
          assert.strictEqual((yield* send(address, { method: "OPTIONS" })).status, 404, address)
        }
      })
    )

    it.effect("RFC 6749 3.2: a token request that is no form is an OAuth error", () =>
      Effect.gen(function* () {
        const body = JSON.stringify({ grant_type: "authorization_code", client_id: "x" })
        for (const name of posts) {
          for (const type of [
            "application/json",
            "text/plain",
            "multipart/form-data; boundary=x",
            "application/x-www-form-urlencoded, text/html",
            "application/x-www-form-urlencoded; charset=utf-16",
            ""
          ]) {
            const headers: Record<string, string> = type === "" ? {} : { "content-type": type }
            yield* assertRefused(
              yield* send(path(name), { method: "POST", headers, body: new TextEncoder().encode(body) }),
              "invalid_request"
            )
          }
          yield* assertRefused(yield* send(path(name), { method: "POST", headers: form }), "invalid_request")
          yield* assertRefused(
            yield* send(path(name), { method: "POST", headers: form, body: new Uint8Array([0xff, 0xfe]) }),
            "invalid_request"
          )
        }
        assert.notStrictEqual(
          (yield* send(path("revoke"), {
            method: "POST",
            headers: { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" },
            body: "token=x&client_id=nobody"
          })).status,
          400
        )
      })
    )

    it.effect("OWASP API4:2023: what is too large is refused before it is read", () =>
      Effect.gen(function* () {
        for (const name of posts) {
          yield* assertRefused(
            yield* post(path(name), { token: "x".repeat(20_000), client_id: "x" }),
            "invalid_request"
          )
          let given = 0
          const endless = new ReadableStream<Uint8Array>({
            pull: (controller) => {
              given++
              controller.enqueue(new Uint8Array(1024).fill(97))
            }
          })
          yield* assertRefused(
            yield* send(path(name), { method: "POST", headers: form, body: endless, duplex: "half" } as RequestInit),
            "invalid_request"
          )
          assert.isBelow(given, 40)
        }
      })
    )

    it.effect("RFC 6749 3.2: a parameter that is given twice is refused, whichever it is", () =>
      Effect.gen(function* () {
        const token = {
          grant_type: "authorization_code",
          client_id: "x",
          client_secret: "x",
          code: "x",
          redirect_uri: "x",
          code_verifier: "x",
          scope: "x",
          refresh_token: "x",
          resource: resources.rest,
          unknown: "x"
        }
        for (const [name, parameters] of [
          ["token", token],
          ["revoke", { token: "x", client_id: "x", token_type_hint: "x" }]
        ] as const) {
          for (const [key, value] of Object.entries(parameters)) {
            const twice = new URLSearchParams(parameters)
            twice.append(key, value)
            yield* assertRefused(
              yield* post(path(name), twice),
              key === "resource" ? "invalid_target" : "invalid_request"
            )
          }
        }
      })
    )

    it.effect("RFC 9700 2.4: other grants are unsupported_grant_type", () =>
      Effect.gen(function* () {
        const { body } = yield* register()
        for (const grant_type of [
          "password",
          "implicit",
          "client_credentials",
          "urn:ietf:params:oauth:grant-type:device_code",
          "urn:ietf:params:oauth:grant-type:jwt-bearer",
          "urn:ietf:params:oauth:grant-type:token-exchange",
          "constructor",
          "__proto__",
          "Authorization_Code"
        ]) {
          const more = { username: "ada@example.com", password: "x", assertion: "x", device_code: "x" }
          yield* assertRefused(
            yield* post(path("token"), { grant_type, client_id: body["client_id"]!, ...more }),
            "unsupported_grant_type"
          )
        }
        yield* assertRefused(yield* post(path("token"), { client_id: body["client_id"]! }), "invalid_request")
        yield* assertRefused(yield* post(path("token"), { grant_type: "refresh_token" }), "invalid_request")
        yield* assertRefused(yield* post(path("revoke"), { client_id: body["client_id"]! }), "invalid_request")
      })
    )

    it.effect("RFC 9700 2.5: what stands in the address of a token request is not looked at", () =>
      Effect.gen(function* () {
        const given = yield* connected(yield* newTeam)
        const query = new URLSearchParams({
          client_id: given.clientId,
          refresh_token: given.refreshToken,
          resource: given.resource
        })
        yield* assertRefused(
          yield* post(`${path("token")}?${query}`, { grant_type: "refresh_token" }),
          "invalid_request"
        )
      })
    )

    it.effect(
      "OWASP API8:2023: whatever comes, the answer is the standard's: no failure, no page, nothing of the library's own",
      () =>
        Effect.gen(function* () {
          const given = yield* connected(yield* newTeam)
          const names = [
            "grant_type",
            "client_id",
            "client_secret",
            "code",
            "redirect_uri",
            "code_verifier",
            "refresh_token",
            "resource",
            "scope",
            "token",
            "token_type_hint",
            "state",
            "response_type",
            "code_challenge",
            "code_challenge_method",
            "prompt",
            "max_age",
            "claims",
            "nonce",
            "request",
            "client_assertion",
            "client_assertion_type",
            "oauth_query",
            "sig"
          ]
          const value = fc.oneof(
            fc.constantFrom(
              "authorization_code",
              "refresh_token",
              "code",
              given.clientId,
              given.refreshToken,
              given.accessToken,
              given.code,
              resources.rest,
              resources.mcp,
              "S256",
              "http://127.0.0.1:7777/callback",
              "views:read",
              "0",
              "{}",
              "null",
              "\0",
              "\ud800",
              "😀",
              "x".repeat(3000)
            ),
            fc.string({ unit: "binary" })
          )
          const pairs = fc.array(
            fc.tuple(
              fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: fc.string() }),
              value
            ),
            { maxLength: 12 }
          )
          const json = fc.oneof(
            fc.json(),
            fc
              .record(
                {
                  redirect_uris: fc.anything(),
                  client_name: fc.anything(),
                  grant_types: fc.anything(),
                  token_endpoint_auth_method: fc.anything(),
                  application_type: fc.anything(),
                  response_types: fc.anything(),
                  client_uri: fc.anything(),
                  jwks: fc.anything(),
                  scope: fc.anything()
                },
                { requiredKeys: [] }
              )
              .map((metadata) => JSON.stringify(metadata, (_, one: unknown) => (typeof one === "bigint" ? null : one)))
          )
          const header = fc.constantFrom(
            undefined,
            "Basic",
            "Basic ",
            "Basic eDp5",
            `Basic ${btoa(`${given.clientId}:`)}`,
            "Bearer x",
            "Basic JTpA",
            "DPoP x"
          )
          const check = Effect.fnUntraced(function* (response: Response, what: string) {
            assert.isBelow(response.status, 500, what)
            if (response.status === 200 || response.status === 201) return
            const error = (
              (yield* Effect.promise(() => response.clone().json())) as { error: keyof typeof oauthErrors }
            ).error
            assert.property(oauthErrors, error, what)
            yield* assertRefused(response, error)
          })
          for (const one of fc.sample(fc.tuple(pairs, json, header), 400)) {
            const [list, body, authorization] = one
            const query = new URLSearchParams(list)
            const headers = authorization === undefined ? {} : { authorization }
            const what = JSON.stringify(one)
            const from = newTypeId("ip")
            for (const name of posts) {
              yield* check(
                yield* send(path(name), { method: "POST", headers: { ...form, ...headers }, body: query }, from),
                what
              )
            }
            yield* check(
              yield* send(
                path("register"),
                { method: "POST", headers: { "content-type": "application/json", ...headers }, body },
                from
              ),
              what
            )
            const asked = authorizationQuery(given.clientId, newVerifier())
            for (const [name, text] of list) asked.set(name, text)
            for (const search of [query, asked]) {
              const response = yield* send(`${path("authorize")}?${search}`, { headers }, from)
              assert.strictEqual(response.status, 302, what)
              const location = new URL(response.headers.get("location")!)
              assert.notStrictEqual(location.searchParams.get("error"), "server_error", what)
              // either: what is drawn may take the place of the client's own address; no other is led to
              assert.include([origin, "http://127.0.0.1:7777"], location.origin, what)
            }
            const back = yield* send(
              `/api/auth/callback/google?${query}`,
              {
                headers: {
                  cookie: list
                    .map(([name, text]) => [name, text].map((one) => encodeURIComponent(one.toWellFormed())).join("="))
                    .join("; ")
                }
              },
              from
            )
            assert.strictEqual(back.status, 302, what)
            assert.strictEqual(new URL(back.headers.get("location")!, origin).origin, origin, what)
          }
        })
    )

    it.effect("A6, RFC 8414 3.1, RFC 9728 3.1, 5.1: documents say where everything is, alike by GET and HEAD", () =>
      Effect.gen(function* () {
        const read = Effect.fnUntraced(function* (address: string) {
          const response = yield* send(address)
          assert.strictEqual((yield* send(address, { method: "HEAD" })).status, 200)
          assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
          return yield* jsonOf(response)
        })
        const server = yield* read("/.well-known/oauth-authorization-server/api/auth")
        assert.deepStrictEqual(yield* read("/.well-known/oauth-authorization-server"), server)
        assert.strictEqual(server["issuer"], `${origin}/api/auth`)
        for (const [audience, resource] of Object.entries(resources)) {
          const address = `/.well-known/oauth-protected-resource${new URL(resource).pathname}`
          const document = yield* read(address)
          assert.deepStrictEqual(
            [document["resource"], document["authorization_servers"] as unknown],
            [resource, [server["issuer"]]]
          )
          const { challenge } = yield* IdentityHttp
          const header = challenge(audience as "rest" | "mcp", false)
          assert.include(header, `Bearer resource_metadata="${origin}${address}", scope="`)
          assert.include(challenge(audience as "rest" | "mcp", true), 'error="invalid_token"')
        }
        assert.strictEqual((yield* send("/.well-known/oauth-protected-resource")).status, 404)
        assert.strictEqual((yield* send("/.well-known/openid-configuration")).status, 404)
      })
    )

    it.effect("RFC 9700 2.6: programs in browsers of other origins may call, and no cookie counts", () =>
      Effect.gen(function* () {
        for (const name of [...posts, "register"]) {
          const preflight = yield* send(path(name), { method: "OPTIONS" })
          assert.deepStrictEqual([preflight.status, preflight.headers.get("access-control-allow-origin")], [204, "*"])
          assert.isFalse(preflight.headers.has("access-control-allow-credentials"))
        }
        assert.strictEqual((yield* send(path("authorize"), { method: "OPTIONS" })).status, 404)
      })
    )
  })

  layer(identityOn(databases[1]!, { secret: Redacted.make("b".repeat(43)) }), {
    excludeTestServices: true
  })((it) => {
    it.effect("OWASP API4:2023, API6:2023: a flood meets 429 with Retry-After, and other places do not", () =>
      Effect.gen(function* () {
        const body = JSON.stringify({ redirect_uris: ["http://127.0.0.1/"] })
        const registration = (from: string) =>
          send(path("register"), { method: "POST", headers: { "content-type": "application/json" }, body }, from)
        // Calls of other endpoints from the same place do not count.
        for (let call = 0; call < 100; call++) yield* post(path("revoke"), {}, {})
        for (const place of ["203.0.113.1", "2001:db8:1:2::1"]) {
          const statuses = new Set<number>()
          let flooded = yield* registration(place)
          for (let call = 1; flooded.status !== 429 && call < 100; call++) {
            statuses.add(flooded.status)
            flooded = yield* registration(place)
          }
          assert.deepStrictEqual([...statuses], [201])
          assert.match(flooded.headers.get("retry-after")!, /^[1-9]\d{0,2}$/)
          yield* assertRefused(flooded, "temporarily_unavailable", 429)
        }
        assert.strictEqual((yield* registration("2001:db8:1:2:ffff::9")).status, 429)
        assert.strictEqual((yield* registration("2001:db8:1:3::1")).status, 201)
        assert.strictEqual((yield* registration("203.0.113.2")).status, 201)
        assert.strictEqual((yield* post(path("revoke"), {})).status, 400)
      })
    )
  })
})
