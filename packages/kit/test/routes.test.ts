import { once } from "node:events"
import { request as nodeRequest } from "node:http"
import { buffer, text } from "node:stream/consumers"
import { brotliCompressSync, constants, createBrotliCompress, deflateSync, gzipSync } from "node:zlib"
import { ValidationError } from "@agent-operations/error-envelope"
import {
  bytesBody,
  createAgentOperations,
  type CallAs,
  family,
  type HostPrincipal,
  implement,
  jsonBody,
  parsedBody,
  type Route,
  route
} from "@agent-operations/kit"
import { operation } from "@agent-operations/contract"
import { route as effectRoute } from "@agent-operations/operations"
import { views } from "@agent-operations/views"
import { memoryWith } from "@agent-operations/testing/kit"
import { Effect, Schema } from "effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { listen } from "./server.ts"

const KiB = 1024
const MiB = 1024 * KiB

const ping = operation({
  id: "ping",
  summary: "Answer",
  description: "Answers.",
  scopes: [],
  effect: "read",
  input: Schema.Struct({}),
  result: Schema.Struct({ pong: Schema.Boolean }),
  errors: [],
  example: { input: {}, result: { pong: true } }
})

const protobuf = "application/x-protobuf"
let ran = 0

const ofFiles = family("files", [implement(ping, () => ({ pong: true }))], {
  scopes: { "files:read": "Read files.", "files:write": "Write files." },
  routes: [
    route("POST", "/v1/traces", {
      summary: "Take spans",
      scopes: ["files:write"],
      body: bytesBody({ contentTypes: [protobuf, "application/json"], encodings: ["gzip", "deflate", "br"] }),
      limits: { bodyBytes: 64 * KiB, decodedBytes: MiB },
      run: ({ body }) => {
        ran++
        return body.slice(0, 8)
      },
      answer: (bytes, contentType) => ({ contentType: contentType ?? "", body: bytes }),
      openapi: { tags: ["OTLP"], responses: { 200: { description: "Taken." } } }
    })
  ]
})

const own: ReadonlyArray<Route> = [
  route("GET", "/v1/files/{name}", {
    summary: "Read a file",
    scopes: ["files:read"],
    run: async ({ parameters }, { actor }) => ({ name: parameters.name, who: actor.id }),
    answer: ({ name, who }) => ({
      contentType: "text/plain; charset=utf-8",
      headers: { etag: '"1"' },
      body: `${name} ${who}`
    })
  }),
  route("GET", "/v1/files/new", {
    summary: "Literal segments come first",
    scopes: [],
    run: ({ query }) => ({ page: query.get("page") })
  }),
  route("PUT", "/v1/files/{name}/versions/{version}", {
    summary: "Set a version",
    scopes: [],
    parameters: { version: Schema.FiniteFromString },
    body: jsonBody(Schema.Struct({ title: Schema.String })),
    run: ({ parameters: { name, version }, body }) => ({ name, next: version + 1, ...body })
  }),
  route("DELETE", "/v1/files/{name}", {
    summary: "Delete a file",
    scopes: [],
    answer: () => ({ status: 204, body: "" }),
    run: () => undefined
  }),
  route("POST", "/v1/parsed", {
    summary: "Parse",
    scopes: [],
    body: parsedBody({
      contentTypes: ["text/*"],
      parse: (bytes) => {
        const sent = new TextDecoder().decode(bytes)
        if (sent === "refused") {
          throw new ValidationError({ message: "Refused by the host.", details: { issues: [] } })
        }
        return JSON.parse(sent) as { n: number }
      }
    }),
    run: ({ body }) => body.n
  }),
  route("POST", "/v1/people", { summary: "For people", scopes: [], callers: "people", run: () => "hello" }),
  route("GET", "/v1/bad/{how}", {
    summary: "Goes wrong",
    scopes: [],
    limits: { deadlineMillis: 500 },
    answer: (answer: { status?: number; headers?: Record<string, string>; body: string }) => answer,
    run: ({ parameters: { how } }) => {
      switch (how) {
        case "throws":
          throw new Error("secret: the disk is at 10.0.0.7")
        case "hangs":
          return new Promise<never>(() => {})
        case "large":
          return { body: "x".repeat(8 * MiB + 1) }
        case "status":
          return { status: 500, body: "" }
        case "header":
          return { headers: { "x-a": "b\r\nx-c: d" }, body: "" }
        case "control character":
          return { headers: { "content-disposition": 'attachment; filename="a\u0001"' }, body: "" }
        case "length":
          return { headers: { "content-length": "1" }, body: "" }
        default:
          return { body: "x".repeat(8 * MiB) }
      }
    }
  })
]

let held = Promise.withResolvers<string>()

/** One that tells failures in a form of its own. */
const ownForm = route("POST", "/v1/own-form", {
  summary: "Fail in a form of its own",
  scopes: ["files:write"],
  body: bytesBody({ contentTypes: ["text/plain", "text/broken"], encodings: ["gzip"] }),
  limits: { bodyBytes: KiB, decodedBytes: 16 * KiB, bytesInFlight: 4 * KiB },
  answer: (text: string) => ({ contentType: "text/plain", body: text }),
  failure: ({ _tag }, contentType) => ({
    status: contentType === "text/broken" ? 200 : 418,
    contentType: "text/plain",
    headers: { "retry-after": "7" },
    body: `${_tag} ${contentType}`
  }),
  run: async ({ body }) => {
    if (body[0] === 0) return held.promise
    throw new ValidationError({ message: "Refused by the host.", details: { issues: [] } })
  }
})

/** One that takes a service which the layer of its family provides. */
const sqlRoute = effectRoute("GET", "/v1/one", {
  summary: "Ask the database",
  scopes: [],
  run: () =>
    SqlClient.SqlClient.use((sql) => sql<{ one: number }>`select 1 as one`).pipe(
      Effect.map(([row]) => row?.one),
      Effect.orDie
    )
})

const actors: Record<string, CallAs> = {
  user: { actor: { type: "user", id: "usr_1", name: "Ada" }, organizationId: "o", projectId: "p" },
  key: { actor: { type: "api_key", id: "key_1", name: "CI" }, organizationId: "o", projectId: "p" }
}

const start = async () =>
  createAgentOperations({
    families: [views(), ofFiles],
    routes: [...own, ownForm],
    database: await memoryWith([views(), ofFiles]),
    logLevel: "None",
    maxBodyBytes: 64 * KiB,
    verify: ({ credential }) => {
      const [who = "", ...scopes] = credential.split(".")
      const found = actors[who]
      return found === undefined ? null : { ...found, scopes: scopes.map((scope) => `files:${scope}`) }
    }
  })

type Sent = {
  readonly body?: Uint8Array | string
  readonly headers?: Record<string, string>
  readonly as?: string | null
}
interface Got {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly code: string | undefined
}

const codeOf = (got: string) => /^\{"error":\{"code":"([A-Z_]+)"/.exec(got)?.[1]

let kit: Awaited<ReturnType<typeof start>>
let server: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  kit = await start()
  server = await listen(kit)
})
afterAll(async () => {
  await server.close()
  await kit.close()
})

const headersOf = ({ as = "user.read.write", headers = {} }: Sent) => ({
  ...(as === null ? {} : { authorization: `Bearer ${as}` }),
  "x-project-id": "p",
  ...headers
})

/** The ways in which a request reaches the kit. */
const ways: Record<string, (method: string, path: string, sent: Sent) => Promise<Got>> = {
  "Request and Response": async (method, path, sent) => {
    const body = sent.body === undefined ? {} : { body: sent.body as BodyInit }
    const answer = await kit.fetch(new Request(`http://test${path}`, { method, headers: headersOf(sent), ...body }))
    const got = await answer.text()
    return { status: answer.status, headers: answer.headers, text: got, code: codeOf(got) }
  },
  "node:http with a length": (method, path, sent) => overNode(method, path, sent, false),
  "node:http in chunks": (method, path, sent) => overNode(method, path, sent, true)
}

const overNode = (method: string, path: string, sent: Sent, isChunked: boolean) =>
  new Promise<Got>((resolve, reject) => {
    const body = Buffer.from(sent.body ?? "")
    const length = isChunked || sent.body === undefined ? {} : { "content-length": String(body.length) }
    const asked = nodeRequest(
      { port: server.port, host: "127.0.0.1", method, path, headers: { ...headersOf(sent), ...length } },
      (answer) => {
        text(answer).then((got) => {
          const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
          resolve({ status: answer.statusCode ?? 0, headers, text: got, code: codeOf(got) })
        }, reject)
      }
    )
    asked.on("error", reject)
    if (sent.body === undefined) return void asked.end()
    for (let at = 0; at < body.length; at += 10_000) asked.write(body.subarray(at, at + 10_000))
    asked.end()
  })

/** A gigabyte of zeros, in less than a kilobyte. */
const gigabyte = async () => {
  const brotli = createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 }
  })
  const zeros = Buffer.alloc(4 * MiB)
  const all = buffer(brotli)
  for (let i = 0; i < 256; i++) if (!brotli.write(zeros)) await once(brotli, "drain")
  brotli.end()
  return all
}

describe.each(Object.entries(ways))("a route that is no operation, over %s", (_, ask) => {
  const spans = Buffer.from([0, 255, 1, 2, 3, 4, 5, 6, 7, 8])
  const send = (body: Uint8Array | string, headers: Record<string, string> = {}, as?: string | null) =>
    ask("POST", "/v1/traces", {
      body,
      headers: { "content-type": protobuf, ...headers },
      ...(as === undefined ? {} : { as })
    })

  it.each([
    ["as it is", undefined, spans],
    ["by gzip", "gzip", gzipSync(spans)],
    ["by gzip in two members", "GZIP", Buffer.concat([gzipSync(spans.subarray(0, 4)), gzipSync(spans.subarray(4))])],
    ["by deflate", "deflate", deflateSync(spans)],
    ["by Brotli", "br", brotliCompressSync(spans)]
  ])("takes bytes compressed %s, and answers by its own codec", async (_, encoding, body) => {
    const got = await send(body, encoding === undefined ? {} : { "content-encoding": encoding })
    assert.strictEqual(got.status, 200)
    assert.strictEqual(got.headers.get("content-type"), protobuf)
    assert.strictEqual(got.headers.get("cache-control"), "no-store")
    assert.match(got.headers.get("x-request-id") ?? "", /^req_/)
    assert.strictEqual(got.text, spans.subarray(0, 8).toString())
  })

  it("E3: refuses what it does not take, in the envelope, and runs nothing", async () => {
    const before = ran
    const gzip = { "content-encoding": "gzip" }
    const tooMuch = Buffer.alloc(MiB + 1)
    const trailed = (compress: typeof gzipSync) => Buffer.concat([compress(spans), Buffer.from("more")])
    const expected: ReadonlyArray<readonly [string, Promise<Got>, number, string]> = [
      ["another type", send(spans, { "content-type": "text/plain" }), 400, "VALIDATION_ERROR"],
      ["another charset", send(spans, { "content-type": "application/json; charset=latin1" }), 400, "VALIDATION_ERROR"],
      ["no gzip", send(spans, gzip), 400, "VALIDATION_ERROR"],
      ["gzip cut off", send(gzipSync(Buffer.alloc(5000, "ab")).subarray(0, -12), gzip), 400, "VALIDATION_ERROR"],
      ["more than Brotli", send(trailed(brotliCompressSync), { "content-encoding": "br" }), 400, "VALIDATION_ERROR"],
      ["more than deflate", send(trailed(deflateSync), { "content-encoding": "deflate" }), 400, "VALIDATION_ERROR"],
      ["more than gzip", send(trailed(gzipSync), gzip), 400, "VALIDATION_ERROR"],
      ["another encoding", send(spans, { "content-encoding": "zstd" }), 400, "VALIDATION_ERROR"],
      ["two encodings", send(spans, { "content-encoding": "gzip, gzip" }), 400, "VALIDATION_ERROR"],
      ["too much sent", send(Buffer.alloc(64 * KiB + 1)), 413, "PAYLOAD_TOO_LARGE"],
      ["too much by gzip", send(gzipSync(tooMuch), gzip), 413, "PAYLOAD_TOO_LARGE"],
      ["too much by deflate", send(deflateSync(tooMuch), { "content-encoding": "deflate" }), 413, "PAYLOAD_TOO_LARGE"],
      ["too much by Brotli", send(brotliCompressSync(tooMuch), { "content-encoding": "br" }), 413, "PAYLOAD_TOO_LARGE"]
    ]
    for (const [what, asked, status, code] of expected) {
      const got = await asked
      assert.deepStrictEqual([got.status, got.code], [status, code], `${what}: ${got.text}`)
    }
    assert.strictEqual((await send(gzipSync(tooMuch.subarray(1)), gzip)).status, 200)
    assert.strictEqual(ran, before + 1)
  })

  it("A1, A2: keeps the wire's order of checks", async () => {
    const bad = { "content-type": "text/plain" }
    const gets = async (sent: Promise<Got>) => {
      const { status, code } = await sent
      return [status, code]
    }
    assert.deepStrictEqual(await gets(send("x", bad, null)), [401, "UNAUTHENTICATED"])
    assert.deepStrictEqual(await gets(send("x", { ...bad, "x-project-id": "" }, "user")), [400, "VALIDATION_ERROR"])
    assert.deepStrictEqual(await gets(send("x", { ...bad, "x-project-id": "q" })), [403, "PROJECT_ACCESS_DENIED"])
    assert.deepStrictEqual(await gets(send("x", bad, "user.read")), [403, "MISSING_SCOPE"])
    assert.deepStrictEqual(await gets(send(Buffer.alloc(64 * KiB + 1), bad)), [400, "VALIDATION_ERROR"])
    assert.deepStrictEqual(await gets(ask("POST", "/v1/people", { as: "key" })), [403, "HUMAN_REQUIRED"])
    assert.deepStrictEqual(await gets(ask("POST", "/v1/people", { as: "user" })), [200, undefined])
    assert.deepStrictEqual(await gets(ask("GET", "/v1/traces", { as: null })), [404, "NOT_FOUND"])
  })

  it("takes parameters from its path, decoded and checked", async () => {
    const got = await ask("GET", "/v1/files/a%20b%C3%A9", {})
    assert.deepStrictEqual([got.status, got.text, got.headers.get("etag")], [200, "a bé usr_1", '"1"'])
    assert.strictEqual((await ask("GET", "/v1/files/new?page=2", {})).text, '{"data":{"page":"2"}}')
    for (const name of ["a%2Fb", "a%00b", "a".repeat(201), "%0d%0a", "..%5C"]) {
      const refused = await ask("GET", `/v1/files/${name}`, {})
      assert.deepStrictEqual([refused.status, refused.code], [400, "VALIDATION_ERROR"], name)
      assert.include(refused.text, '"path":"/path/name"')
    }
    for (const path of ["/v1/files/%ff", "/v1/files/", "/v1/files/a/b", "/v1/files"]) {
      assert.deepStrictEqual((await ask("GET", path, {})).code, "NOT_FOUND", path)
    }
    const put = (version: string, body: string) =>
      ask("PUT", `/v1/files/a/versions/${version}`, { body, headers: { "content-type": "application/json" } })
    assert.strictEqual((await put("2", '{"title":"T"}')).text, '{"data":{"name":"a","next":3,"title":"T"}}')
    assert.strictEqual((await put("two", '{"title":"T"}')).status, 400)
    assert.include((await put("2", '{"title":9007199254740993}')).text, '"path":"/title"')
    assert.include((await put("2", '{"title":"T","x":1}')).text, '"path":"/x"')
  })

  it("answers HEAD as GET, and 204 without a body, and keeps the connection's framing", async () => {
    const head = await ask("HEAD", "/v1/files/a", {})
    assert.deepStrictEqual([head.status, head.text, head.headers.get("content-length")], [200, "", "7"])
    const gone = await ask("DELETE", "/v1/files/a", {})
    assert.deepStrictEqual([gone.status, gone.text, gone.headers.get("content-length")], [204, "", null])
  })

  it("E1, E3: a body that its codec throws at is a 400", async () => {
    const parse = (body: string) => ask("POST", "/v1/parsed", { body, headers: { "content-type": "text/csv" } })
    assert.strictEqual((await parse('{"n":1}')).text, '{"data":1}')
    const got = await parse("{")
    assert.deepStrictEqual([got.status, got.code], [400, "VALIDATION_ERROR"])
    assert.include((await parse("refused")).text, "Refused by the host.")
  })

  it("E1: a handler that throws, hangs, or answers what cannot be sent is answered in the envelope", async () => {
    for (const how of ["throws", "large", "status", "header", "control%20character", "length"]) {
      const got = await ask("GET", `/v1/bad/${how}`, {})
      assert.deepStrictEqual([got.status, got.code], [500, "INTERNAL_ERROR"], how)
      assert.notMatch(got.text, /secret|10\.0/)
      assert.isNull(got.headers.get("x-c"))
    }
    const late = await ask("GET", "/v1/bad/hangs", {})
    assert.deepStrictEqual([late.status, late.code], [504, "TIMEOUT"])
    assert.include(late.text, "Nothing was changed")
    assert.strictEqual((await ask("GET", "/v1/bad/none", {})).text.length, 8 * MiB)
  })
})

describe("a compressed body", () => {
  it("E3: that would become a gigabyte is 413 at its bound, while others are answered", async () => {
    const body = await gigabyte()
    assert.isBelow(body.length, KiB)
    const headers = { "content-type": protobuf, "content-encoding": "br" }
    const ask = ways["node:http in chunks"]!
    const before = process.memoryUsage.rss()
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => ask("POST", "/v1/traces", { body, headers })),
      ask("GET", "/healthz", {})
    ])
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [...Array<number>(20).fill(413), 200]
    )
    // Whole, one of them alone takes a gigabyte.
    assert.isBelow(process.memoryUsage.rss() - before, 500 * MiB)
  })
})

describe("routes", () => {
  const bare = { summary: "x", scopes: [], run: () => "x" }

  it("share limits, metrics and the layer of their family, by their path as it was declared", async () => {
    const stored = { ...views(), routes: [sqlRoute] }
    const kit = await createAgentOperations({
      families: [stored],
      routes: [route("GET", "/a", bare), route("GET", "/a/{b}", bare)],
      database: await memoryWith([stored]),
      logLevel: "None",
      requestsPerMinute: 3,
      verify: () => ({ ...actors["user"]!, scopes: [] })
    })
    const get = async (path: string) => {
      const answer = await kit.fetch(new Request(`http://test${path}`, { headers: headersOf({}) }))
      return [answer.status, await answer.text()] as const
    }
    assert.deepStrictEqual(await get("/v1/one"), [200, '{"data":1}'])
    assert.strictEqual((await get("/a"))[0], 200)
    assert.strictEqual((await get("/a/secret"))[0], 200)
    assert.strictEqual((await get("/a"))[0], 429)
    const metrics = await kit.run(PrometheusMetrics.format())
    assert.include(metrics, 'route="/a/{b}"')
    assert.notInclude(metrics, "secret")
    await kit.close()
  })

  it.each([
    ["GET", "a"],
    ["GET", "/"],
    ["GET", "/a/"],
    ["GET", "/a//b"],
    ["GET", "/a/../b"],
    ["GET", "/a/{b}c"],
    ["GET", "/a/{b}/{b}"],
    ["GET", "/a?b"],
    ["GET", "/a/(.*)"],
    ["GET", "/a/:b"],
    ["GET", "/a/*"],
    ["GET", "/api/agent/x"]
  ] as const)("are refused where no request could have their path, or it is taken: %s %s", (method, path) => {
    assert.throws(() => route(method, path, bare), /is declared wrongly/)
  })

  it("takes text in parameters that objects have members by the name of", async () => {
    await using kit = await createAgentOperations({
      families: [ofFiles],
      database: await memoryWith([ofFiles]),
      verify: () => ({ ...actors["user"]!, scopes: [] }) as HostPrincipal,
      routes: [route("GET", "/v1/{constructor}/{toString}", { ...bare, run: ({ parameters }) => parameters })]
    })
    const headers = { authorization: "Bearer x", "x-project-id": "p" }
    const answer = await kit.fetch(new Request("http://test/v1/a/b", { headers }))
    assert.deepStrictEqual(await answer.json(), { data: { constructor: "a", toString: "b" } })
  })

  it("are refused with limits, types or an id that are none", () => {
    const body = bytesBody({ contentTypes: ["Text/plain; charset=utf-8"] })
    assert.throws(() => route("POST", "/a", { ...bare, body }), /is not a media type/)
    assert.throws(
      () => route("GET", "/a", { ...bare, body: bytesBody({ contentTypes: ["*/*"] }) }),
      /a GET must not have a body/
    )
    assert.throws(() => route("POST", "/a", { ...bare, limits: { bodyBytes: 0 } }), /limits.bodyBytes/)
    assert.throws(() => route("POST", "/a", { ...bare, id: "A" }), /its id/)
  })

  it("C2: are in the OpenAPI document where they say so, with what the server adds", async () => {
    const document = (await (await kit.fetch(new Request("http://test/openapi.json"))).json()) as {
      paths: Record<string, Record<string, Record<string, unknown>>>
    }
    const listed = document.paths["/v1/traces"]?.["post"]
    assert.containsSubset(listed, {
      operationId: "post_v1_traces",
      summary: "Take spans",
      tags: ["OTLP"],
      security: [{ bearer: ["files:write"] }],
      "x-agent-limits": { bodyBytes: 64 * KiB, decodedBytes: MiB }
    })
    assert.includeMembers(Object.keys(listed?.["responses"] as object), [
      "200",
      "400",
      "401",
      "403",
      "413",
      "500",
      "504"
    ])
    assert.isUndefined(document.paths["/v1/files/{name}"])
  })
})

describe("a route that tells failures in a form of its own", () => {
  const ask = async (body: Uint8Array, headers: Record<string, string> = {}, as?: string | null) => {
    const sent = { body, headers: { "content-type": "text/plain", ...headers }, ...(as === undefined ? {} : { as }) }
    return ways["Request and Response"]!("POST", "/v1/own-form", sent)
  }
  const zeros = (length: number) => new Uint8Array(length)

  it("tells so what fails before it is run, too, with the headers that every answer has", async () => {
    const expected: ReadonlyArray<readonly [string, Got]> = [
      ["UNAUTHENTICATED text/plain", await ask(Buffer.from("x"), {}, null)],
      ["MISSING_SCOPE text/plain", await ask(Buffer.from("x"), {}, "user.read")],
      ["VALIDATION_ERROR image/png", await ask(Buffer.from("x"), { "content-type": "image/PNG; a=b" })],
      ["PAYLOAD_TOO_LARGE text/plain", await ask(zeros(KiB + 1))],
      ["VALIDATION_ERROR text/plain", await ask(Buffer.from("x"))]
    ]
    for (const [told, got] of expected) {
      assert.deepStrictEqual([got.status, got.text, got.headers.get("retry-after")], [418, told, "7"])
      assert.match(got.headers.get("x-request-id") ?? "", /^req_/)
    }
    assert.include(expected[0]![1].headers.get("www-authenticate") ?? "", "Bearer")
  })

  it("is answered in the envelope where its own form cannot be sent", async () => {
    const got = await ask(Buffer.from("x"), { "content-type": "text/broken" })
    assert.deepStrictEqual([got.status, got.code], [400, "VALIDATION_ERROR"])
  })

  it("E3, T23, K3: one organization holds no more bytes at once than its share, and gives back what it held", async () => {
    const gzip = { "content-encoding": "gzip" }
    assert.strictEqual((await ask(gzipSync(zeros(4 * KiB)), gzip)).text, "UNAVAILABLE text/plain")
    const all = Array.from({ length: 3 }, () => ask(zeros(KiB)))
    await waitUntil("all to be held", async () => (await ask(Buffer.from("x"))).text === "UNAVAILABLE text/plain")
    held.resolve("done")
    assert.deepStrictEqual(
      (await Promise.all(all)).map(({ text }) => text),
      ["done", "done", "done"]
    )
    held = Promise.withResolvers()
    assert.strictEqual((await ask(Buffer.from("x"))).text, "VALIDATION_ERROR text/plain")
  })
})
