import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runInNewContext } from "node:vm"
import { createClient, settled } from "@agent-operations/client"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { contract } from "../src/services.ts"
import { type CommandLine, installCommandLine } from "./identity/command-line.ts"
import { startOnPostgres } from "./on-postgres.ts"
import type { Started } from "./process.ts"

/** What is said of an example that is not what its operation takes. That what it names is not there is said too. */
const refused = (output: string): boolean =>
  /VALIDATION_ERROR|INTERNAL_ERROR|USAGE|Unknown|--help|-32\d{3}/.test(output) && !/\bare not there\b/.test(output)

/** What this key may not do is, to MCP, a tool that there is not. */
const isKept = (output: string): boolean => /MISSING_SCOPE|HUMAN_REQUIRED/.test(output)

/** What a script prints. */
const bash = (script: string, env: NodeJS.ProcessEnv, cwd: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn("bash", ["--norc", "-c", script], { cwd, env: { ...process.env, ...env }, timeout: 60_000 })
    let output = ""
    child.stdout.on("data", (chunk) => (output += String(chunk)))
    child.stderr.on("data", (chunk) => (output += String(chunk)))
    child.once("error", reject)
    child.once("close", () => resolve(output))
  })

describe("the examples on the pages of operations", () => {
  const folder = mkdtempSync(join(tmpdir(), "examples-"))
  let server: Started
  let line: CommandLine
  beforeAll(async () => {
    server = await startOnPostgres()
    line = await installCommandLine()
  })
  afterAll(async () => {
    await server?.stop()
    await line?.remove()
    rmSync(folder, { recursive: true })
  })

  /** The example below a heading of an operation's page, on this server and in this project; undefined without one. */
  const exampleOf = async (id: string) => {
    const page = await (await fetch(`${server.url}/docs/operations/${id}.md`)).text()
    return (heading: string) =>
      new RegExp(`^### ${heading}\\n+\`\`\`\\w+\\n([\\s\\S]*?)\\n\`\`\``, "m")
        .exec(page)?.[1]
        ?.replaceAll(/http:\/\/127\.0\.0\.1:4400/g, server.url)
  }

  const client = () =>
    createClient({ baseUrl: server.url, credential: server.apiKey, projectId: server.projectId, retries: 0 })

  const byMcp = async (json: string) => {
    const headers = {
      authorization: `Bearer ${server.apiKey}`,
      "x-project-id": server.projectId,
      "content-type": "application/json",
      accept: "application/json, text/event-stream"
    }
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...JSON.parse(json) })
    return (await fetch(`${server.url}/api/mcp?mode=tools`, { method: "POST", headers, body })).text()
  }

  const environment = () => ({
    AGENT_OPERATIONS_URL: server.url,
    AGENT_OPERATIONS_API_KEY: server.apiKey,
    AGENT_OPERATIONS_PROJECT_ID: server.projectId,
    XDG_CONFIG_HOME: folder
  })

  describe.each(contract.families.map((family) => [family.name, family] as const))("of %s", (_, family) => {
    const operations = Object.values(family.operations)

    it("C1, C4: are taken by curl, by the client and by MCP", async () => {
      for (const { id } of operations) {
        const example = await exampleOf(id)
        const curl = await bash(`${example("curl")} --silent`, environment(), folder)
        assert.isFalse(refused(curl), `${id} by curl: ${curl}`)

        const code = example("TypeScript")!.replace(/^await /, "")
        const { error } = await settled(runInNewContext(code, { client: client() }))
        assert.isFalse(refused(`${error?.code} ${error?.message}`), `${id} by the client: ${error?.message}`)

        const tool = example("MCP")
        const answer = tool === undefined || isKept(curl) ? "" : await byMcp(tool)
        assert.isFalse(refused(answer), `${id} by MCP: ${answer}`)
      }
    })

    it("C1: the first is taken by the command line", async () => {
      const [first] = operations.filter(({ surfaces }) => surfaces.includes("cli"))
      if (first === undefined) return
      const command = (await exampleOf(first.id))("Command line")!
      const program = `agent-operations() { "${process.execPath}" "${line.directory}/dist/main.js" "$@"; }`
      const ofNode = { NODE_OPTIONS: "", NODE_COMPILE_CACHE: join(folder, "compiled") }
      const output = await bash(`${program}\n${command} --json`, { ...environment(), ...ofNode }, folder)
      assert.isFalse(refused(output), `${command}: ${output}`)
    })
  })
})
