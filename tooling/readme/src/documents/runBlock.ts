import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "./blocks.ts"

const resolveAs = new URL("./resolveAs.ts", import.meta.url).href

/** Starts a block as a program of its own, as if it were a file of a package: `packages/http`. */
export const startBlock = (code: string, owner: string, env: NodeJS.ProcessEnv = {}): ChildProcess => {
  const directory = mkdtempSync(join(tmpdir(), "readme-"))
  const file = join(directory, "block.mts")
  writeFileSync(file, code)
  const child = spawn(process.execPath, ["--conditions=@agent-operations/source", "--import", resolveAs, file], {
    cwd: directory,
    env: {
      ...process.env,
      NO_COLOR: "1",
      BLOCK_URL: pathToFileURL(file).href,
      BLOCK_OF: pathToFileURL(join(root, owner, "package.json")).href,
      ...env
    }
  })
  child.once("close", () => rmSync(directory, { recursive: true, force: true }))
  return child
}

/** Runs a block to its end; resolves to what it printed, or rejects with what it said if it failed. */
export const runBlock = (code: string, owner: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = startBlock(code, owner)
    let output = ""
    let errors = ""
    child.stdout?.on("data", (chunk) => (output += String(chunk)))
    child.stderr?.on("data", (chunk) => (errors += String(chunk)))
    child.once("error", reject)
    child.once("close", (code) => (code === 0 ? resolve(output.trim()) : reject(new Error(`${output}${errors}`))))
  })
