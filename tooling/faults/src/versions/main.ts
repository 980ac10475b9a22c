/**
 * Upgrades from the last version before the newest migration to this one, under load, and holds both to the laws, side by
 * side. The older one is checked out and installed in `.cache/versions`; `--older` names another commit or tag.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/faults/src/versions/main.ts --rounds 10 --seed 7
 */
import { parseArgs } from "node:util"
import { endLeftovers } from "../leftovers.ts"
import { beforeLastMigration, checkOut, git, root } from "./check-out.ts"
import { sideBySide } from "./side-by-side.ts"
import { upgrade } from "./upgrade.ts"

const { values: given } = parseArgs({
  options: {
    older: { type: "string", default: beforeLastMigration() },
    rounds: { type: "string", default: "10" },
    writes: { type: "string", default: "200" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    json: { type: "boolean", default: false }
  }
})

const began = performance.now()
const tell = (line: string) => console.error(line)
const [rounds, writes, seed] = [Number(given.rounds), Number(given.writes), Number(given.seed)]
const commit = git("rev-parse", given.older)
const older = checkOut(commit)
const outcomes = await endLeftovers(async () => [
  await upgrade({ older, rounds, writes, tell }),
  await sideBySide({ older, newer: root, seed, tell })
])
const report = {
  tool: "versions",
  seed,
  seconds: Math.round((performance.now() - began) / 1000),
  figures: [
    ["older version", git("log", "-1", "--format=%h, %cs", commit)],
    ["newer version", git("log", "-1", "--format=%h, %cs")],
    ...outcomes.flatMap(({ figures }) => figures)
  ],
  failures: outcomes.flatMap(({ failures }) => failures)
}
if (given.json) console.log(JSON.stringify(report))
else {
  for (const [label, value] of report.figures) console.log(`${String(value).padStart(24)}  ${label}`)
  for (const failure of report.failures) console.log(`FAILED  ${failure}`)
  console.log(`${report.failures.length} failures in ${report.seconds} s (seed ${seed})`)
}
process.exitCode = report.failures.length === 0 ? 0 : 1
