import { once } from "node:events"
import { createServer, IncomingMessage, request, ServerResponse } from "node:http"
import { type AddressInfo, connect, Socket } from "node:net"
import { text } from "node:stream/consumers"
import { CredentialVerifier, OfferedScopes, RateLimit, UsageBudget } from "@agent-operations/auth"
import { family } from "@agent-operations/contract"
import { InternalError, Unauthenticated } from "@agent-operations/error-envelope"
import { AgentHttp, type AnsweredRequest, type HttpEntry, respondWith, webHandler } from "@agent-operations/http"
import { nodeListener } from "@agent-operations/http/node"
import { implement, Invoker } from "@agent-operations/operations"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { waitUntil } from "../../../tooling/testing/src/waitUntil.ts"
import { oneAtATime, waitingAhead } from "../src/internal/one-at-a-time.ts"

const site = async (request: Request): Promise<Response | undefined> => {
  const { pathname } = new URL(request.url)
  switch (pathname) {
    case "/ops/site/cookies": {
      const headers = new Headers({ location: "/ops/site" })
      headers.append("set-cookie", "a=1; Path=/")
      headers.append("set-cookie", "b=2; Expires=Thu, 01 Jan 2099 00:00:00 GMT")
      return new Response(null, { status: 303, headers })
    }
    case "/ops/site/unread":
      return new Response("unread", { status: 413 })
    case "/ops/site/fails":
      throw new Error("nobody foresaw this")
    case "/ops/site/nothing":
      return undefined
    default:
      return new Response(`${request.method} ${pathname} ${await request.text()}`)
  }
}

/** Who sent a request, asked once its connection is gone. */
let lateSender: string | undefined

/** What was begun and is not answered yet, what was at most, and what was begun, in its order. */
const counted = { running: 0, most: 0, begun: Array<string>(), onBegun: (_begun: number): void => {} }

const entries: ReadonlyArray<HttpEntry> = [
  {
    owner: "who counts",
    path: "/counted/{name}",
    run: ({ path }) =>
      Effect.callback((resume) => {
        const name = path.slice(path.lastIndexOf("/") + 1)
        counted.most = Math.max(counted.most, ++counted.running)
        counted.onBegun(counted.begun.push(name))
        queueMicrotask(() => {
          counted.running--
          resume(Effect.succeed({ status: 200, headers: {}, body: `answered ${name}.` }))
        })
      })
  },
  {
    owner: "who asks late",
    path: "/late",
    run: (request) =>
      Effect.callback((resume) => {
        request.web().signal.addEventListener("abort", () => {
          lateSender = request.peer() ?? "none"
          resume(Effect.succeed({ status: 200, headers: {}, body: "" }))
        })
      })
  },
  { owner: "the site", path: "/site", below: true, run: respondWith((request) => Effect.promise(() => site(request))) },
  { owner: "the page", path: "/page", run: respondWith((request) => Effect.promise(() => site(request))) },
  {
    owner: "the sender",
    methods: ["GET"],
    path: "/sender/{name}",
    run: respondWith((_, { requestId, peer = "" }) => Effect.succeed(new Response(`${requestId} ${peer}`)))
  },
  { owner: "the late", path: "/late-body", run: () => Effect.succeed({ status: 408, headers: {}, body: "late" }) },
  {
    owner: "the document",
    methods: ["GET"],
    path: "/.well-known/x/ops",
    atOrigin: true,
    run: () => Effect.succeed({ status: 200, headers: {}, body: "well-known" })
  },
  {
    owner: "the resource",
    path: "/resource",
    operation: { id: "resource", scopes: ["site:read"] },
    resourceMetadata: "https://ops.example.com/resource",
    run: () => Effect.fail(new Unauthenticated({ message: "The credential is not valid." }))
  }
]

const system = family("system", { title: "System", scopes: {}, operations: {} })
const log: Array<string> = []
const told: Array<AnsweredRequest> = []
const runtime = ManagedRuntime.make(
  AgentHttp.layer({ prefix: "/ops", entries: Effect.succeed(entries), onRequest: (one) => told.push(one) }).pipe(
    Layer.provide(Invoker.layer([system])),
    Layer.provide(implement(system, Effect.succeed({}))),
    Layer.provide(
      Layer.mergeAll(
        Layer.succeed(CredentialVerifier, { verify: () => Effect.fail(new InternalError({ message: "unused" })) }),
        Layer.succeed(OfferedScopes, {}),
        RateLimit.unlimited,
        UsageBudget.unlimited
      )
    ),
    Layer.provideMerge(Logger.layer([Logger.make(({ message }) => void log.push(String(message)))]))
  )
)

const server = createServer()
let handler: ReturnType<typeof webHandler>
beforeAll(async () => {
  const services = await runtime.context()
  handler = webHandler(services)
  server.on("request", nodeListener(services))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await runtime.dispose()
})

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

const send = (method: string, path: string, { body = "", headers = {} }: { body?: string; headers?: object } = {}) =>
  new Promise<Got>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const sent = request({ port, host: "127.0.0.1", method, path, headers: { ...headers } }, (answer) => {
      const got = (body: string) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body })
      text(answer).then(got, reject)
    })
    sent.on("error", reject).end(body)
  })

const viaWeb = async (path: string, init: RequestInit = {}) => {
  const response = await handler(
    new Request(`http://ops.example.com${path}`, { ...init, headers: { host: "ops.example.com" } })
  )
  return { status: response.status, cookies: response.headers.getSetCookie(), body: await response.text() }
}

describe("what is served beside operations", () => {
  it("says 408 of a body that did not come in time, and waits for no more of it", async () => {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, "127.0.0.1")
    socket.write("POST /ops/late-body HTTP/1.1\r\nhost: test\r\ncontent-length: 9\r\n\r\nhalf")
    let came = ""
    for await (const piece of socket) {
      came += String(piece)
      if (came.endsWith("late")) break
    }
    assert.match(came, /^HTTP\/1\.1 408 /)
    assert.match(came, /\r\nconnection: close\r\n/i)
  })

  it("gets the request whole, with its body in any framing, and below the prefix only", async () => {
    const big = "x".repeat(300_000)
    for (const headers of [{ "content-length": big.length }, { "transfer-encoding": "chunked" }]) {
      const { status, body } = await send("POST", "/ops/site/echo?q", { body: big, headers })
      assert.deepStrictEqual([status, body], [200, `POST /ops/site/echo ${big}`])
    }
    assert.strictEqual((await send("PUT", "/ops/site")).body, "PUT /ops/site ")
    for (const path of ["/site", "/opsite", "/ops/sites", "/ops/site/nothing", "/ops/.well-known/x/ops"]) {
      const { status, body } = await send("GET", path)
      assert.deepStrictEqual([status, JSON.parse(body).error.code], [404, "NOT_FOUND"], path)
    }
    assert.strictEqual((await send("GET", "/.well-known/x/ops")).body, "well-known")
    const web = await viaWeb("/ops/site/echo", { method: "POST", body: "abc" })
    assert.deepStrictEqual([web.status, web.body], [200, "POST /ops/site/echo abc"])
  })

  it("is found with a slash at the end of its path as without, body and query with it", async () => {
    const body = "x".repeat(300_000)
    assert.strictEqual((await send("POST", "/ops/page/?q", { body })).body, `POST /ops/page ${body}`)
    assert.strictEqual((await viaWeb("/ops/page/", { method: "POST", body: "abc" })).body, "POST /ops/page abc")
    for (const path of ["/.well-known/x/ops/", "/ops/sender/x/"]) {
      assert.strictEqual((await send("GET", path)).status, 200, path)
    }
    for (const path of ["/ops/page//", "/ops//page/", "/ops/sender//", "//", "/"]) {
      assert.strictEqual((await send("GET", path)).status, 404, path)
    }
  })

  it("sends each cookie as a header of its own", async () => {
    const cookies = ["a=1; Path=/", "b=2; Expires=Thu, 01 Jan 2099 00:00:00 GMT"]
    const { status, headers } = await send("GET", "/ops/site/cookies")
    assert.deepStrictEqual([status, headers["set-cookie"], headers["location"]], [303, cookies, "/ops/site"])
    assert.deepStrictEqual((await viaWeb("/ops/site/cookies")).cookies, cookies)
  })

  it("answers HEAD with the headers of GET, and what no web request can be with 404", async () => {
    const get = await send("GET", "/ops/site/page")
    const head = await send("HEAD", "/ops/site/page")
    assert.deepStrictEqual([head.status, head.body], [200, ""])
    assert.strictEqual(head.headers["content-length"], get.headers["content-length"])
    assert.strictEqual((await send("HEAD", "/ops/sender/x")).status, 404)
    assert.strictEqual((await send("TRACE", "/ops/site/page")).status, 404)
    assert.strictEqual((await send("GET", "/ops/site/page", { headers: { host: "a b" } })).status, 404)
  })

  it("may leave a body unread, of which who sends it still gets the answer", async () => {
    const { status, body } = await send("POST", "/ops/site/unread", { body: "x".repeat(8 * 1024 * 1024) })
    assert.deepStrictEqual([status, body], [413, "unread"])
  })

  it("is told of a body that breaks off, and goes on", async () => {
    log.length = 0
    const { port } = server.address() as AddressInfo
    const socket = connect(port, "127.0.0.1")
    socket.write("POST /ops/site/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
    await once(server, "request")
    socket.destroy()
    const lines = () => log.filter((line) => line.startsWith("POST /site/echo"))
    await waitUntil("its line", () => lines().length > 0)
    assert.match(lines().join(), /500/)
  })

  it("knows who sent a request whose connection is gone", async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    socket.write("GET /ops/late HTTP/1.1\r\nHost: x\r\n\r\n")
    await once(server, "request")
    socket.destroy()
    await waitUntil("the sender", () => lateSender !== undefined)
    assert.strictEqual(lateSender, "127.0.0.1")
  })

  it("answers what is sent ahead on a connection one after another, others between, and ends it where that is too much", async () => {
    const open = async () => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
      await once(socket, "connect")
      return socket
    }
    const ask = (name: string) => `GET /ops/counted/${name} HTTP/1.1\r\nHost: x\r\n\r\n`
    const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`)
    const answered = (got: string) => [...got.matchAll(/answered (\w+)/g)].map(([, name]) => name)

    const [few, many, other] = [await open(), await open(), await open()]
    few.write(names(20).map(ask).join("") + `${ask("last").slice(0, -2)}Connection: close\r\n\r\n`)
    assert.deepStrictEqual(answered(await text(few)), [...names(20), "last"])

    counted.begun.length = 0
    counted.onBegun = (begun) => begun === 2 && other.write(ask("other"))
    many.write(names(1000).map(ask).join(""))
    const got = await text(many)
    other.destroy()
    assert.deepStrictEqual(answered(got), names(1 + waitingAhead))
    assert.lengthOf(got.match(/^connection: close/gim) ?? [], 1)
    assert.isBelow(counted.begun.indexOf("other"), waitingAhead, "others are not kept waiting")
    assert.lengthOf(counted.begun, 2 + waitingAhead)
    // The other's is beside those of the connection.
    assert.isAtMost(counted.most, 2)
  })

  it("begins one request of a connection in a turn of the loop, also where each is answered at once", async () => {
    const inOrder = oneAtATime()
    const turns: Array<number> = []
    let turn = 0
    const atOnce = createServer((message, response) =>
      inOrder(message.socket, response, () => {
        turns.push(turn)
        setImmediate(() => turn++)
        response.end("now")
      })
    )
    await new Promise<void>((resolve) => atOnce.listen(0, "127.0.0.1", resolve))
    const socket = connect((atOnce.address() as AddressInfo).port, "127.0.0.1")
    socket.write("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}".repeat(500))
    assert.lengthOf((await text(socket)).match(/now/g) ?? [], 1 + waitingAhead)
    atOnce.close()
    assert.strictEqual(new Set(turns).size, turns.length, "no two in one turn")
  })

  it("closes a connection that sends too much ahead and cannot be kept from it", () => {
    const socket = new Socket()
    const begun: Array<number> = []
    const inOrder = oneAtATime()
    for (let at = 0; at <= waitingAhead; at++) {
      assert.isFalse(socket.destroyed)
      inOrder(socket, new ServerResponse(new IncomingMessage(socket)), () => begun.push(at))
    }
    assert.isTrue(socket.destroyed)
    assert.deepStrictEqual(begun, [])
  })

  it("has the one log, the one ID and the one map of failures of operations", async () => {
    log.length = 0
    told.length = 0
    const sender = await send("GET", "/ops/sender/x", { headers: { "x-request-id": "mine" } })
    assert.strictEqual(sender.body, "mine 127.0.0.1")
    assert.strictEqual(sender.headers["x-request-id"], "mine")
    const failed = await send("GET", "/ops/site/fails")
    assert.deepStrictEqual([failed.status, JSON.parse(failed.body).error.code], [500, "INTERNAL_ERROR"])
    // A line is written once its answer has been sent: those of the tests before may come late.
    const isOfThis = (text: string) => text.includes("/sender/x") || text.includes("/site/fails")
    const lines = () =>
      log.filter((line) => line.startsWith("GET ") && isOfThis(line)).map((line) => line.replace(/\d+ ms$/, "ms"))
    await waitUntil("both lines", () => lines().length >= 2)
    assert.sameMembers(lines(), ["GET /sender/x 200 ms", "GET /site/fails 500 ms"])
    assert.lengthOf(
      log.filter((line) => line.includes("A request failed")),
      1
    )
    assert.sameDeepMembers(
      told.filter(({ path }) => isOfThis(path)).map(({ path, status }) => [path, status]),
      [
        ["/sender/x", 200],
        ["/site/fails", 500]
      ]
    )
    const { headers } = await send("GET", "/ops/resource")
    assert.strictEqual(
      headers["www-authenticate"],
      'Bearer scope="site:read", resource_metadata="https://ops.example.com/resource"'
    )
  })
})
