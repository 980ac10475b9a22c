import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { root } from "./blocks.ts"

const resolveAs = new URL("./resolveAs.ts", import.meta.url).href
const inTurn = fileURLToPath(new URL("./inTurn.ts", import.meta.url))

/** A block, and the package of which it is run as a file: `packages/http`. */
export interface Program {
  readonly code: string
  readonly owner: string
}

/** What a program printed, and what it failed with, if it did. */
export interface Ran {
  readonly output: string
  readonly failure?: string | undefined
}

/** Starts a process for programs, each a file of its own: it runs the first, or what it is given to run them by. */
const start = (programs: ReadonlyArray<Program>, env: NodeJS.ProcessEnv, by?: string): ChildProcess => {
  const directory = mkdtempSync(join(tmpdir(), "readme-"))
  const files = programs.map(({ code }, n) => {
    const file = join(directory, `block-${n}.mts`)
    writeFileSync(file, code)
    return file
  })
  const owners = programs.map(({ owner }, n) => [
    pathToFileURL(files[n]!).href,
    pathToFileURL(join(root, owner, "package.json")).href
  ])
  const child = spawn(
    process.execPath,
    ["--conditions=@agent-operations/source", "--import", resolveAs, by ?? files[0]!],
    {
      cwd: directory,
      env: { ...process.env, NO_COLOR: "1", BLOCKS: JSON.stringify(Object.fromEntries(owners)), ...env },
      stdio: by === undefined ? "pipe" : ["ignore", "ignore", "pipe", "ipc"]
    }
  )
  child.once("close", () => rmSync(directory, { recursive: true, force: true }))
  return child
}

/** Starts a program in a process of its own. */
export const startBlock = (program: Program, env: NodeJS.ProcessEnv = {}): ChildProcess => start([program], env)

/** Runs programs, one after the other in one process, until that ends by itself. */
export const runBlocks = (programs: ReadonlyArray<Program>): Promise<ReadonlyArray<Ran>> =>
  new Promise((resolve, reject) => {
    const child = start(programs, {}, inTurn)
    const ran: Array<Ran> = []
    let errors = ""
    child.on("message", (one) => void ran.push(one as Ran))
    child.stderr?.on("data", (chunk) => (errors += String(chunk)))
    child.once("error", reject)
    child.once("close", (code) => {
      if (code === 0 && ran.length === programs.length) resolve(ran)
      else reject(new Error(`The process ended with ${code} after ${ran.length} programs: ${errors}`))
    })
  })
