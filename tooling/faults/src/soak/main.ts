/**
 * Serves a modest load for a long time on both databases at once, and looks whether anything grows that should not.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/faults/src/soak/main.ts --minutes 60 --rate 50
 */
import { parseArgs } from "node:util"
import { endLeftovers } from "../leftovers.ts"
import { databaseNames, soak } from "./soak.ts"

const { values: given } = parseArgs({
  options: {
    only: { type: "string", default: databaseNames.join() },
    minutes: { type: "string", default: "60" },
    rate: { type: "string", default: "25" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    json: { type: "boolean", default: false }
  }
})
const [minutes, rate, seed] = [Number(given.minutes), Number(given.rate), Number(given.seed)]
const names = databaseNames.filter((name) => given.only.split(",").includes(name))
const outcomes = await endLeftovers(() =>
  Promise.all(names.map((name) => soak(name, { minutes, rate, seed, tell: (line) => console.error(line) })))
)
const report = {
  tool: "soak",
  seed,
  seconds: Math.round(minutes * 60),
  figures: outcomes.flatMap(({ figures }) => figures),
  failures: outcomes.flatMap(({ failures }) => failures)
}
if (given.json) console.log(JSON.stringify(report))
else {
  for (const [label, value] of report.figures) console.log(`${String(value).padStart(24)}  ${label}`)
  for (const failure of report.failures) console.log(`FAILED  ${failure}`)
  console.log(`${report.failures.length} failures in ${report.seconds} s (seed ${seed})`)
}
process.exitCode = report.failures.length === 0 ? 0 : 1
