import { ClientDocuments, Consents } from "@agent-operations/identity"
import { databases } from "@agent-operations/testing"
import { describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import { assertRefused } from "../support/answers.ts"
import {
  authorizationQuery,
  authorize,
  connected,
  headersWith,
  identityOn,
  newTeam,
  newVerifier,
  register,
  send
} from "../support/world.ts"

const asked = Effect.fnUntraced(function* (body: BodyInit, type = "application/json") {
  return yield* send(
    "/api/auth/oauth2/register",
    { method: "POST", headers: { "content-type": type }, body },
    crypto.randomUUID()
  )
})

const refusedWith = (metadata: object, error: "invalid_redirect_uri" | "invalid_client_metadata") =>
  Effect.flatMap(
    asked(JSON.stringify({ token_endpoint_auth_method: "none", redirect_uris: ["http://127.0.0.1/"], ...metadata })),
    (response) => assertRefused(response, error)
  )

// Nothing here depends on the sort of database.
describe("dynamic registration", () => {
  layer(identityOn(databases[1]!), { excludeTestServices: true })((it) => {
    const redirects = [
      "javascript:alert(1)",
      "data:text/html,<script>1</script>",
      "vbscript:x",
      "file:///etc/passwd",
      "mailto:eve@evil.example",
      "ftp://evil.example/",
      "blob:https://evil.example/x",
      "about:blank",
      "view-source:https://evil.example/",
      "filesystem:https://evil.example/",
      "ws://evil.example/",
      "wss://evil.example/",
      "chrome://settings/",
      "chrome-extension://abc/cb",
      "moz-extension://abc/cb",
      "ms-msdt:/id",
      "intent://evil.example/#Intent;end",
      "tel:/1",
      "googlechrome://evil.example/",
      "firefox://open-url?url=https://evil.example/",
      "applescript://com.apple.scripteditor?action=new",
      "shortcuts://run-shortcut",
      "x-man-page://ls",
      "cifs://evil.example/share",
      "vnc://evil.example",
      "rdp://evil.example",
      "jnlp://evil.example/app",
      "res://evil.dll/1",
      "itmss://evil.example",
      "JavaScript:/alert(1)",
      "JAVASCRIPT://%0aalert(1)",
      "Data:/text/html,1",
      "VBScript:/x",
      "File:/etc/passwd",
      "Blob:/x",
      " javascript:/alert(1)",
      "\tjavascript:/alert(1)",
      "\u0001javascript:/alert(1)",
      "java\tscript:/alert(1)",
      "\u00a0cursor://x/cb",
      "cursor://x/cb\n",
      "cursor:cb",
      "cursor://x/cb#fragment",
      "cursor://x/*",
      "cursor://user@x/cb",
      "cursor://user:secret@x/cb",
      "1app:/cb",
      "http://evil.example/cb",
      "http://10.0.0.1/cb",
      "http://169.254.169.254/cb",
      "http://127.0.0.2/cb",
      "http://localhost.evil.example/cb",
      "http://127.1/cb",
      "http://2130706433/cb",
      "http://localhost./cb",
      "https://*.example.com/cb",
      "https://example.com/*",
      "https://user:secret@example.com/cb",
      "https://user@example.com/cb",
      "https://example.com/cb#",
      "https://example.com/cb#fragment",
      "https:\\\\evil.example\\cb",
      " https://example.com/cb",
      "https://example.com/c b",
      "https://example.com/cb\n",
      "https://exämple.com/cb",
      "https://localhost/cb",
      "/relative",
      "example.com/cb",
      "",
      `https://example.com/${"a".repeat(2048)}`
    ]
    for (const uri of redirects) {
      it.effect(`RFC 9700 2.1, RFC 8252 8.4: the redirect ${JSON.stringify(uri).slice(0, 60)} is refused`, () =>
        Effect.gen(function* () {
          for (const more of [{}, { application_type: "native" }, { application_type: "web" }]) {
            yield* refusedWith({ redirect_uris: [uri], ...more }, "invalid_redirect_uri")
            yield* refusedWith({ redirect_uris: ["https://example.com/cb", uri], ...more }, "invalid_redirect_uri")
          }
        })
      )
    }

    it.effect("RFC 8252 7.1: a program's own scheme is taken for native programs, and led to exactly", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        for (const known of ["https://example.com/cb", "http://127.0.0.1/cb"]) {
          const redirect_uris = [known, "cursor://anysphere.cursor-mcp/oauth/callback"]
          assert.strictEqual((yield* register({ redirect_uris })).body["application_type"], "native")
        }
        for (const uri of [
          "cursor://anysphere.cursor-mcp/oauth/callback",
          "vscode://publisher.extension/callback?windowId=_blank",
          "com.example.app:/oauth",
          "myapp:/cb",
          "myapp:///cb"
        ]) {
          const { response, body } = yield* register({ redirect_uris: ["http://127.0.0.1/cb", uri] })
          assert.deepStrictEqual([response.status, body["application_type"]], [201, "native"], uri)
          assert.deepStrictEqual(body["redirect_uris"] as unknown, ["http://127.0.0.1/cb", uri])
          const asked = (redirect_uri: string) =>
            Effect.map(
              authorize(authorizationQuery(body["client_id"]!, newVerifier(), { redirect_uri }), team.cookie),
              ({ headers }) => headers.get("location")!
            )
          const consent = new URL(yield* asked(uri))
          assert.strictEqual(consent.pathname, "/consent", consent.href)
          const query = consent.search.slice(1)
          const headers = headersWith(team.cookie)
          const consents = yield* Consents
          const request = yield* consents.describe({ query, headers })
          assert.deepInclude(request, { privateUse: true, loopback: false, redirectHost: `${uri.split(":")[0]}:` })
          const { organizationId, projectId } = team
          const scopes = ["views:read"] as const
          const { location } = yield* consents.accept({ query, headers, organizationId, projectId, scopes })
          const [path = ""] = uri.split("?")
          assert.isTrue(location.startsWith(`${path}?`), location)
          assert.match(new URL(location).searchParams.get("code")!, /^\w{32}$/)
          for (const other of [`${uri}x`, uri.toUpperCase(), uri.replace(":/", "://evil"), "cursor://evil/cb"]) {
            assert.match(yield* asked(other), /redirect_not_registered$/)
          }
          const onWeb = yield* register({ redirect_uris: [uri], application_type: "web" })
          assert.deepStrictEqual([onWeb.response.status, onWeb.body["application_type"]], [201, "native"], uri)
        }
      })
    )

    it.effect("RFC 8252 7.3: loopback redirects and schemes of a reversed domain need no application_type", () =>
      Effect.gen(function* () {
        for (const [uri, type] of [
          ["http://127.0.0.1/cb", "native"],
          ["http://127.0.0.1:7777/cb", "native"],
          ["http://[::1]:7777/cb", "native"],
          ["http://localhost:7777/cb", "native"],
          ["com.example.app:/cb", "native"],
          ["https://example.com/cb", "web"]
        ] as const) {
          const { response, body } = yield* register({ redirect_uris: [uri] })
          assert.deepStrictEqual([response.status, body["application_type"]], [201, type], uri)
          assert.deepStrictEqual(body["redirect_uris"] as unknown, [uri])
          assert.strictEqual(response.headers.get("cache-control"), "no-store")
        }
      })
    )

    const wrong: ReadonlyArray<readonly [string, object]> = [
      ["a name of two lines", { client_name: "Good\nEvil" }],
      ["a name that is no text", { client_name: { toString: "x" } }],
      ["a lone surrogate", { client_name: "\ud800" }],
      ["a page that runs a script", { client_uri: "javascript:alert(1)" }],
      ["a page that is too long", { client_uri: `https://example.com/${"a".repeat(2048)}` }],
      ["a page that is no text", { client_uri: 1 }],
      ["a software version that is no text", { software_version: 1 }],
      ["implicit", { grant_types: ["implicit"] }],
      ["refresh without authorization", { grant_types: ["refresh_token"] }],
      ["a response type that is not code", { response_types: ["token"] }],
      ["an unknown way to authenticate", { token_endpoint_auth_method: "tls_client_auth" }],
      ["keys", { token_endpoint_auth_method: "private_key_jwt", jwks_uri: "http://169.254.169.254/" }]
    ]
    for (const [title, metadata] of wrong) {
      it.effect(`RFC 7591 3.2.2: ${title} is invalid_client_metadata`, () =>
        refusedWith(metadata, "invalid_client_metadata")
      )
    }

    const replaced: ReadonlyArray<readonly [string, object, object]> = [
      [
        "a grant of Claude",
        { grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:jwt-bearer"] },
        { grant_types: ["authorization_code", "refresh_token"] }
      ],
      [
        "a grant of VS Code",
        { grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "authorization_code"] },
        { grant_types: ["authorization_code"] }
      ],
      [
        "each grant there is",
        { grant_types: ["implicit", "authorization_code", "password"] },
        { grant_types: ["authorization_code"] }
      ],
      ["further response types", { response_types: ["code", "token", "code id_token"] }, { response_types: ["code"] }],
      [
        "keys of ChatGPT's, which can do without,",
        {
          token_endpoint_auth_method: "private_key_jwt",
          token_endpoint_auth_methods_supported: ["none", "private_key_jwt"]
        },
        { token_endpoint_auth_method: "none" }
      ],
      ["an unknown application type", { application_type: "service" }, { application_type: "native" }],
      ["a long name", { client_name: "😀".repeat(500) }, { client_name: "😀".repeat(120) }],
      ["long versions", { software_id: "x".repeat(121), software_version: "x".repeat(121) }, {}],
      [
        "nulls",
        {
          client_name: null,
          client_uri: null,
          grant_types: null,
          response_types: null,
          application_type: null,
          software_id: null,
          contacts: null
        },
        { grant_types: ["authorization_code"], response_types: ["code"] }
      ],
      [
        "empty members",
        { client_name: "", client_uri: "", grant_types: [], response_types: [], application_type: "", software_id: "" },
        { grant_types: ["authorization_code"], response_types: ["code"] }
      ]
    ]
    for (const [title, metadata, answer] of replaced) {
      it.effect(`RFC 7591 3.2.1: ${title}: registered with what the server has, which the answer tells`, () =>
        Effect.gen(function* () {
          const { response, body } = yield* register(metadata)
          assert.strictEqual(response.status, 201)
          assert.deepInclude(body, answer)
        })
      )
    }

    it.effect("RFC 7591 3.2.2: thousands of lists in each other are invalid_client_metadata, wherever they stand", () =>
      Effect.gen(function* () {
        const lists = "[".repeat(7000) + "]".repeat(7000)
        for (const name of ["response_types", "token_endpoint_auth_method", "application_type", "grant_types"]) {
          const response = yield* asked(`{"redirect_uris":["http://127.0.0.1/"],"${name}":${lists}}`)
          yield* assertRefused(response, "invalid_client_metadata")
        }
      })
    )

    it.effect("RFC 7591 3.2.2: redirects that are none, too many or no texts are invalid_redirect_uri", () =>
      Effect.gen(function* () {
        for (const redirect_uris of [
          [],
          Array.from({ length: 11 }, (_, index) => `https://a${index}.example/`),
          "https://a.example/",
          [1],
          [["https://a.example/"]],
          null,
          { 0: "https://a.example/", length: 1 }
        ]) {
          yield* refusedWith({ redirect_uris }, "invalid_redirect_uri")
        }
      })
    )

    it.effect("OWASP API4:2023: what is no JSON object, or too large, is refused", () =>
      Effect.gen(function* () {
        const fine = JSON.stringify({ redirect_uris: ["http://127.0.0.1/"] })
        for (const body of [
          "",
          "[]",
          "null",
          "1",
          '"x"',
          "{",
          "[".repeat(8000),
          JSON.stringify({ x: "x".repeat(20_000) })
        ]) {
          yield* assertRefused(yield* asked(body), "invalid_client_metadata")
        }
        for (const type of [
          "text/plain",
          "application/x-www-form-urlencoded",
          "application/jsonp",
          "multipart/form-data; boundary=x"
        ]) {
          yield* assertRefused(yield* asked(fine, type), "invalid_client_metadata")
        }
        assert.strictEqual((yield* asked(fine, "application/json; charset=utf-8")).status, 201)
      })
    )

    it.effect("OWASP API3:2023: what only the server decides cannot be registered", () =>
      Effect.gen(function* () {
        const { body } = yield* register({
          client_id: "chosen",
          client_secret: "chosen",
          skip_consent: true,
          require_pkce: false,
          disabled: false,
          scope: "admin",
          resources: ["https://evil.example/"],
          user_id: "usr_x",
          reference_id: "grt_x",
          jwks_uri: "http://169.254.169.254/",
          logo_uri: "http://169.254.169.254/",
          backchannel_logout_uri: "http://169.254.169.254/",
          post_logout_redirect_uris: ["https://evil.example/"],
          enable_end_session: true,
          subject_type: "pairwise",
          metadata: { x: 1 }
        })
        assert.notStrictEqual(body["client_id"], "chosen")
        assert.isUndefined(body["client_secret"])
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<Record<string, unknown>>`
          select skip_consent, user_id, reference_id, jwks_uri, icon, backchannel_logout_uri,
            post_logout_redirect_uris, enable_end_session, subject_type, metadata, client_secret
          from agent_operations_identity.oauth_clients where client_id = ${body["client_id"]}`
        for (const [name, value] of Object.entries(row!)) assert.notOk(value, name)
        const team = yield* newTeam
        const query = authorizationQuery(body["client_id"]!, newVerifier())
        assert.match((yield* authorize(query, team.cookie)).headers.get("location")!, /\/consent\?/)
      })
    )
  })
})

/** Each address has the document of a program. */
const documents = ClientDocuments.layerWith((address) =>
  Effect.succeed({ client_id: address, client_name: "Tool", redirect_uris: ["http://127.0.0.1/"] })
)

describe("the programs that register", () => {
  layer(identityOn(databases[1]!, {}, documents), { excludeTestServices: true })((it) => {
    const { most } = limits.signIn["programs that register in a day"]
    it.effect(
      "K3: beyond so many in a day, those give way that did not connect, of the network that has the most",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const registerMany = (name: string, network: string, count: number, ago: string) => sql`
          insert into agent_operations_identity.oauth_clients (id, client_id, redirect_uris, network, created_at)
          select ${name} || n, ${name} || n, '[]', ${network}, now() - ${ago}::interval - n * interval '1 millisecond'
          from generate_series(1, ${count}::int) as n`
          const left = () =>
            Effect.map(
              sql<{ name: string; n: number }>`
              select rtrim(client_id, '0123456789') as name, count(*)::int as n
              from agent_operations_identity.oauth_clients where redirect_uris = '[]' group by 1`,
              (rows) => Object.fromEntries(rows.map(({ name, n }) => [name, n]))
            )
          const given = yield* connected(yield* newTeam)
          const fresh = yield* register()
          yield* sql`
          update agent_operations_identity.oauth_clients set network = '203.0.113.0/24', created_at = now() - interval '20 hours'
          where client_id = ${given.clientId}`
          yield* registerMany("old ", "198.51.100.0/24", 40, "10 hours")
          yield* registerMany("many ", "203.0.113.0/24", most - 43, "11 minutes")
          assert.strictEqual((yield* register()).response.status, 201)
          assert.deepStrictEqual(yield* left(), { "old ": 40, "many ": most - 43 })
          const another = yield* register({}, "203.0.113.9")
          assert.strictEqual(another.response.status, 201)
          assert.deepStrictEqual(yield* left(), { "old ": 40, "many ": most - 143 })
          const [oldest] = yield* sql<{ n: number }>`
          select max(substr(client_id, 6)::int) as n from agent_operations_identity.oauth_clients where client_id like 'many %'`
          assert.strictEqual(oldest!.n, most - 143)
          // Programs from here and there: of each network half may go.
          yield* sql`
          update agent_operations_identity.oauth_clients set network = client_id where client_id like 'many %'`
          yield* registerMany("more ", "192.0.2.0/24", 99, "11 minutes")
          // What may be connecting is kept.
          yield* registerMany("young ", "192.0.2.0/24", 150, "0")
          yield* ClientDocuments.use((documents) => documents.read("https://client.example/another", "2001:db8:1:2::3"))
          assert.deepStrictEqual(yield* left(), { "old ": 40, "many ": most - 143, "more ": 49, "young ": 150 })
          const rows = yield* sql<{ client_id: string; network: string }>`
          select client_id, network from agent_operations_identity.oauth_clients where redirect_uris <> '[]'`
          const networks = Object.fromEntries(rows.map(({ client_id, network }) => [client_id, network]))
          assert.containsAllKeys(networks, [given.clientId, fresh.body["client_id"]!])
          assert.strictEqual(networks["https://client.example/another"], "2001:db8:1::/48")
          assert.strictEqual(networks[another.body["client_id"]!], "203.0.113.0/24")
        })
    )
  })
})
