import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** A project with the real bootstrap, whose npm and pnpm only pretend and keep a list of their calls. */
export interface Project {
  readonly directory: string
  readonly write: (file: string, text: string) => void
  readonly has: (file: string) => boolean
  /** What npm and pnpm were called with so far, such as `pnpm install --frozen-lockfile …`. */
  readonly calls: () => ReadonlyArray<string>
  readonly run: (args: ReadonlyArray<string>, environment?: Record<string, string>) => Run
  readonly remove: () => void
}

export interface Run {
  readonly child: ChildProcess
  /** Everything on standard output and error so far. */
  readonly said: () => string
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
}

const bootstrap = dirname(import.meta.dirname)

/** The pinned pnpm, whose hash is known. */
export const { packageManager }: { packageManager: string } = JSON.parse(
  readFileSync(join(bootstrap, "..", "..", "package.json"), "utf8")
)

/** Notes its call, then does as `FAKE_NPM` or `FAKE_PNPM` says: fails with that text, hangs, or does its work. */
const fake = (name: string, work: string) => `#!/usr/bin/env node
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
const args = process.argv.slice(2)
const behaviour = process.env.FAKE_${name.toUpperCase()}
if (args[0] === "--version") process.exit(0)
appendFileSync(process.env.CALLS, "${name} " + args.join(" ") + "\\n")
if (behaviour === "hang") setTimeout(() => {}, 15_000)
else if (behaviour !== undefined) { console.error(behaviour); process.exitCode = 1 }
else setTimeout(() => { ${work} }, 200)
`

const fakePnpm = fake("pnpm", `mkdirSync("node_modules", { recursive: true })`)

const fakeNpm = fake(
  "npm",
  `const [name] = Object.keys(JSON.parse(readFileSync("package.json", "utf8")).dependencies)
   const place = "node_modules/" + name
   mkdirSync(place, { recursive: true })
   writeFileSync(place + "/package.json", '{ "type": "module" }')
   writeFileSync(place + "/pnpm", ${JSON.stringify(fakePnpm)})
   chmodSync(place + "/pnpm", 0o755)`
)

export const makeProject = (main: string): Project => {
  const directory = mkdtempSync(join(tmpdir(), "bootstrap-"))
  const calls = join(directory, "calls")
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(directory, file)), { recursive: true })
    writeFileSync(join(directory, file), text)
  }
  cpSync(bootstrap, join(directory, "tooling", "bootstrap"), {
    recursive: true,
    filter: (path) => !path.includes("node_modules")
  })
  write("package.json", JSON.stringify({ type: "module", packageManager }))
  write("pnpm-lock.yaml", "lockfileVersion: '9.0'\n")
  write("pnpm-workspace.yaml", "packages: []\n")
  write("calls", "")
  write("fake/package.json", `{ "type": "module" }`)
  write("fake/npm-cli.js", fakeNpm)
  write("apps/server/src/main.ts", main)
  write("packages/console/scripts/start-setup.ts", "")

  return {
    directory,
    write,
    has: (file) => existsSync(join(directory, file)),
    calls: () => readFileSync(calls, "utf8").split("\n").slice(0, -1),
    run: (args, environment = {}) => {
      const { NODE_OPTIONS: _, CI: __, npm_lifecycle_event: ___, ...inherited } = process.env
      const child = spawn(process.execPath, ["tooling/bootstrap/run.mjs", ...args], {
        cwd: directory,
        env: { ...inherited, CALLS: calls, npm_execpath: join(directory, "fake", "npm-cli.js"), ...environment }
      })
      let out = ""
      let err = ""
      child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text))
      child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text))
      const ended = new Promise<Awaited<Run["ended"]>>((resolve) =>
        child.once("close", (code) => resolve({ code, out, err }))
      )
      return { child, said: () => out + err, ended }
    },
    remove: () => rmSync(directory, { recursive: true, force: true })
  }
}
