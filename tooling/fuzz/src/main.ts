/**
 * Sends the kit whatever can be sent.
 *
 * @example
 * node --expose-gc --conditions=@agent-operations/source tooling/fuzz/src/main.ts --requests 100000 --seed 7
 * node --conditions=@agent-operations/source tooling/fuzz/src/main.ts --slow 1000
 */
import { parseArgs } from "node:util"
import { runBodies } from "./bodies.ts"
import { runFuzz } from "./run.ts"
import { runSlow } from "./slow.ts"

const { values: given } = parseArgs({
  options: {
    requests: { type: "string", default: "1000" },
    wire: { type: "string" },
    slow: { type: "string" },
    bodies: { type: "string" },
    database: { type: "string" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
})

if (given.help) {
  console.log(
    "--requests N  to each operation, on each database (1000)\n--wire N      below HTTP, on each database (as --requests)\n--slow N      instead, shapes of input to each operation, for the one that takes longest for its size\n--bodies N    instead, fillings of each place of bodies at the limits of their routes\n--database PGlite|PostgreSQL  alone\n--seed N\n--json"
  )
} else {
  const [requests, wire, seed] = [given.requests, given.wire ?? given.requests, given.seed].map(Number)
  const tell = (line: string) => console.error(line)
  const run = () => {
    if (given.bodies !== undefined)
      return runBodies({ fillings: Number(given.bodies), share: 1, maxRatio: 4, seed: seed! }, tell)
    if (given.slow !== undefined) return runSlow({ shapes: Number(given.slow), seed: seed! }, tell)
    return runFuzz({ requests: requests!, wire: wire!, seed: seed!, database: given.database }, tell)
  }
  const report = await run()
  if (given.json) console.log(JSON.stringify(report))
  else {
    for (const [label, value] of report.figures) console.log(`${String(value).padStart(8)}  ${label}`)
    for (const failure of report.failures.slice(0, 50)) console.log(`FAILED  ${failure}`)
    console.log(`${report.failures.length} failures in ${report.seconds} s (seed ${report.seed})`)
  }
  process.exitCode = report.failures.length === 0 ? 0 : 1
}
