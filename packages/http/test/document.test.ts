import { gunzipSync } from "node:zlib"
import { CredentialVerifier, OfferedScopes, RateLimit, UsageBudget } from "@agent-operations/auth"
import { family, operation } from "@agent-operations/contract"
import { AgentHttp, type OpenApiSettings, webAnswer } from "@agent-operations/http"
import { implement, Invoker } from "@agent-operations/operations"
import { Effect, Layer, References, Schema } from "effect"
import { assert, describe, it } from "vitest"

const system = family("system", {
  title: "System",
  scopes: {},
  operations: {
    ping: operation({
      id: "ping",
      summary: "Answer",
      description: "Answers.",
      scopes: [],
      effect: "read",
      input: Schema.Struct({}),
      result: Schema.Struct({}),
      errors: [],
      example: { input: {}, result: {} }
    })
  }
})

/** What a host with these settings answers for its document, mounted at a path. */
const host = async (openApi: OpenApiSettings = {}) => {
  const quiet = Layer.succeed(References.MinimumLogLevel, "Warn")
  const services = await Layer.build(Layer.merge(AgentHttp.layer({ openApi }), quiet)).pipe(
    Effect.provide(
      Layer.mergeAll(
        Layer.provide(Invoker.layer([system]), implement(system, Effect.succeed({ ping: () => Effect.succeed({}) }))),
        Layer.succeed(CredentialVerifier, { verify: () => Effect.never }),
        Layer.succeed(OfferedScopes, system.scopes),
        RateLimit.unlimited,
        UsageBudget.unlimited
      )
    ),
    Effect.scoped,
    Effect.runPromise
  )
  const answer = webAnswer(services)
  return async (headers: Readonly<Record<string, string>> = {}, mount = "", method = "GET") => {
    const answered = await answer(new Request(`http://test${mount}/openapi.json`, { method, headers }), mount)
    return { ...answered, etag: answered.headers["etag"] ?? "", bytes: Buffer.from(answered.body ?? "") }
  }
}

describe("C2: GET /openapi.json", () => {
  it("has a strong ETag of its text, which every process of a host gives", async () => {
    const [one, other] = [await host(), await host()]
    const answer = await one()
    assert.deepStrictEqual(
      [answer.status, answer.headers["content-type"], answer.headers["cache-control"], answer.headers["vary"]],
      [200, "application/json", "no-cache", "accept-encoding"]
    )
    assert.match(answer.etag, /^"[\w-]{22}"$/)
    assert.strictEqual((await one()).etag, answer.etag)
    assert.strictEqual((await other()).etag, answer.etag)
  })

  it("has another ETag once the document differs: by its info, its transform or where it is mounted", async () => {
    const get = await host()
    const etags = [
      await get(),
      await get({}, "/ops"),
      await get({}, "/other"),
      await (await host({ info: { title: "Ours", version: "2" } }))(),
      await (await host({ transform: (document) => ({ ...document, "x-ours": true }) }))()
    ].map(({ etag }) => etag)
    assert.strictEqual(new Set(etags).size, etags.length)
  })

  it("is not sent again to a caller that has it, in whatever form the caller names it", async () => {
    const get = await host()
    const { etag } = await get()
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} , "third"`, "*"]) {
      for (const method of ["GET", "HEAD"]) {
        const { status, body, headers } = await get({ "if-none-match": known }, "", method)
        assert.deepStrictEqual([status, body, headers["etag"], headers["content-length"]], [304, null, etag, undefined])
      }
    }
    for (const unknown of ['"other"', etag.slice(1, -1), `${etag.slice(0, -1)}x"`]) {
      assert.strictEqual((await get({ "if-none-match": unknown })).status, 200)
    }
    const { etag: elsewhere } = await get({}, "/ops")
    assert.strictEqual((await get({ "if-none-match": elsewhere })).status, 200)
  })

  it("answers HEAD as GET, without the document", async () => {
    const get = await host()
    const { bytes, headers } = await get()
    const head = await get({}, "", "HEAD")
    assert.deepStrictEqual([head.status, head.body, head.etag], [200, null, headers["etag"]])
    assert.strictEqual(head.headers["content-length"], String(bytes.length))
  })

  it("is compressed as the caller accepts it, under an ETag of that form", async () => {
    const get = await host()
    const plain = await get()
    const compressed = await get({ "accept-encoding": "gzip" })
    assert.strictEqual(compressed.headers["content-encoding"], "gzip")
    assert.isTrue(gunzipSync(compressed.bytes).equals(plain.bytes))
    assert.notStrictEqual(compressed.etag, plain.etag)
    assert.strictEqual((await get({ "accept-encoding": "gzip", "if-none-match": compressed.etag })).status, 304)
    assert.strictEqual((await get({ "accept-encoding": "gzip", "if-none-match": plain.etag })).status, 200)
  })

  it("names each of many mounts, though not all documents are kept", async () => {
    const get = await host()
    const mounts = Array.from({ length: 100 }, (_, index) => `/tenant-${index}`)
    const first = await Promise.all(mounts.map((mount) => get({}, mount)))
    for (const [index, mount] of mounts.entries()) {
      const { bytes, etag } = await get({}, mount)
      assert.deepStrictEqual((JSON.parse(String(bytes)) as { servers: unknown }).servers, [{ url: mount }])
      assert.strictEqual(etag, first[index]!.etag)
    }
  })
})
