/**
 * The figures of the command line: what `--help`, a command up to its request (`--curl` prints it instead) and one with it load,
 * and their user CPU to that of `node -e 0`; and the size of the package. It must be built. What is held is what they load: a busy
 * machine adds to the CPU, of 4, 5 and 7 times at rest. Node's own `fetch` takes 4 times as much as `node -e 0`.
 */
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { json } from "node:stream/consumers"
import { promisify } from "node:util"
import { median } from "../client/median.ts"
import { root } from "../publicPackages.ts"

const directory = join(root, "packages", "cli")
const program = join(directory, "dist", "main.js")

/** Bytes of the modules that are loaded, and of the package. */
const most = { help: 320_000, command: 350_000, request: 350_000, bytes: 2_000_000 }

const runs = 5
const rounds = 7

/** The user CPU of some runs, in seconds: a shell knows it of its children. */
const userCpu = async (args: ReadonlyArray<string>, environment: Record<string, string>): Promise<number> => {
  const loop = `for i in $(seq ${runs}); do "$@" >/dev/null || exit 1; done; times`
  const { stdout } = await promisify(execFile)("sh", ["-c", loop, "sh", process.execPath, ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...environment }
  })
  const [, minutes, seconds] = /\n(\d+)m([\d.]+)s/.exec(stdout) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

interface Loaded {
  readonly modules: number
  readonly bytes: number
  readonly fetches: boolean
}

const tells = join(import.meta.dirname, "tells-loaded.ts")

const loadedBy = async (args: ReadonlyArray<string>, environment: Record<string, string>): Promise<Loaded> => {
  const child = spawn(process.execPath, ["--import", tells, ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...environment },
    stdio: ["ignore", "ignore", "inherit", "pipe"]
  })
  const [loaded] = await Promise.all([json(child.stdio[3] as Readable), once(child, "exit")])
  return loaded as Loaded
}

const server = createServer((request, response) => {
  request.resume().once("end", () => response.end('{"data":{"items":[],"nextCursor":null}}'))
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const environment = {
  AGENT_OPERATIONS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  AGENT_OPERATIONS_API_KEY: "aok_x"
}

const list = [program, "page-views", "list", "--json"]
const measured = { help: [program, "--help"], command: [...list, "--curl"], request: list }
const ratios: Record<keyof typeof measured, Array<number>> = { help: [], command: [], request: [] }
for (let round = 0; round <= rounds; round++) {
  const alone = await userCpu(["-e", "0"], {})
  for (const name of ["help", "command", "request"] as const) {
    const ratio = (await userCpu(measured[name], environment)) / alone
    // The first round compiles.
    if (round > 0) ratios[name].push(ratio)
  }
}
const loaded = {
  help: await loadedBy(measured.help, environment),
  command: await loadedBy(measured.command, environment),
  request: await loadedBy(measured.request, environment)
}
server.close()

const { files } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as { readonly files: Array<string> }
const published = globSync(
  files.map((folder) => `${folder}/**/*.{js,ts}`),
  { cwd: directory }
)
const bytes = ["package.json", "README.md", ...published]
  .map((file) => statSync(join(directory, file)).size)
  .reduce((sum, size) => sum + size, 0)

const failures: Array<string> = []
const hold = (holds: boolean, failure: string) => void (holds || failures.push(failure))
const titles = { help: "--help", command: "a command up to its request", request: "a command with its request" }
for (const name of ["help", "command", "request"] as const) {
  const { modules, bytes: loadedBytes, fetches } = loaded[name]
  const ratio = median(ratios[name]).toFixed(2)
  console.log(`${titles[name]}: ${loadedBytes} bytes in ${modules} modules; the user CPU of node -e 0 ${ratio} times`)
  hold(modules > 0 && loadedBytes <= most[name], `${titles[name]} loads more than ${most[name]} bytes of modules`)
  hold(fetches === (name === "request"), `${titles[name]} ${fetches ? "loads" : "does without"} Node's fetch`)
}
console.log(`The package: ${bytes} bytes unpacked`)
hold(bytes <= most.bytes, `The package is more than ${most.bytes} bytes`)
for (const failure of failures) console.log(`FAILED  ${failure}`)
process.exitCode = failures.length === 0 ? 0 : 1
