import type { Report, Verdict } from "./run.ts"
import type { Coverage } from "./coverage.ts"
import { renderPower } from "./power.ts"
import type { Obstacle } from "./obstacles.ts"

const indented = (text: string) => text.replaceAll("\n", "\n        ")

/** A verdict as a line of text; below it, for a broken law, the message and the shortest history. */
export const renderVerdict = ({ law, title, outcome, seconds }: Verdict): string => {
  const line = `${law.padEnd(3)} ${outcome.status.padEnd(12)} ${title} (${seconds.toFixed(1)} s)`
  switch (outcome.status) {
    case "held":
      return line
    case "not checked":
    case "inconclusive":
      return `${line}\n        ${outcome.why}`
    case "broken": {
      const steps = outcome.history.slice(-60).map(({ sent, answered }) => `        > ${sent}\n        < ${answered}`)
      const omitted = outcome.history.length > 60 ? [`        … ${outcome.history.length - 60} calls before`] : []
      return [line, `        ${outcome.law}: ${indented(outcome.message)}`, ...omitted, ...steps].join("\n")
    }
  }
}

/** Why nothing could be checked, and what to do. */
export const renderObstacle = ({ message, advice }: Obstacle): string =>
  `${message}\n${advice}\nNothing was checked; this breaks no law.`

const tally = (verdicts: ReadonlyArray<Verdict>) => {
  const count = (status: string) => verdicts.filter(({ outcome }) => outcome.status === status).length
  const inconclusive = count("inconclusive")
  return [
    `${count("held")} held, ${count("broken")} broken, ${count("not checked")} not checked`,
    ...(inconclusive === 0 ? [] : [`${inconclusive} inconclusive`])
  ].join(", ")
}

/** What a run came to of each family, and of the server as a whole. */
const renderFamilies = (verdicts: ReadonlyArray<Verdict>): ReadonlyArray<string> =>
  [...new Set(verdicts.map(({ family }) => family))].map(
    (family) => `  ${family ?? "the server as a whole"}: ${tally(verdicts.filter((one) => one.family === family))}`
  )

/** Requirements that were not looked at, by why not. */
const renderUnlooked = (unlooked: ReadonlyArray<Coverage>): ReadonlyArray<string> =>
  [...new Set(unlooked.map(({ why }) => why))].map((why) => {
    const names = unlooked.filter((one) => one.why === why).map(({ requirement }) => requirement)
    return `  ${names.join(", ")}: ${why}`
  })

/** A report as text: how many checks held, by family, what was not looked at, and how to run the broken ones again. */
export const renderSummary = ({ url, seed, verdicts, coverage, calls, tries, obstacle }: Report): string => {
  if (obstacle !== undefined) return renderObstacle(obstacle)
  const broken = [...new Set(verdicts.flatMap(({ outcome }) => (outcome.status === "broken" ? [outcome.law] : [])))]
  const power = renderPower(tries)
  const unlooked = coverage.filter(({ why }) => why !== undefined)
  return [
    `${url}: ${tally(verdicts)}, in ${calls} calls (seed ${seed}).`,
    ...renderFamilies(verdicts),
    ...(broken.length === 0
      ? []
      : [`Broken: ${broken.join(", ")}. To run the same again: --seed ${seed} --law ${broken.join(",")}`]),
    ...(verdicts.some(({ outcome }) => outcome.status === "inconclusive")
      ? ["What is inconclusive is neither held nor broken: the server, or the way to it, was not well. Run it again."]
      : []),
    ...(power === undefined ? [] : [power]),
    `${coverage.length - unlooked.length} of ${coverage.length} requirements were looked at. Not these:`,
    ...renderUnlooked(unlooked)
  ].join("\n")
}
