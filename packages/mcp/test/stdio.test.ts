import { PassThrough } from "node:stream"
import { viewFamilies } from "@agent-operations/contract"
import { everything, type Port, serveStdio } from "@agent-operations/mcp"
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio"
import { assert, it } from "vitest"

/** Serves over streams of this process, and answers one line with one line. */
const serve = (port: Port, options: Omit<Parameters<typeof serveStdio>[1], "families" | "transport"> = {}) => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const handle = serveStdio(port, {
    families: viewFamilies,
    ...options,
    transport: new StdioServerTransport(stdin, stdout)
  })
  const lines = stdout[Symbol.asyncIterator]()
  return {
    close: () => handle.close(),
    ask: async (id: number, method: string, params: object) => {
      stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
      return JSON.parse(String((await lines.next()).value))
    }
  }
}

const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }

it("C4: serves a port over stdio: tools are listed and called, and errors are results with their hint", async () => {
  const called: Array<unknown> = []
  const error = { code: "NOT_FOUND", message: "There is none.", hint: "List them." } as const
  const { ask, close } = serve({
    call: async (operation, input, options) => {
      called.push([operation, input, options?.signal instanceof AbortSignal])
      return operation === "get_page_view" ? { error } : { data: { items: [], nextCursor: "next" } }
    }
  })
  const { result: greeted } = await ask(1, "initialize", hello)
  assert.deepInclude(greeted, { protocolVersion: "2025-11-25" })
  assert.hasAllKeys(greeted.capabilities, ["tools", "resources", "prompts", "completions"])
  assert.lengthOf((await ask(2, "tools/list", {})).result.tools, 23)
  const listed = await ask(3, "tools/call", { name: "list_page_views", arguments: { search: "x" } })
  assert.deepStrictEqual(listed.result.structuredContent, { items: [], nextCursor: "next" })
  assert.include(listed.result.content[1].text, '{"cursor":"next"}')
  const missing = await ask(4, "tools/call", { name: "get_page_view", arguments: { id: "pv_1" } })
  assert.deepStrictEqual([missing.result.isError, missing.result.structuredContent], [true, { error }])
  assert.deepStrictEqual(called, [
    ["list_page_views", { search: "x", limit: 10 }, true],
    ["get_page_view", { id: "pv_1" }, true]
  ])
  await close()
})

it("shows over stdio what was selected, and answers 2026-07-28 as well", async () => {
  const port = { call: () => assert.fail("nothing is called") }
  const { ask, close } = serve(port, { selection: { ...everything, readonly: true, toolsets: ["page-views"] } })
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {}
  }
  const { result } = await ask(1, "server/discover", { _meta })
  assert.include(result.supportedVersions, "2026-07-28")
  const { tools } = (await ask(2, "tools/list", { _meta })).result
  assert.lengthOf(tools, 6)
  await close()
})
