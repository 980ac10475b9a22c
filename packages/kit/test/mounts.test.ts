import { createServer, type RequestListener } from "node:http"
import type { AddressInfo, Server } from "node:net"
import { createAgentOperations, type AgentOperationsKit, type KitOptions } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { agentOperations as forExpress } from "@agent-operations/http/express"
import { agentOperations as forFastify } from "@agent-operations/http/fastify"
import { agentOperations as forHono } from "@agent-operations/http/hono"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { getRequestListener } from "@hono/node-server"
import express from "express"
import { fastify } from "fastify"
import { Hono } from "hono"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"

type Options = Omit<KitOptions, "database" | "families">

/** One for all, as none of these tests looks into it. */
let database: { readonly url: string }
let drop: () => Promise<void>
beforeAll(async () => {
  const { url, drop: dropIt } = await createDatabase(inject("postgresUrl"))
  database = { url }
  drop = dropIt
})
afterAll(() => drop())

const overHono = (app: Hono) => createServer(getRequestListener(app.fetch) as RequestListener)
const overFastify = async (kit: AgentOperationsKit, ...prefixes: ReadonlyArray<string>) => {
  const app = fastify()
  const [outer = "", inner] = prefixes
  await app.register(
    inner === undefined ? forFastify(kit) : async (nested) => nested.register(forFastify(kit), { prefix: inner }),
    { prefix: outer }
  )
  await app.ready()
  return app.server
}

/** How a host may mount the kit, with which options, and where the operations are then. */
const mounts: ReadonlyArray<readonly [string, Options, (kit: AgentOperationsKit) => Server | Promise<Server>, string]> =
  [
    ["node:http, at its root", {}, (kit) => createServer(kit.listener), ""],
    ["node:http, under a prefix", { prefix: "/ops" }, (kit) => createServer(kit.listener), "/ops"],
    ["Express, mounted", {}, (kit) => createServer(express().use("/ops", forExpress(kit)) as RequestListener), "/ops"],
    [
      "Express, mounted, with a prefix that it takes off",
      { prefix: "/ops" },
      (kit) => createServer(express().use("/ops", forExpress(kit)) as RequestListener),
      "/ops"
    ],
    [
      "Express, in a router of a router",
      {},
      (kit) => createServer(express().use("/v1", express.Router().use("/:team", forExpress(kit))) as RequestListener),
      "/v1/ops"
    ],
    [
      "Express, by a route, which takes nothing off",
      { prefix: "/ops" },
      (kit) => createServer(express().all("/ops/{*rest}", forExpress(kit)) as RequestListener),
      "/ops"
    ],
    [
      "Express, mounted, with a prefix behind",
      { prefix: "/agent" },
      (kit) => createServer(express().use("/ops", forExpress(kit)) as RequestListener),
      "/ops/agent"
    ],
    [
      "Express, the bare listener",
      {},
      (kit) => createServer(express().use("/ops", kit.listener) as RequestListener),
      "/ops"
    ],
    ["Hono, with a prefix", { prefix: "/ops" }, (kit) => overHono(new Hono().route("/ops", forHono(kit))), "/ops"],
    ["Hono, without one", {}, (kit) => overHono(new Hono().route("/ops", forHono(kit))), "/ops"],
    [
      "Hono, below a base path with a parameter",
      {},
      (kit) => overHono(new Hono().basePath("/:version").route("/ops", forHono(kit))),
      "/v1/ops"
    ],
    ["Hono, with a slash at the end", {}, (kit) => overHono(new Hono().route("/ops/", forHono(kit))), "/ops"],
    ["Hono, at its root", {}, (kit) => overHono(new Hono().route("/", forHono(kit))), ""],
    ["Fastify, with a prefix", { prefix: "/ops" }, (kit) => overFastify(kit, "/ops"), "/ops"],
    ["Fastify, without one", {}, (kit) => overFastify(kit, "/ops"), "/ops"],
    ["Fastify, in a plugin of a plugin", {}, (kit) => overFastify(kit, "/v1", "/ops"), "/v1/ops"],
    ["Fastify, with a slash at the end", {}, (kit) => overFastify(kit, "/ops/"), "/ops"],
    ["Fastify, below a prefix with a parameter", {}, (kit) => overFastify(kit, "/:version", "/ops"), "/v1/ops"],
    ["Fastify, at its root", {}, (kit) => overFastify(kit, ""), ""]
  ]

interface Document {
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly paths: Readonly<Record<string, { readonly post: { readonly security: ReadonlyArray<object> } }>>
  readonly components: { readonly securitySchemes: Readonly<Record<string, unknown>> }
}

describe("where the operations are mounted", () => {
  it.each(mounts)("C2: %s: the document says so, and what it says is true", async (_, options, serve, base) => {
    const kit = await createAgentOperations({ families: [views()], ...options, database, verify: () => null })
    const server = await serve(kit)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const url = `${origin}${base}/openapi.json`
    const { servers, paths } = (await (await fetch(url)).json()) as Document
    assert.deepStrictEqual(servers, [{ url: base === "" ? "/" : base }])
    const [path = ""] = Object.keys(paths)
    const operation = `${new URL(servers[0]!.url, url).href.replace(/\/$/, "")}${path}`
    const called = await fetch(operation, { method: "POST", headers: { authorization: "Bearer x" } })
    assert.strictEqual(called.status, 401, operation)
    assert.strictEqual((await fetch(`${origin}${base}/healthz`)).status, 200)
    const page = await fetch(`${origin}${base}/reference`)
    const [, viewer = ""] = /src="([^"]+)"/.exec(await page.text()) ?? []
    assert.strictEqual((await fetch(new URL(viewer, page.url), { method: "HEAD" })).status, 200)
    const none = await fetch(`${origin}${base}/none`)
    assert.strictEqual(none.status, 404)
    assert.include(await none.text(), `GET ${base}/none`)
    await new Promise((closed) => {
      server.close(closed)
      ;(server as ReturnType<typeof createServer>).closeAllConnections()
    })
    await kit.close()
  })

  const serverOf = async (options: Options, path: string) => {
    const kit = await createAgentOperations({ families: [views()], ...options, database })
    const response = await kit.fetch(new Request(`http://test${path}`))
    await kit.close()
    return response.status === 200 ? ((await response.json()) as Document).servers[0]?.url : response.status
  }

  it.each([
    ["ops", "/ops"],
    ["/ops/", "/ops"],
    ["ops/", "/ops"],
    ["/v1/ops", "/v1/ops"],
    ["/", ""],
    ["", ""],
    ["/~a/@b", "/~a/@b"]
  ])("takes the prefix %j for %j", async (prefix, base) => {
    assert.strictEqual(await serverOf({ prefix }, `${base}/openapi.json`), base || "/")
  })

  it.each([
    "/ops?x",
    "/ops#x",
    "/a/../b",
    "..",
    "/.",
    "/%6fps",
    "/a b",
    "//ops",
    "/ops//",
    "/a\\b",
    "/ö",
    "http://x/ops"
  ])("refuses the prefix %j at the start", async (prefix) => {
    const start = createAgentOperations({ families: [views()], prefix, database })
    const error: unknown = await start.then(
      () => undefined,
      (thrown: unknown) => thrown
    )
    assert.instanceOf(error, TypeError)
    assert.include((error as TypeError).message, `The prefix ${JSON.stringify(prefix)} is not a valid path`)
  })

  it.each([
    [{ publicUrl: "https://ops.example.com" }, "https://ops.example.com"],
    [{ publicUrl: "https://ops.example.com/", prefix: "ops" }, "https://ops.example.com/ops"],
    [{ publicUrl: "https://example.com/gateway/", prefix: "/ops" }, "https://example.com/gateway"]
  ])("names the server with %j as %s", async (options, url) => {
    assert.strictEqual(await serverOf(options, `${"prefix" in options ? "/ops" : ""}/openapi.json`), url)
  })

  it.each(["ops.example.com", "ftp://x", "https://x?y", "https://x#y", "https://u:p4ss@x", ""])(
    "refuses the public URL %j at the start, and does not repeat it",
    async (publicUrl) => {
      const start = createAgentOperations({ families: [views()], publicUrl, database })
      const error: unknown = await start.then(
        () => undefined,
        (thrown: unknown) => thrown
      )
      assert.instanceOf(error, TypeError)
      assert.notInclude((error as TypeError).message, "p4ss")
    }
  )
})

describe("the credentials that the document names", () => {
  const documentOf = async (options: Options) => {
    const kit = await createAgentOperations({ families: [views()], ...options, database })
    const text = await (await kit.fetch(new Request("http://test/openapi.json"))).text()
    await kit.close()
    return { text, document: JSON.parse(text) as Document }
  }

  it("C2: under a verify of the host's own, a bearer and nothing of keys and OAuth", async () => {
    const { text, document } = await documentOf({ verify: () => null })
    assert.hasAllKeys(document.components.securitySchemes, ["bearer"])
    for (const { post } of Object.values(document.paths)) {
      assert.deepStrictEqual(
        post.security.map((one) => Object.keys(one)),
        [["bearer"]]
      )
    }
    assert.notMatch(text, /aok_|oauth|api\/auth/i)
  })

  it("C2: with keys of its own, those, and nothing of OAuth", async () => {
    const { text, document } = await documentOf({})
    assert.hasAllKeys(document.components.securitySchemes, ["bearer"])
    assert.include(text, "aok_")
    assert.notMatch(text, /oauth|api\/auth/i)
  })
})
