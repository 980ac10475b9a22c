/**
 * Makes faults in a package by a machine, one at a time, and tells which of them no test notices.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/mutation/src/main.ts --package auth
 */
import { parseArgs } from "node:util"
import { readReport } from "./report.ts"
import { run } from "./stryker.ts"
import { targets } from "./targets.ts"

const { values: given } = parseArgs({
  options: {
    package: { type: "string" },
    files: { type: "string", multiple: true },
    concurrency: { type: "string", default: "2" },
    fresh: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
})

const names = Object.keys(targets).join("|")
const target = targets[given.package ?? ""]

if (given.help || target === undefined) {
  console.log(
    `--package ${names}\n--files GLOB     these sources of it alone, such as 'packages/auth/src/keys/*.ts'; repeatable\n--concurrency N  faults at once (2)\n--fresh          tries again what has not changed since it was tried`
  )
  process.exitCode = given.help ? 0 : 2
} else {
  const begun = performance.now()
  const { concurrency, files, fresh } = given
  const report = await run(given.package!, target, { concurrency: Number(concurrency), files, fresh })
  const { table, survivors, stale } = readReport(report)
  console.log([...table, ""].join("\n"))
  for (const survivor of survivors) console.log(`SURVIVED  ${survivor}`)
  for (const fault of stale) console.log(`EXPLAINED, BUT CAUGHT  ${fault}`)
  console.log(`${survivors.length} unexplained in ${Math.round((performance.now() - begun) / 60_000)} minutes`)
  process.exitCode = survivors.length === 0 && stale.length === 0 ? 0 : 1
}
