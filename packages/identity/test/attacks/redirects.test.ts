import { databases } from "@agent-operations/testing"
import { describe, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { assert, test } from "vitest"
import type { Library } from "../../src/library/library.ts"
import { isRegistered } from "../../src/oauth/redirects.ts"
import { makeKnownBrowsers } from "../../src/sign-in/known-browsers.ts"
import { makeCallback } from "../../src/sign-in/callback.ts"
import { safePath } from "../../src/http/return-to.ts"
import { locationOf } from "../support/answers.ts"
import {
  authorizationQuery,
  authorize,
  authorized,
  identityOn,
  newTeam,
  newVerifier,
  origin,
  redirectUri,
  register
} from "../support/world.ts"

const characters = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  "\t",
  "\n",
  "\0",
  "é",
  "/"
]

/** Everything that one keystroke makes of a text. */
const editsOf = (text: string): ReadonlyArray<string> =>
  [...Array(text.length + 1).keys()]
    .flatMap((at) => [
      text.slice(0, at) + text.slice(at + 1),
      ...characters.flatMap((one) => [
        text.slice(0, at) + one + text.slice(at + 1),
        text.slice(0, at) + one + text.slice(at)
      ])
    ])
    .filter((edit) => edit !== text)

describe("RFC 9700 2.1, 4.1: a redirect goes to what was registered, character by character", () => {
  test.each(["https://app.example.com/callback", "https://app.example.com/cb?tenant=1", "com.example.app:/callback"])(
    "no edit of %s is taken",
    (uri) => {
      assert.deepStrictEqual(
        editsOf(uri).filter((edit) => isRegistered([uri], edit)),
        []
      )
    }
  )

  test.each(["http://127.0.0.1:7777/callback", "http://localhost:8/callback", "http://[::1]:80/cb"])(
    "RFC 8252 7.3: of %s only the port may differ",
    (uri) => {
      const rest = (text: string) => text.replace(/^(http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])):\d{1,5}(?=\/)/, "$1")
      const taken = editsOf(uri).filter((edit) => isRegistered([uri], edit))
      assert.isNotEmpty(taken)
      assert.deepStrictEqual(
        taken.filter((edit) => rest(edit) !== rest(uri)),
        []
      )
    }
  )

  test.each([
    ["http://127.0.0.1:7777/callback", "http://localhost:7777/callback"],
    ["http://127.0.0.1:7777/callback", "https://127.0.0.1:7777/callback"],
    ["http://127.0.0.1:7777/callback", "http://127.0.0.1:7777/callback#"],
    ["http://127.0.0.1:7777/callback", "http://127.0.0.1:7777/callback#x"],
    ["http://127.0.0.1:7777/callback", "http://eve@127.0.0.1:7777/callback"],
    ["http://127.0.0.1:7777/callback", "http://127.0.0.1:7777@evil.example/callback"],
    ["http://127.0.0.1:7777/callback", "http://127.0.0.1.evil.example:7777/callback"],
    ["http://127.0.0.1:7777/callback", "http://127.0.0.1:7777/callback/../evil"],
    ["http://127.0.0.1:7777/callback", "http://127.0.0.1:7777/%63allback"],
    ["http://127.0.0.1:7777/callback", "http://127.1:7777/callback"],
    ["http://127.0.0.1:7777/callback", "http://2130706433:7777/callback"],
    ["http://127.0.0.1:7777/callback", "http://127.0.0.1:99999/callback"],
    ["https://app.example.com/callback", "https://app.example.com%2Fcallback"],
    ["https://app.example.com/callback", "https://app.example.com/callback?code=1"],
    ["https://app.example.com/callback", "https://app.example.com:8443/callback"],
    ["https://app.example.com/callback", "https://APP.example.com/callback"],
    ["https://app.example.com/callback", "//app.example.com/callback"]
  ])("%s does not let in %s", (registered, asked) => {
    assert.isFalse(isRegistered([registered], asked))
  })
})

describe("RFC 9700 4.11: no open redirect", () => {
  const pieces = [
    "/",
    "\\",
    "//",
    "/\\",
    "@",
    ":",
    ".",
    "..",
    "%2f",
    "%5c",
    "%0d%0a",
    "\t",
    "\n",
    "\0",
    " ",
    "evil.example",
    "https:"
  ]
  const hostile = fc.oneof(
    fc.array(fc.oneof(fc.constantFrom(...pieces, "javascript:", "?", "#", "a"), fc.string()), { maxLength: 8 }),
    fc.array(fc.string({ unit: "binary" }), { maxLength: 3 }),
    fc.tuple(fc.webUrl())
  )

  test("whatever path is asked for, sign-in leads to this origin", () => {
    fc.assert(
      fc.property(hostile, (parts) => {
        const path = safePath(parts.join(""))
        assert.match(path, /^\/(?![/\\])[\x21-\x7E]*$/)
        assert.strictEqual(new URL(path, origin).origin, origin)
        assert.notMatch(new URL(path, origin).pathname, /^\/\/|\\/)
      }),
      { numRuns: 2000 }
    )
  })

  test("below a prefix, whatever path is asked for, sign-in leads below it", () => {
    const under = fc.oneof(
      hostile,
      hostile.map((parts) => ["/ops", ...parts])
    )
    fc.assert(
      fc.property(under, (parts) => {
        const { pathname } = new URL(safePath(parts.join(""), "/ops"), origin)
        assert.match(`${pathname}/`, /^\/ops\//)
      }),
      { numRuns: 2000 }
    )
    for (const path of ["/ops", "/ops/", "/ops/a?b#c", "/ops?x"]) assert.strictEqual(safePath(path, "/ops"), path)
    for (const path of ["/", "/a", "/opsx", "/ops/../a", "/ops/%2e%2e/a", "//ops/a"]) {
      assert.strictEqual(safePath(path, "/ops"), "/ops/")
    }
  })

  test("a path of this origin stays as it is", () => {
    for (const path of [
      "/",
      "/organizations/o/projects?x=1#y",
      "/api/auth/oauth2/authorize?redirect_uri=https%3A%2F%2Fa.b%2F"
    ]) {
      assert.strictEqual(safePath(path), path)
    }
    for (const path of [
      undefined,
      null,
      "",
      "x",
      "//evil.example",
      "/\\evil.example",
      "/.//evil.example",
      `/${"a".repeat(20_000)}`
    ]) {
      assert.strictEqual(safePath(path), "/")
    }
  })
})

// What the database holds is the same on both.
describe("the authorization endpoint", () => {
  layer(identityOn(databases[1]!), { excludeTestServices: true })((it) => {
    const uri = "https://app.example.com/callback"

    it.effect("RFC 6749 4.1.2.1: what is not registered stays on this server, with a reason and nothing else", () =>
      Effect.gen(function* () {
        const { body } = yield* register({ redirect_uris: [uri] })
        const clientId = body["client_id"]!
        const stays = Effect.fnUntraced(function* (query: URLSearchParams, reason: string) {
          assert.strictEqual(locationOf(yield* authorize(query)).href, `${origin}/authorization-error?reason=${reason}`)
        })
        const query = (more: Readonly<Record<string, string>>) =>
          authorizationQuery(clientId, newVerifier(), { redirect_uri: uri, ...more })
        for (const edit of fc.sample(fc.constantFrom(...editsOf(uri)), 100)) {
          yield* stays(query({ redirect_uri: edit }), "redirect_not_registered")
        }
        yield* stays(query({ redirect_uri: "" }), "redirect_not_registered")
        yield* stays(query({ client_id: "nobody" }), "unknown_client")
        yield* stays(query({ client_id: "https://evil.example/" }), "unknown_client")
        yield* stays(query({ state: "x".repeat(9000) }), "request_too_long")
        for (const [name, value, reason] of [
          ["redirect_uri", uri, "redirect_not_registered"],
          ["redirect_uri", "https://evil.example/", "redirect_not_registered"],
          ["client_id", clientId, "unknown_client"]
        ] as const) {
          const twice = query({})
          twice.append(name, value)
          yield* stays(twice, reason)
        }
        const none = query({})
        none.delete("redirect_uri")
        yield* stays(none, "redirect_not_registered")
      })
    )

    const cases: ReadonlyArray<readonly [string, string, Readonly<Record<string, string>>]> = [
      ["RFC 9700 2.1.1: no PKCE", "invalid_request", { code_challenge: "", code_challenge_method: "" }],
      ["RFC 9700 2.1.1: PKCE plain", "invalid_request", { code_challenge_method: "plain" }],
      [
        "RFC 7636 4.3: a challenge without a method, which means plain",
        "invalid_request",
        { code_challenge_method: "" }
      ],
      ["RFC 7636 4.2: a method without a challenge", "invalid_request", { code_challenge: "" }],
      ["RFC 7636 4.2: a challenge that no SHA-256 makes", "invalid_request", { code_challenge: "a".repeat(42) }],
      ["RFC 7636 4.3: a method in another case", "invalid_request", { code_challenge_method: "s256" }],
      ["RFC 8707 2: no resource", "invalid_target", { resource: "" }],
      ["A6, RFC 8707 2: another resource", "invalid_target", { resource: "https://evil.example/" }],
      ["A6, RFC 8707 2: what is below a resource", "invalid_target", { resource: `${origin}/api/cli/more` }],
      ["A6, RFC 8707 2: a resource with a fragment", "invalid_target", { resource: `${origin}/api/cli#` }],
      [
        "A6, RFC 8707 2: a resource for a user",
        "invalid_target",
        { resource: `${origin.replace("//", "//a@")}/api/cli` }
      ],
      ["A6, RFC 8707 2: a resource of another port", "invalid_target", { resource: `${origin}1/api/cli` }],
      ["A6, RFC 8707 2: what both begin with", "invalid_target", { resource: `${origin}/api` }],
      ["RFC 9700 2.1.2: implicit", "unsupported_response_type", { response_type: "token" }],
      ["RFC 9700 2.1.2: hybrid", "unsupported_response_type", { response_type: "code id_token" }],
      ["RFC 6749 3.1.1: no response_type", "invalid_request", { response_type: "" }],
      ["RFC 9101: a request object", "invalid_request", { request: "eyJhbGciOiJub25lIn0.e30." }],
      ["RFC 9101: a request by address", "invalid_request", { request_uri: "http://169.254.169.254/" }],
      ["RFC 9700 4.1.2: the answer in a fragment", "invalid_request", { response_mode: "fragment" }],
      ["the answer in a form", "invalid_request", { response_mode: "form_post" }],
      ["RFC 6749 3.3: a scope that is not", "invalid_scope", { scope: 'views:read "<script>" é' }],
      ["RFC 6749 appendix A: a line break", "invalid_request", { scope: "views:read\r\nSet-Cookie: a=b" }],
      ["RFC 6749 appendix A: a NUL", "invalid_request", { nonce: "\0" }],
      ["a person who is not asked", "access_denied", { prompt: "none" }]
    ]
    for (const [title, error, change] of cases) {
      it.effect(`${title}: ${error}, RFC 9207: with the issuer, for browsers and programs alike`, () =>
        Effect.gen(function* () {
          const team = yield* newTeam
          const { body } = yield* register()
          const query = authorizationQuery(body["client_id"]!, newVerifier(), change)
          for (const cookie of ["", team.cookie]) {
            const location = locationOf(yield* authorize(query, cookie))
            assert.strictEqual(`${location.origin}${location.pathname}`, redirectUri)
            const answer = Object.fromEntries(location.searchParams)
            assert.deepStrictEqual([answer["error"], answer["state"]], [error, "s-1"])
            assert.strictEqual(answer["iss"], `${origin}/api/auth`)
            assert.match(answer["error_description"]!, /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/)
            assert.deepStrictEqual(Object.keys(answer).toSorted(), ["error", "error_description", "iss", "state"])
          }
        })
      )
    }

    const site = "https://tool.example/cb?tenant=1"
    const otherSite = "https://evil.example/phish"
    /** Where the browser is sent: to the site itself, or to this server's page that offers it. */
    const sentTo = (location: URL) =>
      location.pathname === "/authorization-error"
        ? ["asked first", location.origin, location.searchParams.get("reason"), location.searchParams.get("back")]
        : ["sent", location.href]

    for (const [title, error, change] of cases) {
      it.effect(`RFC 9700 4.11.2: ${title}: nobody is sent to a site that they did not let in`, () =>
        Effect.gen(function* () {
          const team = yield* newTeam
          const { body } = yield* register({ redirect_uris: [site, otherSite] })
          const query = authorizationQuery(body["client_id"]!, newVerifier(), { redirect_uri: site, ...change })
          for (const cookie of ["", team.cookie]) {
            const [how, page, reason, back] = sentTo(locationOf(yield* authorize(query, cookie)))
            assert.deepStrictEqual([how, page, reason], ["asked first", origin, "request_refused"])
            const { searchParams, href } = new URL(back!)
            assert.isTrue(href.startsWith(`${site}&`))
            assert.deepStrictEqual([searchParams.get("error"), searchParams.get("state")], [error, "s-1"])
          }
        })
      )
    }

    it.effect("RFC 9700 4.11.2: whoever let a site in is sent there with an error, until they end that", () =>
      Effect.gen(function* () {
        const [team, other] = [yield* newTeam, yield* newTeam]
        const { body } = yield* register({ redirect_uris: [site, otherSite] })
        const { body: second } = yield* register({ redirect_uris: [site] })
        const clientId = body["client_id"]!
        const silent = Effect.fnUntraced(function* (cookie: string, uri = site, id = clientId) {
          const query = authorizationQuery(id, newVerifier(), { redirect_uri: uri, prompt: "none" })
          const [how, where] = sentTo(locationOf(yield* authorize(query, cookie)))
          if (how === "sent") assert.isTrue(where!.startsWith(`${uri}&error=access_denied`), where!)
          return how
        })
        assert.strictEqual(yield* silent(team.cookie), "asked first")
        yield* authorized(team, { clientId, redirectUri: site })
        assert.deepStrictEqual(
          [
            yield* silent(team.cookie),
            yield* silent(team.cookie, otherSite),
            yield* silent(team.cookie, site, second["client_id"]!),
            yield* silent(other.cookie),
            yield* silent("")
          ],
          ["sent", "asked first", "asked first", "asked first", "asked first"]
        )
        const sql = yield* SqlClient.SqlClient
        yield* sql`update agent_operations.grants set revoked_at = now() where client_id = ${clientId}`
        assert.strictEqual(yield* silent(team.cookie), "asked first")
      })
    )

    it.effect("RFC 9700 4.11.2: a program of the device gets its errors at once: the person started it", () =>
      Effect.gen(function* () {
        for (const uri of ["com.example.tool:/cb", "cursor://tool/cb", "http://localhost:7777/cb"]) {
          const { body } = yield* register({ redirect_uris: [uri] })
          const query = authorizationQuery(body["client_id"]!, newVerifier(), { redirect_uri: uri, prompt: "none" })
          const { href } = locationOf(yield* authorize(query))
          assert.isTrue(href.startsWith(`${uri}?error=access_denied`), href)
        }
      })
    )

    it.effect("RFC 9700 4.11: what comes back from an issuer stays here, whatever the library makes of it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const knownBrowsers = makeKnownBrowsers(origin, Redacted.make("a".repeat(43)))
        const coming = (answer: Response) => {
          const library: Partial<Library> = { handler: () => Promise.resolve(answer) }
          return Effect.map(
            makeCallback(sql, { library: library as Library, knownBrowsers, baseUrl: origin })(
              new Request(`${origin}/api/auth/callback/x`)
            ),
            locationOf
          )
        }
        const to = (location: string) => coming(new Response(null, { status: 302, headers: { location } }))
        assert.strictEqual((yield* to("/projects?x=1")).href, `${origin}/projects?x=1`)
        for (const location of [
          "https://evil.example/",
          "//evil.example",
          "javascript:alert(1)",
          "https://",
          `${origin}.evil.example`
        ]) {
          assert.strictEqual((yield* to(location)).href, `${origin}/sign-in?error=invalid_callback_request`)
        }
        for (const answer of [Response.json({ code: "X" }, { status: 400 }), new Response("<html>", { status: 500 })]) {
          assert.strictEqual((yield* coming(answer)).href, `${origin}/sign-in?error=invalid_callback_request`)
        }
      })
    )

    it.effect("RFC 6749 3.1, OWASP API8:2023: a repeated parameter is refused, whichever it is", () =>
      Effect.gen(function* () {
        const { body } = yield* register()
        const query = authorizationQuery(body["client_id"]!, newVerifier(), { x: "1" })
        for (const name of [...query.keys()].filter((key) => key !== "client_id" && key !== "redirect_uri")) {
          for (const value of [query.get(name)!, "other"]) {
            const twice = new URLSearchParams(query)
            twice.append(name, value)
            const { searchParams } = locationOf(yield* authorize(twice))
            assert.strictEqual(
              searchParams.get("error"),
              name === "resource" ? "invalid_target" : "invalid_request",
              name
            )
            assert.strictEqual(searchParams.get("state"), name === "state" ? null : "s-1")
          }
        }
      })
    )

    it.effect(
      "RFC 9700 4.11.2: whoever is not signed in goes to this server's own page, and comes back to the same request",
      () =>
        Effect.gen(function* () {
          const { body } = yield* register()
          const query = authorizationQuery(body["client_id"]!, newVerifier(), {
            state: "&returnTo=https://evil.example"
          })
          const asked = locationOf(yield* authorize(query))
          assert.strictEqual(`${asked.origin}${asked.pathname}`, `${origin}/sign-in`)
          const returnTo = asked.searchParams.get("returnTo")!
          assert.strictEqual(safePath(returnTo), returnTo)
          const again = new URL(returnTo, origin)
          assert.strictEqual(again.pathname, "/api/auth/oauth2/authorize")
          assert.strictEqual(again.searchParams.get("state"), "&returnTo=https://evil.example")
          const team = yield* newTeam
          const consent = locationOf(yield* authorize(again.search.slice(1), team.cookie))
          assert.strictEqual(`${consent.origin}${consent.pathname}`, `${origin}/consent`)
        })
    )
  })
})

describe("the authorization endpoint of a server on the web", () => {
  const home = "https://ops.example.com"
  layer(identityOn(databases[1]!, { origin: home }), { excludeTestServices: true })((it) => {
    it.effect("RFC 9700 4.11.2: a program of its own origin gets its errors at once, no other", () =>
      Effect.gen(function* () {
        const uris = [`${home}/tool/cb`, "https://ops.example.com.evil.example/cb", "https://ops.example.com:8443/cb"]
        const { body } = yield* register({ redirect_uris: uris })
        const sent = yield* Effect.forEach(uris, (redirect_uri) =>
          Effect.map(authorize(authorizationQuery(body["client_id"]!, newVerifier(), { redirect_uri })), locationOf)
        )
        assert.deepStrictEqual(
          sent.map((location) => `${location.origin}${location.pathname}`),
          [uris[0], `${home}/authorization-error`, `${home}/authorization-error`]
        )
      })
    )
  })
})
