/**
 * Imports every export of every public package as Node does it for a host: built, and without the condition by which
 * this repository reads sources.
 */
import { spawnSync } from "node:child_process"
import { posix } from "node:path"
import { publicPackages } from "./publicPackages.ts"

const { NODE_OPTIONS: _, ...environment } = process.env

let failed = false
for (const { name, directory, exports } of publicPackages()) {
  const specifiers = Object.keys(exports)
    // A worker's module is for a thread alone.
    .filter((path) => !path.endsWith(".json") && !path.endsWith("-worker"))
    .map((path) => posix.join(name, path))
  const code = specifiers.map((specifier) => `await import(${JSON.stringify(specifier)})`).join("\n")
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: directory,
    encoding: "utf8",
    env: environment
  })
  console.log(`${status === 0 ? "ok    " : "FAILED"}  ${specifiers.join(", ")}`)
  if (status !== 0) console.log(stderr)
  failed ||= status !== 0
}
process.exitCode = failed ? 1 : 0
