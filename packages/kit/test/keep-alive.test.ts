import { Agent, createServer, type IncomingMessage, request, type RequestListener } from "node:http"
import { type AddressInfo, connect, type Server, type Socket } from "node:net"
import { text } from "node:stream/consumers"
import type { HttpEntry } from "@agent-operations/http"
import { createAgentOperations, type AgentOperationsKit } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { agentOperations as forExpress } from "@agent-operations/http/express"
import { agentOperations as forFastify } from "@agent-operations/http/fastify"
import { agentOperations as forHono } from "@agent-operations/http/hono"
import { memoryWith } from "@agent-operations/testing/kit"
import { getRequestListener } from "@hono/node-server"
import { Effect } from "effect"
import express from "express"
import { fastify } from "fastify"
import { Hono } from "hono"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const prefix = "/ops"

/** What only the server may say, in the case in which somebody writes it. */
const hopByHop: Readonly<Record<string, string>> = {
  Connection: "keep-alive, X-Listed",
  "Keep-Alive": "timeout=999",
  "Proxy-Connection": "keep-alive",
  "proxy-authenticate": "Basic",
  TE: "trailers",
  Trailer: "x-sum",
  "Transfer-Encoding": "gzip",
  upgrade: "h2c",
  "X-Listed": "1"
}

/** Middleware of a host that sets all of it on the answers to whoever asks for that. */
const setsHopByHop = (asked: object, set: (name: string, value: string) => void) => {
  if (!("x-sets" in asked)) return
  for (const [name, value] of Object.entries(hopByHop)) set(name, value)
}

const entry: HttpEntry = {
  owner: "an entry",
  path: "/entry",
  run: () =>
    Effect.succeed({ status: 200, headers: { ...hopByHop, "Content-Length": "1", "x-kept": "1" }, body: "entry" })
}

/** A server that hands the kit what is below `/ops`, as each sort of host does. */
const hosts: Readonly<Record<string, (kit: AgentOperationsKit) => Promise<Server>>> = {
  "node:http": async (kit) =>
    createServer((message, response) => {
      setsHopByHop(message.headers, (name, value) => void response.setHeader(name, value))
      kit.listener(message, response)
    }),
  Express: async (kit) => {
    const app = express().use((message, response, next) => {
      setsHopByHop(message.headers, (name, value) => void response.setHeader(name, value))
      next()
    })
    return createServer(app.use(forExpress(kit)) as RequestListener)
  },
  Fastify: async (kit) => {
    const app = fastify()
    app.addHook("onRequest", async ({ headers }, reply) =>
      setsHopByHop(headers, (name, value) => void reply.header(name, value))
    )
    await app.register(forFastify(kit), { prefix })
    await app.ready()
    return app.server
  },
  "Hono on node-server": async (kit) => {
    const app = new Hono().use(async (context, next) => {
      setsHopByHop(context.req.header(), (name, value) => context.header(name, value))
      await next()
    })
    return createServer(getRequestListener(app.route(prefix, forHono(kit)).fetch) as RequestListener)
  },
  "the web handler": async (kit) => createServer(getRequestListener(kit.fetch) as RequestListener)
}

let kit: AgentOperationsKit
beforeAll(
  async () =>
    void (kit = await createAgentOperations({
      families: [views()],
      database: await memoryWith([views()]),
      prefix,
      entries: [Effect.succeed([entry])]
    }))
)
afterAll(() => kit.close())

describe.each(Object.entries(hosts))("a connection to %s", (_, makeServer) => {
  let server: Server
  let connections = 0
  let port = 0

  beforeAll(async () => {
    server = await makeServer(kit)
    server.on("connection", () => connections++)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(async () => {
    await new Promise((closed) => {
      server.close(closed)
      ;(server as ReturnType<typeof createServer>).closeAllConnections()
    })
  })

  const ask = (agent: Agent, method: string, path: string, headers: Record<string, string>, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const sent = request({ agent, port, host: "127.0.0.1", method, path: `${prefix}${path}`, headers })
      sent.on("error", reject).on("response", (answer: IncomingMessage) => {
        text(answer).then(() => resolve(answer.statusCode ?? 0), reject)
      })
      sent.end(body)
    })

  const whole = (path: string, headers: Record<string, string>) =>
    new Promise<{ rawHeaders: ReadonlyArray<readonly [string, string]>; body: string }>((resolve, reject) => {
      const sent = request({ port, host: "127.0.0.1", path: `${prefix}${path}`, headers, agent: false })
      sent.on("error", reject).on("response", (answer: IncomingMessage) => {
        const names = answer.rawHeaders.filter((_, at) => at % 2 === 0)
        const rawHeaders = names.map((name, at) => [name, answer.rawHeaders[at * 2 + 1]!] as const)
        text(answer).then((body) => resolve({ rawHeaders, body }), reject)
      })
      sent.end()
    })

  it("is kept after every answer that leaves nothing of a body behind, or little", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    connections = 0
    const json = { "content-type": "application/json" }
    const operation = "/api/agent/list_page_views"
    const statuses = [
      await ask(agent, "GET", "/healthz", {}),
      await ask(agent, "HEAD", "/healthz", {}),
      await ask(agent, "GET", "/openapi.json", {}),
      await ask(agent, "GET", "/none", {}),
      await ask(agent, "DELETE", "/none", {}),
      await ask(agent, "POST", "/none", { "content-length": "0" }),
      await ask(agent, "POST", operation, { ...json, "content-length": "0" }),
      await ask(agent, "POST", operation, json, "{}"),
      await ask(agent, "POST", "/none", json, "{}"),
      await ask(agent, "POST", "/none", json, "x".repeat(20_000)),
      await ask(agent, "GET", "/healthz", {})
    ]
    assert.deepStrictEqual(statuses, [200, 200, 200, 404, 404, 404, 401, 401, 404, 404, 200])
    assert.strictEqual(connections, 1)
    agent.destroy()
  })

  it("is kept by fetch too, whether the answer is read or not", async () => {
    connections = 0
    for (let i = 0; i < 20; i++) {
      const answer = await fetch(`http://127.0.0.1:${port}${prefix}${i % 2 === 0 ? "/healthz" : "/none"}`)
      await (i % 3 === 0 ? answer.body?.cancel() : answer.text())
    }
    assert.isBelow(connections, 10)
  })

  it.each([
    ["an entry", "/entry", {}],
    ["a host", "/none", { "x-sets": "1" }],
    ["both", "/entry", { "x-sets": "1" }]
  ])("has of the server's own headers what the server says, and not what %s does", async (_, path, sets) => {
    for (const asked of ["keep-alive", "close"]) {
      const { rawHeaders, body } = await whole(path, { ...sets, connection: asked })
      const headers = rawHeaders.map(([name, value]) => [name.toLowerCase(), value])
      const said = Object.keys(hopByHop).map((name) => name.toLowerCase())
      assert.deepStrictEqual(
        headers.filter(([name]) => name !== "keep-alive" && said.includes(name!)),
        [["connection", asked]]
      )
      assert.notDeepInclude(headers, ["keep-alive", "timeout=999"])
      if (path === "/entry") {
        assert.deepStrictEqual(
          [body, headers.filter(([name]) => name === "content-length")],
          ["entry", [["content-length", "5"]]]
        )
        assert.deepInclude(headers, ["x-kept", "1"])
      }
    }
  })

  it("answers what was sent in one go, each in its turn", async () => {
    const get = (path: string, more = "") => `GET ${prefix}${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`
    const post = (headers: string) => `POST ${prefix}/none HTTP/1.1\r\nhost: x\r\n${headers}\r\n`
    const socket: Socket = connect(port, "127.0.0.1")
    socket.write(
      get("/healthz") +
        get("/none") +
        post("") +
        post("content-length: 0\r\n") +
        post("content-length: 2\r\n") +
        "{}" +
        get("/healthz", "connection: close\r\n")
    )
    const statuses = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
    assert.deepStrictEqual(statuses, [200, 404, 404, 404, 404, 200])
  })
})
