import { readFileSync } from "node:fs"
import { assert, it } from "vitest"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

/** The block below a heading, in a language. */
const block = (heading: string, language: string) => {
  const section = readme.split(new RegExp(`^### ${heading}$`, "m"))[1] ?? assert.fail(heading)
  return (
    new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? assert.fail(`${heading}: ${language}`)
  )
}

const address = "http://127.0.0.1:4400/api/mcp"
const headers = { Authorization: "Bearer aok_…", "x-project-id": "prj_…" }

it("the snippets of the README are what each client reads", () => {
  const claude = JSON.parse(block("Claude Code", "json"))
  const ofEnvironment = {
    Authorization: "Bearer ${AGENT_OPERATIONS_API_KEY}",
    "x-project-id": "${AGENT_OPERATIONS_PROJECT_ID}"
  }
  assert.deepStrictEqual(claude, {
    mcpServers: { "agent-operations": { type: "http", url: address, headers: ofEnvironment } }
  })
  const desktop = JSON.parse(block("Claude Desktop", "json")).mcpServers["agent-operations"]
  assert.strictEqual(desktop.command, "npx")
  assert.include(desktop.args, address)
  const named = desktop.args.filter((_: string, at: number) => desktop.args[at - 1] === "--header")
  const filled = named.map((header: string) => header.replace(/\$\{(\w+)\}/, (_, name: string) => desktop.env[name]))
  assert.deepStrictEqual(
    filled,
    Object.entries(headers).map(([name, value]) => `${name}:${value}`)
  )
  assert.deepStrictEqual(JSON.parse(block("Cursor", "json")), {
    mcpServers: { "agent-operations": { url: address, headers } }
  })
  const code = JSON.parse(block("VS Code", "json"))
  assert.deepStrictEqual(code, { servers: { "agent-operations": { type: "http", url: address, headers } } })
  const ofCodex = Object.entries(headers).map(([name, value]) => `"${name}" = "${value}"`)
  assert.strictEqual(
    block("Codex", "toml"),
    `[mcp_servers.agent-operations]\nurl = "${address}"\nhttp_headers = { ${ofCodex.join(", ")} }\n`
  )
})
