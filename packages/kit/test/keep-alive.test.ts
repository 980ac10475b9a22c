import { Agent, createServer, type IncomingMessage, request, type RequestListener } from "node:http"
import { type AddressInfo, connect, type Server, type Socket } from "node:net"
import { text } from "node:stream/consumers"
import { createAgentOperations, type AgentOperationsKit } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { agentOperations as forExpress } from "@agent-operations/http/express"
import { agentOperations as forFastify } from "@agent-operations/http/fastify"
import { agentOperations as forHono } from "@agent-operations/http/hono"
import { memoryWith } from "@agent-operations/testing/kit"
import { getRequestListener } from "@hono/node-server"
import express from "express"
import { fastify } from "fastify"
import { Hono } from "hono"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const prefix = "/ops"

/** A server that hands the kit what is below `/ops`, as each sort of host does. */
const hosts: Readonly<Record<string, (kit: AgentOperationsKit) => Promise<Server>>> = {
  "node:http": async (kit) => createServer(kit.listener),
  Express: async (kit) => createServer(express().use(forExpress(kit)) as RequestListener),
  Fastify: async (kit) => {
    const app = fastify()
    await app.register(forFastify(kit), { prefix })
    await app.ready()
    return app.server
  },
  "Hono on node-server": async (kit) =>
    createServer(getRequestListener(new Hono().route(prefix, forHono(kit)).fetch) as RequestListener),
  "the web handler": async (kit) => createServer(getRequestListener(kit.fetch) as RequestListener)
}

let kit: AgentOperationsKit
beforeAll(
  async () =>
    void (kit = await createAgentOperations({ families: [views()], database: await memoryWith([views()]), prefix }))
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
