import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { linesOf, readDocument, root, shown } from "../src/documents/blocks.ts"

const main = join(root, "packages", "admin", "src", "main.ts")

/** The package as `npx` finds it once it is built and installed. */
const npx = `npx() { shift; "${process.execPath}" --conditions=@agent-operations/source "${main}" "$@"; }`

test("the session in the README of admin prints what it shows, on PGlite", async () => {
  const [session] = shown(readDocument("packages/admin/README.md"), "sh", "text")
  const directory = mkdtempSync(join(tmpdir(), "readme-"))
  const { DATABASE_URL: _, ...env } = process.env
  try {
    const { stdout } = await promisify(execFile)("sh", ["-euc", `${npx}\n${session?.code}`], { cwd: directory, env })
    expect(stdout.trim()).toMatch(linesOf(session?.output ?? ""))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
