import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { CredentialVerifier, OfferedScopes, RateLimit, UsageBudget } from "@agent-operations/auth"
import { family, operation } from "@agent-operations/contract"
import { Unauthenticated } from "@agent-operations/error-envelope"
import { AgentHttp } from "@agent-operations/http"
import { nodeListener } from "@agent-operations/http/node"
import { mcp } from "@agent-operations/mcp/entry"
import { EncodedJson, implement, Invoker } from "@agent-operations/operations"
import { Effect, Layer, ManagedRuntime, Redacted, References, Schema } from "effect"
import { toldOfText } from "../src/tools/encoded-twice.ts"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"

const invalid = new Unauthenticated({ message: "The credential is not valid." })
/** Credentials that are revoked: one is, by the first call. */
const revoked = new Set<string>()
const verifier = CredentialVerifier.of({
  verify: ({ credential }) => {
    const given = Redacted.value(credential)
    if (given !== "right" && !given.startsWith("once-")) return Effect.fail(invalid)
    if (revoked.has(given)) return Effect.fail(invalid)
    const scopes = given === "right" ? [] : ["system:read"]
    return Effect.succeed({
      actor: { type: "user", id: given, name: "U" },
      organizationId: "o",
      scopes,
      projectId: "p"
    })
  }
})

const system = family("system", {
  title: "System",
  scopes: { "system:read": "Read whether the system works.", "system:write": "Nothing asks for it." },
  operations: {
    ping: operation({
      id: "ping",
      summary: "Answer",
      description: "Answers at once.",
      scopes: ["system:read"],
      effect: "read",
      input: Schema.Struct({}),
      result: Schema.Struct({ pong: Schema.Boolean }),
      errors: [],
      example: { input: {}, result: { pong: true } }
    }),
    list: operation({
      id: "list_names",
      summary: "List names",
      description: "Lists objects of many names.",
      scopes: ["system:read"],
      effect: "read",
      paging: "cursor",
      input: Schema.Struct({
        on: Schema.Literals(["one line", "several lines"]),
        cursor: Schema.optionalKey(Schema.String)
      }),
      result: Schema.Struct({ items: Schema.Array(Schema.Unknown), nextCursor: Schema.String }),
      errors: [],
      example: { input: { on: "one line" }, result: { items: [], nextCursor: "next" } }
    })
  }
})

/** A megabyte of names, with what has to be escaped, and what would be replaced if it were taken for a pattern. */
const names = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n]))
const many = { items: [names, '"\\\n€😀$&$1', { "10": 1, "9": 2 }], nextCursor: "next" }

const maxBodyBytes = 2 * 1024 * 1024
const metadata = "https://ops.example.com/.well-known/oauth-protected-resource/api/mcp"
const runtime = ManagedRuntime.make(
  AgentHttp.layer({ entries: mcp({ origin: "http://127.0.0.1", resourceMetadata: metadata, maxBodyBytes }) }).pipe(
    Layer.provide(Invoker.layer([system])),
    Layer.provide(
      implement(
        system,
        Effect.succeed({
          ping: () =>
            Effect.sync(() => {
              revoked.add("once-only")
              return { pong: true }
            }),
          list: ({ on }) =>
            Effect.succeed(
              on === "one line"
                ? EncodedJson.page(
                    many.items.map((item) => JSON.stringify(item)),
                    { nextCursor: many.nextCursor }
                  )
                : new EncodedJson(JSON.stringify(many, undefined, "\t"))
            )
        })
      )
    ),
    Layer.provide(
      Layer.mergeAll(
        Layer.succeed(CredentialVerifier, verifier),
        Layer.succeed(OfferedScopes, system.scopes),
        RateLimit.unlimited,
        UsageBudget.unlimited
      )
    ),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Warn"))
  )
)
const answer = nodeListener(await runtime.context())
const server = createServer(answer)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let connections = 0
beforeAll(async () => {
  server.on("connection", () => connections++)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})
afterAll(() => {
  agent.destroy()
  server.close()
  return runtime.dispose()
})

/** Sends bytes over the one connection, in chunks unless a length is among the headers. */
const ask = (method: string, body: string, headers: Readonly<Record<string, string | number>> = {}) =>
  new Promise<{ status: number; type: string | undefined; challenge: string | undefined; body: string }>(
    (resolve, reject) => {
      const { port } = server.address() as AddressInfo
      const sent = request(
        {
          port,
          host: "127.0.0.1",
          method,
          path: "/api/mcp",
          agent,
          headers: { authorization: "Bearer right", ...headers }
        },
        (answer) =>
          void text(answer).then((body) =>
            resolve({
              status: answer.statusCode ?? 0,
              type: answer.headers["content-type"],
              challenge: answer.headers["www-authenticate"],
              body
            })
          )
      )
      sent.on("error", reject)
      if (headers["transfer-encoding"] === "chunked") sent.write(body)
      sent.end(headers["transfer-encoding"] === "chunked" ? undefined : body)
    }
  )

/** The one message of an answer, as JSON or as an event. */
const messageOf = (body: string) => JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body)

const json = { "content-type": "application/json" }

describe("POST /api/mcp", () => {
  it("A5: carries out no further call of a batch once its credential is revoked", async () => {
    const call = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "ping", arguments: {} } })
    const { body } = await ask("POST", JSON.stringify([call(1), call(2), call(3)]), {
      ...json,
      accept: "application/json, text/event-stream",
      authorization: "Bearer once-only"
    })
    const told = Array.from(body.matchAll(/^data: (.*)$/gm), ([, message]) => JSON.parse(message!))
    assert.deepStrictEqual(
      told.map(({ result }) => result.isError === true),
      [false, true, true]
    )
    assert.include(told[1].result.content[0].text, "UNAUTHENTICATED")
  })

  const listNames = (id: number, on = "one line") => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "list_names", arguments: { on } }
  })
  const asCaller = { ...json, accept: "application/json, text/event-stream", authorization: "Bearer once-more" }

  const some = Object.fromEntries(Object.entries(names).slice(0, 20_000))
  const icons = (count: number) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-03-26",
      capabilities: {},
      clientInfo: { name: "n", version: "1", icons: Array.from({ length: count }, () => 0) }
    }
  })

  it.each([
    ["values of a message", icons(300_000)],
    ["members of a message", { jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: some } }],
    [
      "members of a batch",
      Array.from({ length: 50 }, (_, id) => {
        const _meta = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, n]))
        return { jsonrpc: "2.0", id, method: "ping", params: { _meta } }
      })
    ],
    ["characters", { jsonrpc: "2.0", id: 1, method: "x".repeat(300_000) }],
    ["items of arguments that are no object", { ...listNames(1), params: { arguments: Array(5000).fill(0) } }]
  ])("K3: has no more looked at than a message has of use: %s", async (_, message) => {
    const { status, body } = await ask("POST", JSON.stringify(message), asCaller)
    assert.strictEqual(status, 400)
    assert.match(messageOf(body).error.message, /at most 4096 values and 262144 characters/)
  })

  it("K3: counts the arguments of a call by its operation alone", async () => {
    const asked = { ...listNames(1), params: { name: "list_names", arguments: { on: "one line", more: some } } }
    const { status, body } = await ask("POST", JSON.stringify(asked), asCaller)
    assert.strictEqual(status, 200)
    assert.include(messageOf(body).result.content[0].text, "VALIDATION_ERROR")
    const few = messageOf((await ask("POST", JSON.stringify(icons(3)), asCaller)).body)
    assert.notInclude(JSON.stringify(few), "at most")
  })

  it("C4: says of text that it is JSON, of what is long by how it begins and ends", () => {
    const issue = { path: "/on", message: "Expected number" }
    const error = {
      code: "VALIDATION_ERROR",
      message: "It is not valid.",
      hint: "Correct it.",
      details: { issues: [issue] }
    }
    const saidOf = (on: string) => JSON.stringify(toldOfText({ error }, { on })).includes("send the JSON itself")
    const text = JSON.stringify(names)
    const told = ["{}", " [1]", "{]", text, `${text}\n`, `${text} and more`, "1", text.slice(1)].map(saidOf)
    assert.deepStrictEqual(told, [true, true, false, true, true, false, false, false])
  })

  it("K3: makes nothing of a long answer, does not write it at once, and tells the whole of it in both forms", async () => {
    const [parsed, written] = [vi.spyOn(JSON, "parse"), vi.spyOn(JSON, "stringify")]
    const { body } = await ask("POST", JSON.stringify(listNames(1)), asCaller)
    const read = parsed.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
    const results = written.mock.results.filter((_, n) => typeof written.mock.calls[n]![0] !== "string")
    // The operation itself writes it once.
    const long = results.filter(({ value }) => typeof value === "string" && value.length > 100_000).length
    vi.restoreAllMocks()
    assert.isBelow(read, 10_000)
    assert.strictEqual(long, 1)
    const { structuredContent, content } = messageOf(body).result
    assert.deepStrictEqual(structuredContent, many)
    assert.strictEqual(content[0].text, JSON.stringify(many))
    assert.include(content[1].text, '{"cursor":"next"}')
  })

  it("C4: tells an answer on several lines in an event of one, and how to go on where only its text says it", async () => {
    const { structuredContent, content } = messageOf(
      (await ask("POST", JSON.stringify(listNames(1, "several lines")), asCaller)).body
    ).result
    assert.deepStrictEqual(structuredContent, many)
    assert.include(content[1].text, '{"cursor":"next"}')
  })

  it.each([
    ["application/json", "json"],
    ["application/json;q=0.9, application/mcp+json", "json"],
    ["Application/*", "json"],
    ["text/event-stream", "stream"],
    ["text/event-stream, text/html", "stream"],
    ["*/*", undefined],
    ["", undefined],
    ["text/event-stream, application/json", undefined]
  ] as const)("C4: tells the same to who accepts %j", async (accept, form) => {
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" }
    const faulty = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "none" } }
    const types = { json: "application/json", stream: "text/event-stream" } as const
    for (const message of [ping, listNames(1), faulty, [faulty, ping], [ping]]) {
      const both = await ask("POST", JSON.stringify(message), asCaller)
      const { status, type, body } = await ask("POST", JSON.stringify(message), { ...asCaller, accept })
      assert.strictEqual(status, 200)
      if (form !== undefined) assert.strictEqual(type, types[form])
      const events = (text: string) => Array.from(text.matchAll(/^data: (.*)$/gm), ([, one]) => JSON.parse(one!))
      const told = type === types.stream ? events(body) : [JSON.parse(body)].flat()
      assert.deepStrictEqual(told, events(both.body))
      assert.strictEqual(type === types.json && Array.isArray(message), body.startsWith("["))
    }
  })

  it("is refused for who accepts neither form", async () => {
    const { status } = await ask("POST", JSON.stringify(listNames(1)), { ...asCaller, accept: "text/html" })
    assert.strictEqual(status, 406)
  })

  it("E3: counts the bytes of long answers to a batch, each of which is told once", async () => {
    const { body } = await ask("POST", JSON.stringify(Array.from({ length: 12 }, (_, n) => listNames(n))), asCaller)
    const told = Array.from(body.matchAll(/^data: (.*)$/gm), ([, message]) => JSON.parse(message!))
    const whole = told.filter(({ result }) => result !== undefined)
    for (const { result } of whole) {
      assert.notProperty(result, "structuredContent")
      assert.strictEqual(result.content[0].text, JSON.stringify(many))
    }
    assert.lengthOf(told, 12)
    const bytes = JSON.stringify(whole).length
    assert.isAbove(bytes, 8 * 1024 * 1024)
    assert.isBelow(bytes, 10 * 1024 * 1024)
  })

  it("K3: looks at no message of a batch that has too many", async () => {
    const { body } = await ask("POST", `[${"1,".repeat(150)}1]`, json)
    assert.include(JSON.parse(body).error.message, "A batch has at most 100 messages")
  })

  it("E1, E3: answers whatever is no message with an error of JSON-RPC, over the same connection", async () => {
    const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })
    const chunked = { ...json, "transfer-encoding": "chunked" }
    const cases: ReadonlyArray<readonly [number, number, string, string, Record<string, string | number>]> = [
      [400, -32700, "POST", "", { ...json, "content-length": 0 }],
      [400, -32700, "POST", "", json],
      [400, -32700, "POST", "", chunked],
      [400, -32700, "POST", " ", json],
      [400, -32700, "POST", "{", json],
      [400, -32700, "POST", "\u0000", json],
      [400, -32600, "POST", "[]", json],
      [400, -32600, "POST", "null", json],
      [400, -32600, "POST", "{}", chunked],
      [400, -32600, "POST", '{"jsonrpc":"1.0","id":1,"method":"ping"}', json],
      [400, -32600, "POST", '{"jsonrpc":"2.0","id":{},"method":"ping"}', json],
      [400, -32600, "POST", `[${Array.from({ length: 101 }, () => '{"jsonrpc":"2.0","method":"m"}').join()}]`, json],
      [413, -32700, "POST", "x".repeat(maxBodyBytes + 1), json],
      [413, -32700, "POST", `[${"{},".repeat(600_000)}{}]`, json],
      [415, -32000, "POST", ping, {}],
      [415, -32000, "POST", ping, { "content-type": "text/plain" }],
      [415, -32000, "POST", "", { "content-length": 0 }],
      [405, -32000, "GET", "", {}],
      [405, -32000, "DELETE", "", {}],
      [405, -32000, "PUT", "", json]
    ]
    for (const [status, code, method, body, headers] of cases) {
      const answer = await ask(method, body, headers)
      const what = `${method} ${JSON.stringify(body.slice(0, 60))} ${JSON.stringify(headers)}`
      assert.deepStrictEqual([answer.status, answer.type], [status, "application/json"], what)
      const { jsonrpc, id, error } = JSON.parse(answer.body)
      assert.deepStrictEqual([jsonrpc, error.code], ["2.0", code], what)
      // What has an ID that could be read is answered with it.
      assert.strictEqual(id, body.includes('"id":1') && status === 400 ? 1 : null, what)
      assert.isNotEmpty(error.message)
    }
    for (const headers of [json, chunked]) {
      const answer = await ask("POST", ping, headers)
      assert.deepStrictEqual([answer.status, messageOf(answer.body)], [200, { jsonrpc: "2.0", id: 1, result: {} }])
    }
    const notification = await ask("POST", '{"jsonrpc":"2.0","method":"notifications/initialized"}', json)
    assert.deepStrictEqual([notification.status, notification.body], [202, ""])
    assert.strictEqual(connections, 1)
  })

  it("A1, C1: reads nothing of whoever is not let in, and names the scopes of what is served alone", async () => {
    for (const method of ["POST", "GET", "DELETE"]) {
      const { status, challenge, body } = await ask(method, "", { authorization: "Bearer wrong" })
      assert.deepStrictEqual([status, JSON.parse(body).error.code], [401, "UNAUTHENTICATED"])
      const named = `scope="system:read", resource_metadata="${metadata}"`
      assert.strictEqual(challenge, `Bearer error="invalid_token", ${named}`)
    }
  })
})
