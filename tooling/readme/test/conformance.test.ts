import { createDatabase } from "@agent-operations/postgres-for-tests"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, inject, onTestFinished, test } from "vitest"
import { blocksOf, readDocument, root, sectionOf } from "../src/documents/blocks.ts"
import { startServer } from "../src/documents/server.ts"

/** The packages as `npx` finds them once they are built and installed. */
const npx = `#!/bin/sh
case "$1" in
  @agent-operations/conformance) package=conformance ;;
  agent-operations-admin) package=admin ;;
esac
shift
exec "${process.execPath}" --conditions=@agent-operations/source "${root}/packages/$package/src/main.ts" "$@"
`

test("A5, A2: the command holds the reference server with keys that the README's module creates", async () => {
  const { url: database, drop } = await createDatabase(inject("postgresUrl"))
  onTestFinished(drop)
  const { exports, stop } = await startServer({ DATABASE_URL: database })
  onTestFinished(stop)
  const directory = mkdtempSync(join(tmpdir(), "readme-"))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))

  const section = sectionOf(readDocument("packages/conformance/README.md"), "## With keys that it creates and revokes")
  const [module, session] = blocksOf(section)
  writeFileSync(join(directory, "target.ts"), module?.text ?? "")
  writeFileSync(join(directory, "npx"), npx, { mode: 0o755 })
  const env = { ...process.env, PATH: `${directory}:${process.env["PATH"]}`, DATABASE_URL: database }
  const run = (script: string) => promisify(execFile)("sh", ["-euc", script], { cwd: directory, env })

  const organizations = await run("npx agent-operations-admin org list --json")
  const [{ id }] = JSON.parse(organizations.stdout) as [{ id: string }]
  const command = (session?.text ?? "")
    .trim()
    .replace("org_…", id)
    .replace("http://localhost:4400", exports["AGENT_OPERATIONS_URL"] ?? "")
    .replace("aok_…", exports["AGENT_OPERATIONS_API_KEY"] ?? "")
    .replace("prj_…", exports["AGENT_OPERATIONS_PROJECT_ID"] ?? "")
  const { stdout, stderr } = await run(`${command} --law A2,A5 --concurrency 1`)
  expect(stderr).toMatch(/^A5 {2}held {9}a credential that is revoked fails on the next request/m)
  expect(stderr).toMatch(/^A2 {2}held {9}a credential that lacks any one scope is told so/m)
  expect(stdout).toContain(" 0 broken,")
})
