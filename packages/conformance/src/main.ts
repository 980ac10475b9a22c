#!/usr/bin/env node
import { writeFileSync } from "node:fs"
import { familiesIn, targetIn } from "./command/modules.ts"
import { type Given, help, readOptions, settingsOf, targetOf } from "./command/options.ts"
import { renderJUnit } from "./junit.ts"
import { renderSummary, renderVerdict } from "./report.ts"
import { type Report, runConformance } from "./run.ts"

const print = (line: string) => process.stdout.write(`${line}\n`)
const tell = (line: string) => process.stderr.write(`${line}\n`)

const exitCodeOf = ({ holds, obstacle, verdicts }: Report): number => {
  if (obstacle !== undefined) return 2
  return verdicts.some(({ outcome }) => outcome.status === "broken") ? 1 : holds ? 0 : 3
}

const run = async (given: Given) => {
  const settings = settingsOf(given)
  const families = await familiesIn(given.families)
  // Before the run, and not after it, is told that there is no such directory.
  if (given.junit !== undefined) writeFileSync(given.junit, "")
  const module = await targetIn(given.target)
  try {
    const target = targetOf(given, module, process.env)
    const report = await runConformance(target, { ...settings, families }, (verdict) => tell(renderVerdict(verdict)))
    if (given.junit !== undefined) writeFileSync(given.junit, renderJUnit(report))
    if (given.json === true) print(JSON.stringify(report))
    else if (report.obstacle === undefined) print(`\n${renderSummary(report)}`)
    else tell(renderSummary(report))
    process.exitCode = exitCodeOf(report)
  } finally {
    await module.close?.()
  }
}

try {
  const given = readOptions()
  if (given.help === true) print(help)
  else await run(given)
} catch (error) {
  tell(`${error instanceof Error ? error.message : String(error)}\nSee --help.`)
  process.exitCode = 2
}
