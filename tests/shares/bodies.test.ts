import { createServer } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { mcp } from "@agent-operations/mcp/entry"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { traces } from "@agent-operations/traces"
import { viewsWithoutValidation } from "@agent-operations/views"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startKit } from "../kit.ts"

const MiB = 1024 * 1024

describe("bodies that come slowly", () => {
  let host: Awaited<ReturnType<typeof start>>
  let server: ReturnType<typeof createServer>
  const start = () =>
    startKit({ name: "PGlite" }, [viewsWithoutValidation(), traces()], {
      entries: [mcp({})],
      deadline: "5 minutes",
      verify: ({ credential: organizationId }) => ({
        actor: { type: "api_key", id: "key_1", name: "Key" },
        organizationId,
        projectId: "support",
        scopes: ["views:read", "views:write", "traces:read", "traces:write"]
      })
    })
  beforeAll(async () => {
    host = await start()
    server = createServer(host.kit.listener).on("connection", (socket) => void connections.push(socket))
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await host.close()
  })
  const connections: Array<Socket> = []
  const arrived = () => connections.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  const port = () => (server.address() as AddressInfo).port

  const head = (path: string, organization: string, length: number | "chunked", contentType = "application/json") =>
    [
      `POST ${path} HTTP/1.1`,
      "host: test",
      `authorization: Bearer ${organization}`,
      "x-project-id: support",
      `content-type: ${contentType}`,
      "accept: application/json, text/event-stream",
      length === "chunked" ? "transfer-encoding: chunked" : `content-length: ${length}`,
      "\r\n"
    ].join("\r\n")

  /** Begins requests whose bodies never become whole, and waits until what was sent of them has come. */
  const begin = async (count: number, sent: string, ...more: ReadonlyArray<Uint8Array>) => {
    const before = arrived()
    const pieces = [Buffer.from(sent), ...more]
    const sockets = Array.from({ length: count }, () => {
      const socket = connect(port(), "127.0.0.1").on("error", () => {})
      for (const piece of pieces) socket.write(piece)
      return socket
    })
    const bytes = count * Buffer.concat(pieces).length
    await waitUntil("what was sent to come", () => arrived() - before >= bytes)
    return sockets
  }

  const post = async (path: string, organization: string, body: string) => {
    const answer = await fetch(`http://127.0.0.1:${port()}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${organization}`,
        "x-project-id": "support",
        "content-type": "application/json",
        accept: "application/json, text/event-stream"
      },
      body
    })
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() }
  }

  const long = JSON.stringify({ limit: 1 }).padEnd(64 * 1024)
  const lists = (organization: string) => post("/api/agent/list_page_views", organization, long)
  const overMcp = (organization: string) => {
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_page_views", arguments: {} } }
    return post("/api/mcp", organization, JSON.stringify(call).padEnd(64 * 1024))
  }
  const exported = (organization: string) => post("/v1/traces", organization, `{"resourceSpans":[]}`.padEnd(64 * 1024))

  const chunk = Buffer.alloc(MiB, " ")
  const chunked = Buffer.concat([Buffer.from(`${MiB.toString(16)}\r\n`), chunk, Buffer.from("\r\n")])
  /** All of a body of 16 MiB but its last byte. */
  const most = [...Array.from({ length: 15 }, () => chunk), chunk.subarray(1)]
  const ways = [
    {
      name: "operations, announced",
      begin: () => begin(12, head("/api/agent/record_traces", "rival", 16 * MiB), ...most),
      refused: [lists, overMcp]
    },
    {
      name: "operations, in chunks",
      begin: () =>
        begin(12, head("/api/agent/record_traces", "rival", "chunked"), ...Array.from({ length: 16 }, () => chunked)),
      refused: [lists, overMcp]
    },
    {
      name: "MCP",
      begin: () => begin(12, head("/api/mcp", "rival", 16 * MiB), ...most),
      refused: [lists, overMcp]
    },
    {
      name: "OTLP",
      begin: () => begin(6, head("/v1/traces", "rival", 16 * MiB), ...most),
      refused: [exported]
    }
  ]

  it.each(ways)("K3: of $name keep nobody else's out, and are given back", async ({ begin, refused }) => {
    const sockets = await begin()
    for (const ask of refused) {
      await waitUntil("its share to be held", async () => (await ask("rival")).status === 503)
      const { retryAfter, text } = await ask("rival")
      assert.strictEqual(retryAfter, "1")
      assert.include(text, "Retry-After header")
    }
    for (const ask of [lists, overMcp, exported]) assert.strictEqual((await ask("victim")).status, 200)
    // What is short is taken of whoever it is.
    assert.strictEqual((await post("/api/agent/list_page_views", "rival", "{}")).status, 200)
    for (const socket of sockets) socket.destroy()
    for (const ask of refused) {
      await waitUntil("what was held to be given back", async () => (await ask("rival")).status === 200)
    }
  })
})
