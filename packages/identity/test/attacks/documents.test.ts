import { EgressError } from "@agent-operations/egress"
import { ClientDocuments } from "@agent-operations/identity"
import { databases } from "@agent-operations/testing"
import { describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, test } from "vitest"
import { isDocumentAddress } from "../../src/oauth/ClientDocuments.ts"
import { locationOf } from "../support/answers.ts"
import {
  authorizationQuery,
  connected,
  authorize,
  identityOn,
  newTeam,
  newVerifier,
  origin,
  works
} from "../support/world.ts"

describe("OWASP API7:2023: which addresses are a client's", () => {
  test.each([
    "http://client.example/metadata",
    "https://client.example",
    "https://client.example/",
    "https://user@client.example/metadata",
    "https://user:secret@client.example/metadata",
    "https://client.example/metadata#",
    "https://client.example/metadata#x",
    "https://client.example/a/../metadata",
    "https://client.example/./metadata",
    "https://client.example:443/metadata",
    "https://CLIENT.example/metadata",
    "https://client.example\\@evil.example/metadata",
    "https:client.example/metadata",
    "https://client.example/me tadata",
    " https://client.example/metadata",
    "https://2130706433/metadata",
    "https://0x7f.1/metadata",
    "https://0177.0.0.1/metadata",
    "https://127.1/metadata",
    "https://[::ffff:127.0.0.1]/metadata",
    "https://ⓛocalhost/metadata",
    "ftp://client.example/metadata",
    "file:///etc/passwd",
    "//client.example/metadata",
    `https://client.example/${"a".repeat(2048)}`
  ])("%s is none", (address) => assert.isFalse(isDocumentAddress(address)))

  test("one is", () => assert.isTrue(isDocumentAddress("https://client.example:8443/oauth/metadata.json?v=1")))
})

const clientId = "https://client.example/metadata.json"
const fine = {
  client_id: clientId,
  client_name: "Client",
  redirect_uris: ["http://127.0.0.1:7777/callback"],
  grant_types: ["authorization_code", "refresh_token"]
}

/** Documents that a test sets, with how often each was read. */
const shelf = () => {
  const documents = new Map<string, unknown>()
  const read = new Map<string, number>()
  const fetchJson = (address: string) =>
    Effect.suspend(() => {
      read.set(address, (read.get(address) ?? 0) + 1)
      return documents.has(address)
        ? Effect.succeed(documents.get(address))
        : Effect.fail(new EgressError({ reason: "answer", message: "it answers with 404" }))
    })
  return { documents, read, fetchJson }
}

describe("clients that are known by the address of their metadata", () => {
  const { documents, read, fetchJson } = shelf()
  const asked = (id: string, cookie = "", redirect = "http://127.0.0.1:7777/callback") =>
    Effect.map(authorize(authorizationQuery(id, newVerifier(), { redirect_uri: redirect }), cookie), locationOf)

  layer(identityOn(databases[1]!, {}, ClientDocuments.layerWith(fetchJson)), {
    excludeTestServices: true
  })((it) => {
    it.effect("A3: one connects like any other", () =>
      Effect.gen(function* () {
        documents.set(clientId, fine)
        const [team, before] = [yield* newTeam, read.get(clientId) ?? 0]
        const given = yield* connected(team, { clientId })
        assert.isTrue(yield* works(given.accessToken, team.projectId))
        yield* connected(team, { clientId })
        assert.strictEqual(read.get(clientId), before + 1)
      })
    )

    const metadata = "invalid_client_metadata"
    const redirect = "invalid_redirect_uri"
    const wrong: ReadonlyArray<readonly [string, unknown, string?]> = [
      ["is no object", []],
      ["is nothing", null],
      ["has another client_id", { ...fine, client_id: "https://other.example/metadata.json" }],
      ["has no client_id", { ...fine, client_id: undefined }],
      ["shows a secret", { ...fine, client_secret: "x" }],
      ["wants a secret", { ...fine, token_endpoint_auth_method: "client_secret_basic" }],
      ["has no name", { ...fine, client_name: undefined }],
      ["has a name of two lines", { ...fine, client_name: "a\nb" }],
      ["has no redirect", { ...fine, redirect_uris: [] }, redirect],
      ["redirects to another origin", { ...fine, redirect_uris: ["https://evil.example/cb"] }, redirect],
      ["redirects to another port", { ...fine, redirect_uris: ["https://client.example:8443/cb"] }, redirect],
      ["redirects to http", { ...fine, redirect_uris: ["http://client.example/cb"] }, redirect],
      ["redirects to a script", { ...fine, redirect_uris: ["javascript:alert(1)"] }, redirect],
      ["redirects to a script in capitals", { ...fine, redirect_uris: ["JavaScript:/alert(1)"] }, redirect],
      ["redirects to data", { ...fine, redirect_uris: ["data:/text/html,1"] }, redirect],
      ["redirects to a file", { ...fine, redirect_uris: ["file:///etc/passwd"] }, redirect],
      [
        "redirects to other origins alone",
        { ...fine, redirect_uris: ["https://a.example/", "https://b.example/"] },
        redirect
      ],
      ["has keys and nothing else", { ...fine, token_endpoint_auth_method: "private_key_jwt" }],
      ["wants another grant", { ...fine, grant_types: ["client_credentials"] }],
      ["has a page that runs a script", { ...fine, client_uri: "javascript:alert(1)" }]
    ]
    wrong.forEach(([title, document, error = metadata], index) => {
      it.effect(`OWASP API10:2023: a document that ${title} makes no client`, () =>
        Effect.gen(function* () {
          const id = `https://client.example/wrong-${index}.json`
          documents.set(
            id,
            typeof document === "object" &&
              document !== null &&
              !Array.isArray(document) &&
              "client_id" in document &&
              document.client_id === clientId
              ? { ...document, client_id: id }
              : document
          )
          const { pathname, searchParams } = yield* asked(id)
          assert.strictEqual(pathname, "/authorization-error")
          assert.deepInclude(Object.fromEntries(searchParams), { reason: "client_document_not_accepted", error })
          assert.match(searchParams.get("error_description")!, /^The client's metadata document is not accepted: .+\.$/)
        })
      )
    })

    it.effect("RFC 6749 4.1.2.1: a document that cannot be read makes no client, and it is said why", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(Object.fromEntries((yield* asked("https://client.example/none.json")).searchParams), {
          reason: "client_document_not_accepted",
          error: "invalid_client",
          error_description: "The client's metadata document cannot be read: it answers with 404."
        })
      })
    )

    it.effect("RFC 8252 7.1: a document may name a scheme of the program's own", () =>
      Effect.gen(function* () {
        const id = "https://client.example/native.json"
        const uri = "cursor://anysphere.cursor-mcp/oauth/callback"
        documents.set(id, { ...fine, client_id: id, redirect_uris: [uri, ...fine.redirect_uris] })
        const team = yield* newTeam
        assert.strictEqual((yield* asked(id, team.cookie, uri)).pathname, "/consent")
        assert.strictEqual((yield* asked(id, team.cookie, `${uri}2`)).search, "?reason=redirect_not_registered")
      })
    )

    it.effect("RFC 9700 2.1: of a document's redirects those of another origin are left out", () =>
      Effect.gen(function* () {
        const id = "https://client.example/several.json"
        const own = ["https://client.example/cb", "http://127.0.0.1/cb"]
        const others = ["https://client.example:8443/cb", "https://evil.example/cb"]
        documents.set(id, { ...fine, client_id: id, redirect_uris: [...others, ...own] })
        const team = yield* newTeam
        for (const uri of own) assert.strictEqual((yield* asked(id, team.cookie, uri)).pathname, "/consent")
        for (const uri of others) {
          assert.strictEqual((yield* asked(id, team.cookie, uri)).search, "?reason=redirect_not_registered")
        }
      })
    )

    it.effect("RFC 9700 2.1: the redirects are those of the document, and change with it within the hour", () =>
      Effect.gen(function* () {
        const id = "https://client.example/moving.json"
        documents.set(id, { ...fine, client_id: id, redirect_uris: ["https://client.example/one"] })
        const team = yield* newTeam
        const sql = yield* SqlClient.SqlClient
        const older = (by: string) =>
          sql`update agent_operations_identity.oauth_clients set updated_at = now() - ${by}::text::interval where client_id = ${id}`
        const reaches = (path: string) =>
          Effect.map(
            asked(id, team.cookie, `https://client.example/${path}`),
            ({ pathname }) => pathname === "/consent"
          )
        assert.deepStrictEqual([yield* reaches("one"), yield* reaches("two")], [true, false])
        documents.set(id, { ...fine, client_id: id, redirect_uris: ["https://client.example/two"] })
        assert.deepStrictEqual([yield* reaches("one"), yield* reaches("two")], [true, false])
        yield* older("61 minutes")
        assert.deepStrictEqual([yield* reaches("one"), yield* reaches("two")], [false, true])
        // What cannot be read now was good an hour ago, and is not the next day.
        documents.delete(id)
        yield* older("23 hours")
        assert.isTrue(yield* reaches("two"))
        yield* older("25 hours")
        assert.isFalse(yield* reaches("two"))
        documents.set(id, { ...fine, client_id: id, redirect_uris: ["https://client.example/two"] })
        assert.isTrue(yield* reaches("two"))
      })
    )

    it.effect("nothing is read for what is no address of a document", () =>
      Effect.gen(function* () {
        const before = read.size
        for (const id of ["http://client.example/x", "https://client.example/", "https://127.1/x", origin])
          yield* asked(id)
        assert.strictEqual(read.size, before)
      })
    )
  })

  // By then the place has no documents read for some time.
  layer(identityOn(databases[1]!, {}, ClientDocuments.layerWith(fetchJson)), {
    excludeTestServices: true
  })((it) => {
    it.effect("OWASP API4:2023: one place has so many documents read and no more", () =>
      Effect.gen(function* () {
        documents.set(clientId, fine)
        yield* asked(clientId)
        const before = [...read.values()].reduce((sum, one) => sum + one, 0)
        for (let index = 0; index < 60; index++) yield* asked(`https://client.example/flood-${index}`)
        const after = [...read.values()].reduce((sum, one) => sum + one, 0)
        assert.isAtMost(after - before, 30)
        assert.strictEqual(
          (yield* asked("https://client.example/more")).searchParams.get("error"),
          "temporarily_unavailable"
        )
        assert.strictEqual((yield* asked(clientId)).pathname, "/sign-in")
      })
    )
  })
})
