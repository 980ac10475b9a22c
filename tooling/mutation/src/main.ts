/**
 * Makes faults in a package by a machine, one at a time, and tells which of them no test notices.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/mutation/src/main.ts --package auth
 */
import { parseArgs } from "node:util"
import { noteFigures } from "./figures.ts"
import { readReport } from "./report.ts"
import { run } from "./stryker.ts"
import { targets } from "./targets.ts"

const { values: given } = parseArgs({
  options: {
    package: { type: "string" },
    files: { type: "string", multiple: true },
    sample: { type: "string", default: "Infinity" },
    seed: { type: "string", default: "1" },
    mutator: { type: "string" },
    concurrency: { type: "string", default: "2" },
    fresh: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
})

const names = Object.keys(targets).join("|")
const target = targets[given.package ?? ""]

if (given.help || target === undefined) {
  console.log(
    `--package ${names}\n--files GLOB     these sources of it alone, such as 'packages/auth/src/keys/*.ts'; repeatable\n--sample N       this many of all faults, drawn by the seed (all)\n--seed N         decides the order in which faults are drawn (1)\n--mutator NAME   those of one kind alone, such as SqlText\n--concurrency N  faults at once (2)\n--fresh          tries again what has not changed since it was tried`
  )
  process.exitCode = given.help ? 0 : 2
} else {
  const begun = performance.now()
  const { concurrency, files, fresh, mutator } = given
  const sample = { seed: Number(given.seed), size: Number(given.sample), mutator }
  const { report, all } = await run(given.package!, target, { concurrency: Number(concurrency), files, fresh, sample })
  const { table, survivors, stale, total } = readReport(report)
  console.log([...table, ""].join("\n"))
  for (const survivor of survivors) console.log(`SURVIVED  ${survivor}`)
  for (const fault of stale) console.log(`EXPLAINED, BUT CAUGHT  ${fault}`)
  console.log(`${survivors.length} unexplained in ${Math.round((performance.now() - begun) / 60_000)} minutes`)
  if (files === undefined && mutator === undefined && Number.isFinite(sample.size)) {
    const { made: tried, caught, explained } = total
    const date = new Date().toISOString().slice(0, 10)
    noteFigures(given.package!, { seed: sample.seed, all, tried, caught, explained, date })
  }
  process.exitCode = survivors.length === 0 && stale.length === 0 ? 0 : 1
}
