/**
 * Breaks what the server stands on, and looks whether it kept its word.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/faults/src/main.ts --only kill-writes --count 100 --seed 7
 */
import { parseArgs } from "node:util"
import { runFaults, scenarios } from "./run.ts"

const { values: given } = parseArgs({
  options: {
    only: { type: "string" },
    count: { type: "string" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    long: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
})

const names = Object.keys(scenarios)
if (given.help) {
  console.log(
    `--only ${names.join(",")}\n--count N  how many times each, in place of a few\n--long     as often as the figures in docs/reliability.md\n--seed N\n--json`
  )
} else {
  const only = given.only?.split(",") ?? names
  const stranger = only.find((name) => !names.includes(name))
  if (stranger !== undefined) throw new Error(`There is no scenario ${stranger}: ${names.join(", ")}.`)
  const report = await runFaults(
    {
      only,
      seed: Number(given.seed),
      count: given.count === undefined ? undefined : Number(given.count),
      long: given.long
    },
    (line) => console.error(line)
  )
  if (given.json) console.log(JSON.stringify(report))
  else {
    for (const [label, value] of report.figures) console.log(`${String(value).padStart(8)}  ${label}`)
    for (const failure of report.failures) console.log(`FAILED  ${failure}`)
    console.log(`${report.failures.length} failures in ${report.seconds} s (seed ${report.seed})`)
  }
  process.exitCode = report.failures.length === 0 ? 0 : 1
}
