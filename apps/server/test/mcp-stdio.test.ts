import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startOnPostgres } from "./on-postgres.ts"
import { list, type Started } from "./process.ts"

let server: Started
let client: Client
beforeAll(async () => {
  const NODE_OPTIONS = `--import ${pathToFileURL(join(import.meta.dirname, "processes/tell-mcp.ts")).href}`
  server = await startOnPostgres({ NODE_OPTIONS })
  client = new Client({ name: "test", version: "1" })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ["--conditions=@agent-operations/source", join(import.meta.dirname, "processes/mcp-stdio.ts")],
      env: {
        AGENT_OPERATIONS_URL: server.url,
        AGENT_OPERATIONS_API_KEY: server.apiKey,
        AGENT_OPERATIONS_PROJECT_ID: server.projectId
      }
    })
  )
})
afterAll(async () => {
  await client?.close()
  await server?.stop()
})

const call = async (name: string, input: Record<string, unknown>) => {
  const { isError = false, structuredContent } = await client.callTool({ name, arguments: input })
  return { isError, answer: structuredContent as Record<string, never> }
}

describe("a client of MCP over stdio", { shuffle: false }, () => {
  it("loads the console at the first request of it, and not before", async () => {
    assert.strictEqual((await list(server, server.apiKey)).status, 200)
    assert.notInclude(server.printed(), "loads console/src/index.ts")
    assert.strictEqual((await fetch(`${server.url}/sign-in`)).status, 200)
    assert.include(server.printed(), "loads console/src/index.ts")
  })

  it("loads MCP's SDK at the first request of MCP, and not before", async () => {
    assert.strictEqual((await list(server, server.apiKey)).status, 200)
    assert.notInclude(server.printed(), "loads @modelcontextprotocol/")
    const listed = await fetch(`${server.url}/api/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.apiKey}`,
        "x-project-id": server.projectId,
        "content-type": "application/json"
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
    })
    assert.strictEqual(listed.status, 200)
    assert.include(server.printed(), "loads @modelcontextprotocol/server")
  })

  it("C4: a client over stdio creates, is told of a stale revision, and that the server is gone", async () => {
    assert.lengthOf((await client.listTools()).tools, 23)
    const source = { type: "table" }
    const { answer: made } = await call("create_page_view", {
      name: "By stdio",
      source,
      settings: { target: "traces" }
    })
    const { answer: read } = await call("get_page_view", { id: made["id"] })
    assert.deepStrictEqual(read, made)
    const { resourceTemplates } = await client.listResourceTemplates()
    const uri = resourceTemplates[0]!.uriTemplate.replace("{id}", made["id"]!)
    assert.include(JSON.stringify(await client.readResource({ uri })), "By stdio")

    const stale = await call("update_page_view", { id: made["id"], expectedRevision: 2 })
    assert.isTrue(stale.isError)
    assert.deepInclude(stale.answer["error"], {
      code: "CONFLICT",
      details: { expectedRevision: 2, currentRevision: 1 }
    } as never)

    await server.stop()
    const gone = await call("list_page_views", {})
    assert.isTrue(gone.isError)
    assert.deepInclude(gone.answer["error"], { code: "CONNECTION_FAILED" } as never)
  })
})
