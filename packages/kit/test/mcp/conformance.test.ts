import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { createAgentOperations } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { memoryWith } from "@agent-operations/testing/kit"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { families } from "../../examples/own-kind/alert-rules.ts"
import { fixtures } from "./fixtures.ts"

const suite = join(import.meta.dirname, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js")

/** A server of a host that lets anybody in, since the suite has no credential. */
const start = async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const kit = await createAgentOperations({
    families,
    database: await memoryWith(families),
    authenticate: () => ({
      actor: { type: "user", id: "usr_suite", name: "The suite" },
      organizationId: "acme",
      scopes: ["views:read", "views:write", "alerts:read", "alerts:write"],
      projectId: "support"
    }),
    entries: [mcp({ origin }), mcp({ origin, path: "/fixtures/mcp", additions: fixtures })]
  })
  server.on("request", kit.listener)
  const close = () => {
    server.closeAllConnections()
    server.close()
    return kit.close()
  }
  return { origin, close }
}

const runSuite = async (url: string, revision: string, baselines: string) => {
  const results = await mkdtemp(join(tmpdir(), "mcp-conformance-"))
  const baseline = join(import.meta.dirname, baselines, `${revision}.yaml`)
  const child = spawn(
    process.execPath,
    [suite, "server", "--url", url, "--requirements", revision, "--expected-failures", baseline, "-o", results],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NODE_OPTIONS: "" } }
  )
  const [printed, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once("exit", resolve))
  ])
  await rm(results, { recursive: true })
  return { code, printed: printed + errors }
}

describe("MCP's own conformance suite", () => {
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => void (server = await start()))
  afterAll(() => server.close())

  it.each([
    { revision: "2026-07-28", baselines: "baselines", path: "/api/mcp" },
    { revision: "2025-11-25", baselines: "baselines", path: "/api/mcp" },
    { revision: "2026-07-28", baselines: "baselines/fixtures", path: "/fixtures/mcp" },
    { revision: "2025-11-25", baselines: "baselines/fixtures", path: "/fixtures/mcp" }
  ])(
    "$revision at $path: nothing fails but what the baseline gives a reason for",
    async ({ revision, baselines, path }) => {
      const { code, printed } = await runSuite(`${server.origin}${path}`, revision, baselines)
      assert.strictEqual(code, 0, printed)
    }
  )
})
