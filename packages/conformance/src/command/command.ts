import { writeFileSync } from "node:fs"
import { renderJUnit } from "../junit.ts"
import { renderSummary, renderVerdict } from "../report.ts"
import { type Report, runConformance } from "../run.ts"
import { familiesIn, targetIn } from "./modules.ts"
import { type Given, help, readOptions, settingsOf, targetOf } from "./options.ts"

/** Where a command writes its lines, and what it knows of its surroundings. */
export interface Surroundings {
  readonly print: (line: string) => void
  readonly tell: (line: string) => void
  readonly env: NodeJS.ProcessEnv
}

const exitCodeOf = ({ holds, obstacle, verdicts }: Report): number => {
  if (obstacle !== undefined) return 2
  return verdicts.some(({ outcome }) => outcome.status === "broken") ? 1 : holds ? 0 : 3
}

const run = async (given: Given, { print, tell, env }: Surroundings): Promise<number> => {
  const settings = settingsOf(given)
  const families = await familiesIn(given.families)
  // Before the run, and not after it, is told that there is no such directory.
  if (given.junit !== undefined) writeFileSync(given.junit, "")
  const module = await targetIn(given.target)
  try {
    const target = targetOf(given, module, env)
    const report = await runConformance(target, { ...settings, families }, (verdict) => tell(renderVerdict(verdict)))
    if (given.junit !== undefined) writeFileSync(given.junit, renderJUnit(report))
    if (given.json === true) print(JSON.stringify(report))
    else if (report.obstacle === undefined) print(`\n${renderSummary(report)}`)
    else tell(renderSummary(report))
    return exitCodeOf(report)
  } finally {
    await module.close?.()
  }
}

/** Runs the command, and resolves with its exit code. */
export const runCommand = async (args: ReadonlyArray<string>, surroundings: Surroundings): Promise<number> => {
  try {
    const given = readOptions(args)
    if (given.help !== true) return await run(given, surroundings)
    surroundings.print(help)
    return 0
  } catch (error) {
    surroundings.tell(`${error instanceof Error ? error.message : String(error)}\nSee --help.`)
    return 2
  }
}
