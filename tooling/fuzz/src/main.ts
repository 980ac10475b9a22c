/**
 * Sends the kit whatever can be sent.
 *
 * @example
 * node --expose-gc --conditions=@agent-operations/source tooling/fuzz/src/main.ts --requests 100000 --seed 7
 */
import { parseArgs } from "node:util"
import { runFuzz } from "./run.ts"

const { values: given } = parseArgs({
  options: {
    requests: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
})

if (given.help) {
  console.log("--requests N  to each operation (1000)\n--seed N\n--json")
} else {
  const report = await runFuzz({ requests: Number(given.requests), seed: Number(given.seed) }, (line) =>
    console.error(line)
  )
  if (given.json) console.log(JSON.stringify(report))
  else {
    for (const [label, value] of report.figures) console.log(`${String(value).padStart(8)}  ${label}`)
    for (const failure of report.failures.slice(0, 50)) console.log(`FAILED  ${failure}`)
    console.log(`${report.failures.length} failures in ${report.seconds} s (seed ${report.seed})`)
  }
  process.exitCode = report.failures.length === 0 ? 0 : 1
}
