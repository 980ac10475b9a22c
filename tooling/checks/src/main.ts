/**
 * Runs everything but the tests that must hold before a change lands, goes on after a failure, and counts:
 * `npm run check`, or `npm run check -- lint knip` for some of them.
 *
 * Each check is a script of the root's package.json. Prints `N passed, N failed` as its last line.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const checks: ReadonlyArray<string> = [
  "lint",
  "format:check",
  "check:types",
  "check:drift",
  "check:lockfile",
  "check:knip",
  "build",
  "check:publint",
  "check:attw",
  "check:imports",
  "check:bundle",
  "check:installs",
  "check:bundlers",
  "check:runtimes"
]

/** What takes too long for every change: only by its name. */
const longer: ReadonlyArray<string> = ["check:next"]

const root = join(import.meta.dirname, "..", "..", "..")

/** A check says nothing unless it fails. */
const holds = (check: string): boolean => {
  const begun = performance.now()
  const { status, stdout, stderr, error } = spawnSync("pnpm", ["run", check], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" }
  })
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${status === 0 ? "ok    " : "FAILED"}  ${check} (${seconds} s)`)
  if (status !== 0) console.log(`${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`)
  return status === 0
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => ![...checks, ...longer].includes(name))
if (unknown.length > 0) {
  console.error(`Unknown check ${unknown.join(", ")}: one of ${[...checks, ...longer].join(", ")} is expected.`)
  process.exit(1)
}
const results = (asked.length > 0 ? asked : checks).map(holds)
const passed = results.filter(Boolean).length
console.log(`${passed} passed, ${results.length - passed} failed`)
process.exitCode = passed === results.length ? 0 : 1
