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

const address = "https://ops.example.com/api/mcp"

it("the snippets of the README are what each client reads", () => {
  const claude = JSON.parse(block("Claude Code", "json"))
  assert.deepStrictEqual(claude, { mcpServers: { "agent-operations": { type: "http", url: address } } })
  const desktop = JSON.parse(block("Claude Desktop", "json")).mcpServers["agent-operations"]
  assert.strictEqual(desktop.command, "npx")
  assert.include(desktop.args, address)
  assert.deepStrictEqual(JSON.parse(block("Cursor", "json")), { mcpServers: { "agent-operations": { url: address } } })
  const code = JSON.parse(block("VS Code", "json"))
  assert.deepStrictEqual(code, { servers: { "agent-operations": { type: "http", url: address } } })
  assert.match(block("Codex", "toml"), new RegExp(`^\\[mcp_servers\\.agent-operations\\]\nurl = "${address}"\n$`))
})
