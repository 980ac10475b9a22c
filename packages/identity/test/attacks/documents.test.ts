import type { lookup } from "node:dns"
import { readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo, LookupFunction } from "node:net"
import { join } from "node:path"
import { databases } from "@agent-operations/testing"
import { ClientDocuments } from "@agent-operations/identity"
import { describe, it as live, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, test } from "vitest"
import { isDocumentAddress } from "../../src/oauth/ClientDocuments.ts"
import {
  DocumentRefused,
  fetchPublicJson,
  isPublicAddress,
  makePublicLookup,
  readJson
} from "../../src/oauth/fetch-public-json.ts"
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

const inner = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:a9fe:a9fe",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::7f00:1",
  "100::1",
  "2001::1",
  "2001:2::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fec0::1",
  "ff02::1"
]

describe("OWASP API7:2023: which hosts are read from", () => {
  test.each(inner)("%s is not of the public internet", (address) => assert.isFalse(isPublicAddress(address)))
  test.each(["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])("%s is", (address) =>
    assert.isTrue(isPublicAddress(address))
  )

  live.live.each(inner.filter((address) => !address.startsWith("0.")))("nothing is asked of %s", (address) =>
    Effect.gen(function* () {
      const host = address.includes(":") ? `[${address}]` : address
      const { message } = yield* Effect.flip(fetchPublicJson(`https://${host}/metadata`))
      assert.strictEqual(message, "its host is not on the public internet")
    })
  )

  live.live("nothing is asked of localhost, whatever it is called", () =>
    Effect.gen(function* () {
      for (const host of ["localhost", "localhost.", "LOCALHOST"]) {
        const { message } = yield* Effect.flip(fetchPublicJson(`https://${host}:1/metadata`))
        assert.match(message, /^its host is not on the public internet$|ENOTFOUND/, host)
      }
    })
  )

  const resolvesTo = (addresses: ReadonlyArray<string>) =>
    makePublicLookup(((_hostname: string, _options: object, done: (error: null, all: unknown) => void) => {
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
      )
    }) as unknown as typeof lookup)

  const resolved = (lookup: LookupFunction, all: boolean) =>
    new Promise((resolve) => lookup("x", { all }, (error, address) => resolve(error?.message ?? address)))

  test.each([...inner.map((address) => [address]), ["8.8.8.8", "127.0.0.1"], ["::1", "8.8.8.8"], []])(
    "a name that stands for %s, %s is not connected to",
    async (...addresses) => {
      for (const all of [true, false]) {
        assert.strictEqual(
          await resolved(resolvesTo(addresses.filter((one) => typeof one === "string")), all),
          "its host is not on the public internet"
        )
      }
    }
  )

  test("a name that stands for public addresses is connected to by these, and not looked up again", async () => {
    assert.deepStrictEqual(await resolved(resolvesTo(["8.8.8.8", "2606:4700::1"]), true), [
      { address: "8.8.8.8", family: 4 },
      { address: "2606:4700::1", family: 6 }
    ])
    assert.strictEqual(await resolved(resolvesTo(["8.8.8.8"]), false), "8.8.8.8")
  })
})

// Self-signed, for client.test alone.
const fixture = (name: string) => readFileSync(join(import.meta.dirname, "..", "fixtures", name), "utf8")

describe("OWASP API7:2023, API10:2023: what is read of a document", () => {
  const [key, cert] = [fixture("key.pem"), fixture("certificate.pem")]
  const toHere = ((_hostname, options, done) =>
    options.all === true
      ? done(null, [{ address: "127.0.0.1", family: 4 }])
      : done(null, "127.0.0.1", 4)) as LookupFunction

  const served = (
    answer: (response: ServerResponse, request: IncomingMessage) => void,
    trust: { ca?: string } = { ca: cert }
  ) =>
    Effect.gen(function* () {
      const requests: Array<IncomingMessage> = []
      const server = createServer({ key, cert }, (request, response) => {
        requests.push(request)
        answer(response, request)
      })
      yield* Effect.acquireRelease(
        Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))),
        () =>
          Effect.promise(() => {
            server.closeAllConnections()
            return new Promise<void>((resolve) => void server.close(() => resolve()))
          })
      )
      const { port } = server.address() as AddressInfo
      const outcome = yield* Effect.result(
        readJson(`https://client.test:${port}/metadata`, { lookup: toHere, ...trust })
      )
      return { outcome, requests }
    })

  const refusedAs = (
    title: string,
    said: RegExp,
    answer: (response: ServerResponse) => void,
    trust?: { ca?: string }
  ) =>
    live.live(title, () =>
      Effect.gen(function* () {
        const { outcome, requests } = yield* served(answer, trust)
        assert.strictEqual(outcome._tag, "Failure")
        if (outcome._tag === "Failure") assert.match(outcome.failure.message, said)
        assert.isAtMost(requests.length, 1)
      })
    )

  live.live("JSON is read, without credentials or cookies", () =>
    Effect.gen(function* () {
      const { outcome, requests } = yield* served((response) => response.end('{"client_id":"x"}'))
      assert.deepStrictEqual(outcome._tag === "Success" && outcome.success, { client_id: "x" })
      const { authorization, cookie, referer } = requests[0]!.headers
      assert.deepStrictEqual(
        [requests[0]!.method, authorization, cookie, referer],
        ["GET", undefined, undefined, undefined]
      )
    })
  )
  for (const status of [301, 302, 303, 307, 308]) {
    refusedAs(`a redirect (${status}) is not followed`, new RegExp(`answers with ${status}`), (response) =>
      response.writeHead(status, { location: "https://169.254.169.254/latest/meta-data" }).end()
    )
  }
  refusedAs("an error is none", /answers with 404/, (response) => response.writeHead(404).end("{}"))
  refusedAs("no JSON is none", /it is not JSON/, (response) => response.end("<html>"))
  refusedAs("a megabyte is too much", /larger than/, (response) => response.end(" ".repeat(1_000_000)))
  refusedAs("what has no end is too much", /larger than/, (response) => {
    const timer = setInterval(() => response.write(" ".repeat(1000)), 1)
    response.on("close", () => clearInterval(timer))
  })
  refusedAs("what ends in the middle is none", /aborted|hang up|terminated/, (response) => {
    response.writeHead(200, { "content-length": "100" }).write("{")
    setTimeout(() => response.destroy(), 20)
  })
  refusedAs("what never answers is given up", /in time/, () => {})
  refusedAs("what trickles is given up", /in time/, (response) => {
    const timer = setInterval(() => response.write(" "), 200)
    response.on("close", () => clearInterval(timer))
  })
  refusedAs("a certificate that nobody vouches for is refused", /certificate/, (response) => response.end("{}"), {})
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
        : Effect.fail(new DocumentRefused({ message: "it answers with 404" }))
    })
  return { documents, read, fetchJson }
}

describe("clients that are known by the address of their metadata", () => {
  const { documents, read, fetchJson } = shelf()
  const asked = (id: string, cookie = "", redirect = "http://127.0.0.1:7777/callback") =>
    Effect.map(authorize(authorizationQuery(id, newVerifier(), { redirect_uri: redirect }), cookie), locationOf)

  layer(identityOn(databases[1]!, {}, ClientDocuments.layerWith(fetchJson)), {
    timeout: 60_000,
    excludeTestServices: true
  })((it) => {
    it.effect("A3: one connects like any other", () =>
      Effect.gen(function* () {
        documents.set(clientId, fine)
        const team = yield* newTeam
        const given = yield* connected(team, { clientId })
        assert.isTrue(yield* works(given.accessToken, team.projectId))
        yield* connected(team, { clientId })
        assert.strictEqual(read.get(clientId), 1)
      })
    )

    const wrong: ReadonlyArray<readonly [string, unknown]> = [
      ["is no object", []],
      ["is nothing", null],
      ["has another client_id", { ...fine, client_id: "https://other.example/metadata.json" }],
      ["has no client_id", { ...fine, client_id: undefined }],
      ["shows a secret", { ...fine, client_secret: "x" }],
      ["wants a secret", { ...fine, token_endpoint_auth_method: "client_secret_basic" }],
      ["has no name", { ...fine, client_name: undefined }],
      ["has a name of two lines", { ...fine, client_name: "a\nb" }],
      ["has no redirect", { ...fine, redirect_uris: [] }],
      ["redirects to another origin", { ...fine, redirect_uris: ["https://evil.example/cb"] }],
      ["redirects to another port", { ...fine, redirect_uris: ["https://client.example:8443/cb"] }],
      ["redirects to http", { ...fine, redirect_uris: ["http://client.example/cb"] }],
      ["redirects to a script", { ...fine, redirect_uris: ["javascript:alert(1)"] }],
      ["redirects to a script in capitals", { ...fine, redirect_uris: ["JavaScript:/alert(1)"] }],
      ["redirects to data", { ...fine, redirect_uris: ["data:/text/html,1"] }],
      ["redirects to a file", { ...fine, redirect_uris: ["file:///etc/passwd"] }],
      ["has a scheme of its own on the web", { ...fine, redirect_uris: ["cursor://x/cb"], application_type: "web" }],
      ["wants another grant", { ...fine, grant_types: ["client_credentials"] }],
      ["has a page that runs a script", { ...fine, client_uri: "javascript:alert(1)" }]
    ]
    wrong.forEach(([title, document], index) => {
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
          assert.strictEqual((yield* asked(id)).search, "?reason=unknown_client")
        })
      )
    })

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

    it.effect("OWASP API4:2023: one place has so many documents read and no more", () =>
      Effect.gen(function* () {
        const before = [...read.values()].reduce((sum, one) => sum + one, 0)
        for (let index = 0; index < 60; index++) yield* asked(`https://client.example/flood-${index}`)
        const after = [...read.values()].reduce((sum, one) => sum + one, 0)
        assert.isAtMost(after - before, 30)
        assert.strictEqual((yield* asked(clientId)).pathname, "/sign-in")
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
})
