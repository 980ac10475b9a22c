/**
 * Runs everything but the tests that must hold before a change lands, goes on after a failure, and counts:
 * `npm run check`, or `npm run check -- lint knip` for some of them.
 *
 * Each check is a script of the root's package.json. Prints `N passed, N failed` as its last line.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { availableParallelism } from "node:os"
import { join } from "node:path"

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
const longer: ReadonlyArray<string> = ["check:next", "check:sdks"]

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

const root = join(import.meta.dirname, "..", "..", "..")

/** A check says nothing unless it fails. */
const holds = async (check: string): Promise<boolean> => {
  const begun = performance.now()
  const child = spawn("pnpm", ["run", check], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" }
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += String(chunk)))
  const [status] = await once(child, "close").catch((error: Error) => ((output += error.message), [undefined]))
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${status === 0 ? "ok    " : "FAILED"}  ${check} (${seconds} s)`)
  if (status !== 0) console.log(output)
  return status === 0
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => ![...checks, ...longer].includes(name))
if (unknown.length > 0) {
  console.error(`Unknown check ${unknown.join(", ")}: one of ${[...checks, ...longer].join(", ")} is expected.`)
  process.exit(1)
}

const waiting = asked.length > 0 ? asked : [...checks]
const running = new Map<string, Promise<boolean>>()

/** Runs what waits, one after the other. */
const lane = async () => {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const first = running.get(before[check] ?? "")
    const held = Promise.resolve(first).then(() => holds(check))
    running.set(check, held)
    await held
  }
}
// Two at a time: many wait for the network, or have work for one core.
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane))
const results = await Promise.all(running.values())
const passed = results.filter(Boolean).length
console.log(`${passed} passed, ${results.length - passed} failed`)
process.exitCode = passed === results.length ? 0 : 1
