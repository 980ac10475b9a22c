import { createServer, type IncomingMessage, request, type RequestListener } from "node:http"
import type { AddressInfo, Server } from "node:net"
import { buffer } from "node:stream/consumers"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { createAgentOperations, type AgentOperationsKit } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { agentOperations as forExpress } from "@agent-operations/http/express"
import { agentOperations as forFastify } from "@agent-operations/http/fastify"
import { agentOperations as forHono } from "@agent-operations/http/hono"
import { sharedBrowser } from "@agent-operations/browser-for-tests"
import { memoryWith } from "@agent-operations/testing/kit"
import { getRequestListener } from "@hono/node-server"
import express from "express"
import { fastify } from "fastify"
import { Hono } from "hono"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const chromium = await sharedBrowser()

const hosts: Readonly<Record<string, (kit: AgentOperationsKit) => Promise<Server>>> = {
  "node:http": async (kit) => createServer(kit.at("/ops").listener),
  Express: async (kit) => createServer(express().use("/ops", forExpress(kit))),
  Fastify: async (kit) => {
    const app = fastify()
    await app.register(forFastify(kit), { prefix: "/ops" })
    await app.ready()
    return app.server
  },
  Hono: async (kit) => createServer(getRequestListener(new Hono().route("/ops", forHono(kit)).fetch) as RequestListener)
}

let kit: AgentOperationsKit
beforeAll(
  async () => void (kit = await createAgentOperations({ families: [views()], database: await memoryWith([views()]) }))
)
afterAll(() => kit.close())

describe.each(Object.entries(hosts))("the reference in %s", (_, makeServer) => {
  let server: Server
  let port = 0
  beforeAll(async () => {
    server = await makeServer(kit)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(
    () =>
      new Promise((closed) => {
        server.close(closed)
        ;(server as ReturnType<typeof createServer>).closeAllConnections()
      })
  )

  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    new Promise<{ status: number; headers: IncomingMessage["headers"]; body: Buffer }>((resolve, reject) => {
      const sent = request({ port, host: "127.0.0.1", path: `/ops${path}`, headers, method })
      sent.on("error", reject).on("response", (answer) => {
        const { statusCode: status = 0, headers } = answer
        buffer(answer).then((body) => resolve({ status, headers, body }), reject)
      })
      sent.end()
    })

  it("is compressed as the caller takes it, and the same whatever that is", async () => {
    for (const path of ["/reference", "/reference/viewer.js"]) {
      const plain = await get(path)
      assert.deepStrictEqual([plain.status, plain.headers["content-encoding"]], [200, undefined])
      const tags = new Set([plain.headers.etag])
      for (const [accepted, encoding, decode] of [
        ["gzip, deflate, br", "br", brotliDecompressSync],
        ["gzip", "gzip", gunzipSync],
        ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
        ["br;q=0, *", "gzip", gunzipSync],
        ["*", "br", brotliDecompressSync],
        ["identity", undefined, (body: Buffer) => body]
      ] as const) {
        const { headers, body } = await get(path, { "accept-encoding": accepted })
        assert.strictEqual(headers["content-encoding"], encoding)
        assert.match(headers.vary ?? "", /accept-encoding/i)
        assert.isTrue(decode(body).equals(plain.body))
        if (path.endsWith(".js") && encoding !== undefined) assert.isBelow(body.length * 3, plain.body.length)
        tags.add(headers.etag)
        const head = await get(path, { "accept-encoding": accepted }, "HEAD")
        assert.strictEqual(Number(head.headers["content-length"]), body.length)
      }
      assert.strictEqual(tags.size, 3)
    }
  })

  it("is not sent again to who has it", async () => {
    for (const path of ["/reference", "/reference/viewer.js"]) {
      const headers = { "accept-encoding": "br" }
      const { headers: first } = await get(path, headers)
      assert.isString(first["cache-control"])
      assert.notInclude(first["cache-control"], "no-store")
      for (const tag of [first.etag, `W/${first.etag}`, `"other", ${first.etag}`, "*"]) {
        const { status, body } = await get(path, { ...headers, "if-none-match": tag ?? "" })
        assert.deepStrictEqual([status, body.length], [304, 0])
      }
      assert.strictEqual((await get(path, { ...headers, "if-none-match": '"other"' })).status, 200)
      assert.strictEqual((await get(path, { "if-none-match": first.etag ?? "" })).status, 200)
    }
  })

  it("has a policy of its own, and a small page", async () => {
    const { headers, body } = await get("/reference")
    const policy = String(headers["content-security-policy"])
    assert.include(policy, "default-src 'none'")
    assert.include(policy, "script-src 'self';")
    assert.notMatch(policy, /unsafe-eval|https?:|\*/)
    assert.isBelow(body.length, 2000)
    assert.notMatch(body.toString(), /https?:/)
  })

  it("works in a browser under its policy, and asks no other host", async ({ skip }) => {
    if (chromium.browser === undefined) return skip(chromium.reason)
    await using page = await chromium.browser.newPage()
    const asked: Array<string> = []
    const wrong: Array<string> = []
    page.on("request", (sent) => void asked.push(sent.url()))
    page.on("console", (message) => void (message.type() === "error" && wrong.push(message.text())))
    page.on("pageerror", (error) => void wrong.push(error.message))
    await page.goto(`http://127.0.0.1:${port}/ops/reference`)
    await page.getByText("Create a page view").first().waitFor({ timeout: 60_000 })
    assert.isTrue(asked.some((url) => url.endsWith("/ops/openapi.json")))
    const elsewhere = asked.filter(
      (url) => !/^(?:data|blob):/.test(url) && !url.startsWith(`http://127.0.0.1:${port}/`)
    )
    assert.deepStrictEqual(elsewhere, [])
    assert.deepStrictEqual(wrong, [])
  })
})
