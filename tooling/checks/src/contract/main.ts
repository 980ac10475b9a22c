/**
 * Holds the operations of every public package to the contract that was released last: a change that breaks callers passes
 * only beside a changeset that says major. `--release` makes the contract of now the released one. Law: C3.
 */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../publicPackages.ts"
import { changesetsIn } from "../release/changesets.ts"
import { breaking } from "./breaking.ts"
import { withoutProse } from "./without-prose.ts"

const released = join(root, "tooling", "checks", "released", "openapi.json")

/** The document of the reference server, which has every family. */
const current = (): object => {
  const parameters = ["--conditions=@agent-operations/source", "apps/server/src/main.ts", "openapi"]
  const document = execFileSync(process.execPath, parameters, { cwd: root, encoding: "utf8", maxBuffer: 64 << 20 })
  return withoutProse(JSON.parse(document))
}

/** The changesets that say major, of any package, as all have one version. */
const majors = () =>
  changesetsIn(root)
    .filter(({ bumps }) => [...bumps.values()].includes("major"))
    .map(({ file }) => file)

if (process.argv.includes("--release")) writeFileSync(released, `${JSON.stringify(current())}\n`)
else {
  const breaks = await breaking(JSON.parse(readFileSync(released, "utf8")), current())
  const allowed = majors()
  if (breaks.length > 0) {
    console.log(`What breaks callers of the released contract:\n${breaks.map((line) => `- ${line}`).join("\n")}`)
    if (allowed.length > 0) console.log(`It is told as major: ${allowed.join(", ")}`)
    else {
      console.log("Keep what was, deprecate it, or say major in a changeset.")
      process.exitCode = 1
    }
  }
}
