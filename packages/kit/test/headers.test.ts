import { createServer, type RequestListener } from "node:http"
import type { AddressInfo, Server } from "node:net"
import { createAgentOperations, type AgentOperationsKit } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { agentOperations as forExpress } from "@agent-operations/http/express"
import { agentOperations as forFastify } from "@agent-operations/http/fastify"
import { agentOperations as forHono } from "@agent-operations/http/hono"
import { memoryWith } from "@agent-operations/testing/kit"
import fastifyCors from "@fastify/cors"
import fastifyHelmet from "@fastify/helmet"
import fastifyRateLimit from "@fastify/rate-limit"
import { getRequestListener } from "@hono/node-server"
import { Module } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { ExpressAdapter, type NestExpressApplication } from "@nestjs/platform-express"
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify"
import cors from "cors"
import express from "express"
import { fastify } from "fastify"
import helmet from "helmet"
import { Hono } from "hono"
import { cors as honoCors } from "hono/cors"
import { secureHeaders } from "hono/secure-headers"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const site = "https://app.example.com"
const exposedHeaders = ["x-request-id"]

class HostModule {
  readonly name = "a host without routes of its own"
}
Module({})(HostModule)

/** A host with what sets headers before the kit: CORS, helmet and a header of its own. */
const hosts: Readonly<Record<string, (kit: AgentOperationsKit) => Promise<Server>>> = {
  Express: async (kit) => {
    const app = express()
    app.use(cors({ origin: [site], credentials: true, exposedHeaders }), helmet())
    app.use((_, response, next) => {
      response.setHeader("x-ratelimit-limit", "1000")
      next()
    })
    return createServer(app.use("/ops", forExpress(kit)) as RequestListener)
  },
  Fastify: async (kit) => {
    const app = fastify()
    await app.register(fastifyCors, { origin: [site], credentials: true, exposedHeaders })
    await app.register(fastifyHelmet)
    await app.register(fastifyRateLimit, { max: 1000 })
    await app.register(forFastify(kit), { prefix: "/ops" })
    await app.ready()
    return app.server
  },
  Hono: async (kit) => {
    const app = new Hono()
    app.use(honoCors({ origin: [site], credentials: true, exposeHeaders: exposedHeaders }), secureHeaders())
    app.use(async (context, next) => {
      context.header("x-ratelimit-limit", "1000")
      await next()
    })
    return createServer(getRequestListener(app.route("/ops", forHono(kit)).fetch) as RequestListener)
  },
  "Nest on Express": async (kit) => {
    const app = await NestFactory.create<NestExpressApplication>(HostModule, new ExpressAdapter(), { logger: false })
    app.enableCors({ origin: [site], credentials: true, exposedHeaders })
    app.use(
      helmet(),
      (_: unknown, response: { setHeader: (name: string, value: string) => void }, next: () => void) => {
        response.setHeader("x-ratelimit-limit", "1000")
        next()
      }
    )
    app.use("/ops", forExpress(kit))
    await app.init()
    return app.getHttpServer()
  },
  "Nest on Fastify": async (kit) => {
    const app = await NestFactory.create<NestFastifyApplication>(HostModule, new FastifyAdapter(), { logger: false })
    await app.register(fastifyCors as never, { origin: [site], credentials: true, exposedHeaders } as never)
    await app.register(fastifyHelmet as never)
    await app.register(fastifyRateLimit as never, { max: 1000 } as never)
    await app.register(forFastify(kit) as never, { prefix: "/ops" } as never)
    await app.init()
    await app.getHttpAdapter().getInstance().ready()
    return app.getHttpServer()
  }
}

let kit: AgentOperationsKit
beforeAll(async () => {
  kit = await createAgentOperations({
    families: [views()],
    database: await memoryWith([views()]),
    verify: ({ credential, projectId = null }) => {
      if (credential === "broken") throw new Error("The session store is away.")
      const actor = { type: "user", id: "usr_ada", name: "Ada" } as const
      return credential === "x" ? { actor, organizationId: "acme", scopes: ["views:read"], projectId } : null
    },
    logLevel: "None"
  })
})
afterAll(() => kit.close())

describe.each(Object.entries(hosts))("headers that plugins of %s set", (name, makeServer) => {
  let server: Server
  let url = ""
  beforeAll(async () => {
    server = await makeServer(kit)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ops`
  })
  afterAll(
    () =>
      new Promise((closed) => {
        server.close(closed)
        ;(server as ReturnType<typeof createServer>).closeAllConnections()
      })
  )

  const call = (credential: string, more: Record<string, string> = {}) =>
    fetch(`${url}/api/agent/list_page_views`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${credential}`,
        "x-project-id": "p",
        "content-type": "application/json",
        origin: site,
        ...more
      },
      body: "{}"
    })

  it.each([
    ["an answer", () => call("x"), 200],
    ["a refused credential", () => call("no"), 401],
    ["a refused header", () => call("x", { "content-type": "text/plain" }), 400],
    ["a failure", () => call("broken"), 500],
    ["what is not there", () => fetch(`${url}/none`, { headers: { origin: site } }), 404],
    ["a page", () => fetch(`${url}/healthz`, { headers: { origin: site } }), 200],
    ["the reference", () => fetch(`${url}/reference`, { headers: { origin: site } }), 200]
  ])("reach %s", async (_, ask, status) => {
    const answer = await ask()
    const { headers } = answer
    assert.strictEqual(answer.status, status)
    assert.strictEqual(headers.get("access-control-allow-origin"), site)
    assert.strictEqual(headers.get("access-control-allow-credentials"), "true")
    assert.match(headers.get("access-control-expose-headers") ?? "", /x-request-id/i)
    assert.strictEqual(headers.get("x-frame-options"), "SAMEORIGIN")
    assert.isNotNull(headers.get("strict-transport-security"))
    assert.strictEqual(headers.get("x-ratelimit-limit"), "1000")
    assert.match(headers.get("vary") ?? "", /origin/i)
    // And the kit's own.
    assert.match(headers.get("x-request-id") ?? "", /^req_/)
    assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
  })

  it("give way to the kit's own where both set the same, and both say what an answer varies by", async () => {
    const page = await fetch(`${url}/reference`, { headers: { origin: site } })
    assert.include(page.headers.get("content-security-policy"), "frame-ancestors 'none'")
    assert.notInclude(page.headers.get("content-security-policy"), "https:")
    assert.match(page.headers.get("vary") ?? "", /origin/i)
    assert.match(page.headers.get("vary") ?? "", /accept-encoding/i)
    const answer = await call("x")
    assert.strictEqual(answer.headers.get("cache-control"), "no-store")
    assert.strictEqual(answer.headers.get("content-type"), "application/json")
  })

  it("answer preflights, which never reach the kit", async () => {
    const { status, headers } = await fetch(`${url}/api/agent/list_page_views`, {
      method: "OPTIONS",
      headers: {
        origin: site,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,x-project-id"
      }
    })
    assert.strictEqual(status, 204, name)
    assert.strictEqual(headers.get("access-control-allow-origin"), site)
    assert.match(headers.get("access-control-allow-methods") ?? "", /POST/)
    assert.match(headers.get("access-control-allow-headers") ?? "", /authorization/i)
  })
})
