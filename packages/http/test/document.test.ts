import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { CredentialVerifier, OfferedScopes, RateLimit, UsageBudget } from "@agent-operations/auth"
import { family, operation } from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
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

const pong = (id: string, result: Schema.Codec<unknown>) =>
  operation({ ...system.operations.ping, id, result, example: { input: {}, result: { pong: true } } })

/** A family of which no document can be made: two schemas have one identifier. */
const faulty = family("faulty", {
  title: "Faulty",
  scopes: {},
  operations: {
    one: pong("one", Schema.Struct({ pong: Schema.Boolean }).annotate({ identifier: "Pong" })),
    other: pong("other", Schema.Struct({ pong: Schema.Unknown }).annotate({ identifier: "Pong" }))
  }
})
const answering = () => Effect.succeed({})

/** Starts a host with these settings, and returns what answers its requests. */
const start = async (openApi: OpenApiSettings, more: ReadonlyArray<typeof faulty> = []) => {
  const quiet = Layer.succeed(References.MinimumLogLevel, "Fatal")
  const services = await Layer.build(Layer.merge(AgentHttp.layer({ openApi }), quiet)).pipe(
    Effect.provide(
      Layer.mergeAll(
        Layer.provide(
          Invoker.layer([system, ...more]),
          Layer.merge(
            implement(system, Effect.succeed({ ping: answering })),
            implement(faulty, Effect.succeed({ one: answering, other: answering }))
          )
        ),
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
  return async (path: string, mount = "", init: RequestInit = {}) => {
    const answered = await answer(new Request(`http://test${mount}${path}`, init), mount)
    return {
      ...answered,
      etag: answered.headers["etag"] ?? "",
      bytes: Buffer.from(await new Response(answered.body).arrayBuffer())
    }
  }
}

/** What a host with these settings answers for its document, mounted at a path. */
const host = async (openApi: OpenApiSettings = {}) => {
  const get = await start(openApi)
  return (headers: Readonly<Record<string, string>> = {}, mount = "", method = "GET") =>
    get("/openapi.json", mount, { method, headers })
}

/** Settings that count how often a document is made of them. */
const counting = (more: OpenApiSettings = {}) => {
  let times = 0
  const openApi: OpenApiSettings = {
    ...more,
    get info() {
      times += 1
      return { title: "Counted" }
    }
  }
  return { openApi, times: () => times }
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

  it("K3: is compressed for a few mounts alone, and put together of compressed parts for those that anybody makes up", async () => {
    const get = await host()
    const all = { "accept-encoding": "gzip, br" }
    const took: Array<string | undefined> = []
    for (let n = 0; n < 40; n++) {
      const mount = `/tenant-${n}-${"x".repeat(n * 10)}`
      const answer = await get(all, mount)
      const encoding = answer.headers["content-encoding"]
      took.push(encoding)
      const plain = await get({}, mount)
      const unpacked = encoding === "br" ? brotliDecompressSync(answer.bytes) : gunzipSync(answer.bytes)
      assert.isTrue(unpacked.equals(plain.bytes), mount)
      assert.strictEqual(answer.etag, `${plain.etag.slice(0, -1)}-${encoding}"`)
      // Which form a process has is its own affair; that of gzip is one of all processes.
      const zipped = await get({ "accept-encoding": "gzip" }, mount)
      assert.isTrue(zipped.bytes.equals((await get({ "accept-encoding": "gzip" }, mount)).bytes))
      assert.isTrue(gunzipSync(zipped.bytes).equals(plain.bytes))
      assert.isBelow(zipped.bytes.length, plain.bytes.length / 2 + mount.length + 100)
      assert.strictEqual((await get({ ...all, "if-none-match": answer.etag }, mount)).status, 304)
      const only = await get({ "accept-encoding": "br" }, mount)
      assert.strictEqual(only.headers["content-encoding"], encoding === "br" ? "br" : undefined)
      const head = await get(all, mount, "HEAD")
      assert.deepStrictEqual(
        [head.body, head.etag, head.headers["content-length"]],
        [null, answer.etag, String(answer.bytes.length)]
      )
    }
    assert.deepStrictEqual(took, [...Array(8).fill("br"), ...Array(32).fill("gzip")])
  })

  it("is one at all mounts where it names other servers, or none", async () => {
    for (const openApi of [
      { servers: [{ url: "https://ops.example.com" }] },
      { transform: ({ servers: _, ...document }: object & { servers?: unknown }) => document }
    ]) {
      const get = await host(openApi)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => get({ "accept-encoding": "br" }, `/tenant-${n}`))
      )
      assert.strictEqual(new Set(answers.map(({ etag }) => etag)).size, 1)
      for (const { headers } of answers) assert.strictEqual(headers["content-encoding"], "br")
    }
  })

  it("is whole where a transform names the server in several places", async () => {
    const get = await host({ transform: (document) => ({ ...document, "x-again": document.servers }) })
    for (let n = 0; n < 10; n++) {
      const { bytes } = await get({ "accept-encoding": "gzip" }, `/tenant-${n}`)
      const document = JSON.parse(String(gunzipSync(bytes))) as Record<string, unknown>
      assert.deepStrictEqual(
        [document["servers"], document["x-again"]],
        [[{ url: `/tenant-${n}` }], [{ url: `/tenant-${n}` }]]
      )
    }
  })
})

describe("the document is made when it is needed", () => {
  it("C2: is, byte for byte, that of the families", async () => {
    const get = await host()
    for (const mount of ["", "/ops"]) {
      const { bytes } = await get({}, mount)
      const expected = openApiDocument([system], { serverUrl: mount || "/", credentials: {} })
      assert.strictEqual(String(bytes), JSON.stringify(expected))
    }
  })

  it("not at the start, and once for all of many first requests", async () => {
    const { openApi, times } = counting()
    const get = await host(openApi)
    assert.strictEqual(times(), 0)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => get({}, n % 2 === 0 ? "" : "/ops")))
    assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.strictEqual(times(), 1)
  })

  it("by the first probe of readiness, and not again by later ones or by requests", async () => {
    const { openApi, times } = counting()
    const get = await start(openApi)
    for (let n = 0; n < 3; n++) assert.strictEqual((await get("/readyz")).status, 200)
    assert.strictEqual((await get("/openapi.json")).status, 200)
    assert.strictEqual(times(), 1)
  })

  it("at the start where there is a transform, whose fault refuses that", async () => {
    const { openApi, times } = counting({ transform: (document) => document })
    const get = await host(openApi)
    assert.strictEqual(times(), 1)
    await get()
    assert.strictEqual(times(), 1)
    const refused = await host({ transform: () => "no document" as never }).catch((error: unknown) => String(error))
    assert.include(refused, "openApi.transform must return the document")
  })

  it("C2: that it cannot be made is told by readiness, with its reason, while operations are answered", async () => {
    const { openApi, times } = counting()
    const get = await start(openApi, [faulty])
    for (let n = 0; n < 3; n++) {
      const { status, headers, bytes } = await get("/readyz")
      assert.deepStrictEqual([status, headers["retry-after"]], [503, "60"])
      const { error } = JSON.parse(String(bytes)) as { error: { code: string; message: string } }
      assert.strictEqual(error.code, "UNAVAILABLE")
      assert.include(
        error.message,
        "The OpenAPI document cannot be made: Two different schemas have the identifier Pong"
      )
    }
    assert.strictEqual((await get("/healthz")).status, 200)
    assert.strictEqual((await get("/openapi.json")).status, 500)
    assert.strictEqual((await get("/api/agent/ping", "", { method: "POST" })).status, 401)
    assert.strictEqual(times(), 1)
  })
})
