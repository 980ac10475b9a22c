/**
 * Runs everything but the tests that must hold before a change lands, goes on after a failure, and counts:
 * `npm run check`, or `npm run check -- lint knip` for some of them. `npm run check -- changed` runs the quick ones, over what
 * differs from `main`.
 *
 * Each check is a script of the root's package.json. Prints `N passed, N failed` as its last line.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { availableParallelism, constants } from "node:os"
import { changesIn, type Job, jobsOf, scriptOf } from "./changed.ts"
import { root } from "./publicPackages.ts"

const checks: ReadonlyArray<string> = [
  "check:knip",
  "lint",
  "format:check",
  "check:types",
  "check:drift",
  "check:contract",
  "check:lockfile",
  "check:spelling",
  "check:prose",
  "build",
  "check:installs",
  "check:runtimes",
  "check:bundlers",
  "check:release",
  "check:attw",
  "check:api",
  "check:imports",
  "check:publint",
  "check:bundle",
  "check:client",
  "check:cli"
]

/** What takes too long for every change: only by its name. */
const longer: ReadonlyArray<string> = ["check:generators", "check:next", "check:sdks"]

/** What has to end before a check begins: knip reads what a build writes. Each stands before it in the list. */
const before: Readonly<Record<string, string>> = {
  build: "check:knip",
  "check:installs": "build",
  "check:runtimes": "build",
  "check:bundlers": "build",
  "check:attw": "build",
  "check:release": "build",
  "check:api": "build",
  "check:imports": "build",
  "check:publint": "build",
  "check:client": "build",
  "check:cli": "build",
  "check:next": "build"
}

/** A check says nothing unless it fails. */
const holds = async ({ name, command: [program = "", ...parameters] }: Job): Promise<boolean> => {
  const begun = performance.now()
  const child = spawn(program, parameters, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
    // A group of its own, so that a signal ends what the check has started as well. Windows has none.
    detached: process.platform !== "win32"
  })
  children.add(child)
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += String(chunk)))
  const [status] = await once(child, "close").catch((error: Error) => ((output += error.message), [undefined]))
  children.delete(child)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${status === 0 ? "ok    " : "FAILED"}  ${name} (${seconds} s)`)
  if (status !== 0) console.log(output)
  return status === 0
}

const children = new Set<ChildProcess>()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    for (const { pid } of children) if (pid !== undefined) end(pid, signal)
    process.exit(128 + constants.signals[signal])
  })
}

/** Ends a check with all that it started. */
const end = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal)
  } catch {
    // It is gone.
  }
}

const asked = process.argv.slice(2)
const known = [...checks, ...longer, "changed"]
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown check ${unknown.join(", ")}: one of ${known.join(", ")} is expected.`)
  process.exit(1)
}

const script = (name: string): Job => ({ name, command: scriptOf(name) })

/** The checks of what differs from main, after a line that says what that is. */
const changed = (): ReadonlyArray<Job> => {
  const changes = changesIn(root)
  const { files, since } = changes
  const shown = files.length > 10 ? [...files.slice(0, 10), "…"] : files
  console.log(
    [`${files.length} files differ from ${since}`, ...(files.length > 0 ? [shown.join(", ")] : [])].join(": ")
  )
  return jobsOf(root, changes)
}

const waiting = (asked.length > 0 ? asked : checks).flatMap((name) => (name === "changed" ? changed() : [script(name)]))
const running = new Map<string, Promise<boolean>>()

/** Runs what waits, one after the other. */
const lane = async () => {
  for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
    const next = job
    const first = running.get(before[next.name] ?? "")
    const held = Promise.resolve(first).then(() => holds(next))
    running.set(next.name, held)
    await held
  }
}
// Two at a time: many wait for the network, or have work for one core.
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane))
const results = await Promise.all(running.values())
const passed = results.filter(Boolean).length
console.log(`${passed} passed, ${results.length - passed} failed`)
process.exitCode = passed === results.length ? 0 : 1
