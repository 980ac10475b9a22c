import type { Rejected, Report, Verdict } from "./run.ts"
import { partOf } from "./coverage.ts"
import type { Obstacle } from "./obstacles.ts"
import { renderPower } from "./power.ts"
import { whyOf } from "./prepare.ts"
import type { Outcome } from "./runner.ts"

const indented = (text: string) => text.replaceAll("\n", "\n        ")

/** What was seen of a broken law, and the last calls of the shortest history that breaks it. */
export const renderBroken = ({ law, message, history }: Extract<Outcome, { readonly status: "broken" }>): string => {
  const steps = history.slice(-60).map(({ sent, answered }) => `> ${sent}\n< ${answered}`)
  const omitted = history.length > 60 ? [`… ${history.length - 60} calls before`] : []
  return [`${law}: ${message}`, ...omitted, ...steps].join("\n")
}

/** A verdict as a line of text; below it, for a broken law, the message and the shortest history. */
export const renderVerdict = ({ law, title, outcome, seconds }: Verdict): string => {
  const line = `${law.padEnd(3)} ${outcome.status.padEnd(12)} ${title} (${seconds.toFixed(1)} s)`
  switch (outcome.status) {
    case "held":
      return line
    case "not checked":
    case "inconclusive":
      return `${line}\n        ${outcome.why}`
    case "broken":
      return `${line}\n        ${indented(renderBroken(outcome))}`
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

const grouped = <A>(
  all: ReadonlyArray<A>,
  by: (one: A) => string
): ReadonlyArray<readonly [string, ReadonlyArray<A>]> =>
  [...new Set(all.map(by))].map((key) => [key, all.filter((one) => by(one) === key)])

/** How much of each law was looked at: those that were whole by name, and of the others what was not, and why. */
const renderShares = ({ coverage, shares }: Pick<Report, "coverage" | "shares">): ReadonlyArray<string> => {
  const whole = shares.filter((one) => one.held === one.requirements && one.made === one.checks)
  const partial = shares.filter((one) => !whole.includes(one))
  const [all, seen, held] = [
    coverage.length,
    shares.reduce((sum, { lookedAt }) => sum + lookedAt, 0),
    shares.reduce((sum, share) => sum + share.held, 0)
  ]
  return [
    `${seen} of ${all} requirements were looked at, and ${held} of them held.`,
    ...(whole.length === 0 ? [] : [`  Whole: ${whole.map((one) => one.of).join(", ")}.`]),
    ...partial.map((one) => {
      const own = coverage.filter(({ requirement, why }) => why !== undefined && partOf(requirement) === one.of)
      const missing = grouped(own, ({ why }) => why!).map(
        ([why, some]) => ` Not ${some.map(({ requirement }) => requirement).join(", ")}: ${why}.`
      )
      const broken = one.lookedAt - one.held
      return [
        `  ${one.of}: ${one.lookedAt} of ${one.requirements}`,
        one.checks === 0 ? "" : `, by ${one.made} of ${one.checks} checks`,
        broken === 0 ? "." : `, ${broken} not held.`,
        ...missing
      ].join("")
    })
  ]
}

/** What to do where a server rejects an example. */
export const rejectedAdvice =
  "Give the target a fixture of the kind, which the validation takes, or declare an example that it takes."

/** Why nothing of a kind could be created, and what to do. */
const renderRejected = ({ kind, status, code, message, checks }: Rejected): string =>
  `Your validation rejects the example of ${kind}: ${status} ${code}: ${message}\n` +
  `  ${checks} checks of it were not made; this breaks no law. ${rejectedAdvice}`

/** What was not made, by why not: of a quick run, what it left out. */
const renderNotMade = (verdicts: ReadonlyArray<Verdict>, saidElsewhere: ReadonlyArray<string>): ReadonlyArray<string> =>
  grouped(
    verdicts.flatMap(({ outcome }) => (outcome.status === "not checked" ? [outcome.why] : [])),
    (why) => why
  )
    .filter(([why]) => !saidElsewhere.includes(why))
    .map(([why, some]) => `  ${some.length} not checked: ${why}`)

/** A report as text: how many checks held, by family, how much of each law that is, and how to run the broken ones again. */
export const renderSummary = ({
  url,
  seed,
  verdicts,
  coverage,
  shares,
  calls,
  tries,
  rejected,
  obstacle
}: Report): string => {
  if (obstacle !== undefined) return renderObstacle(obstacle)
  const broken = [...new Set(verdicts.flatMap(({ outcome }) => (outcome.status === "broken" ? [outcome.law] : [])))]
  const power = renderPower(tries)
  return [
    `${url}: ${tally(verdicts)}, in ${calls} calls (seed ${seed}).`,
    ...renderFamilies(verdicts),
    ...renderNotMade(
      verdicts,
      rejected.map(({ kind }) => whyOf(kind))
    ),
    ...rejected.map(renderRejected),
    ...(broken.length === 0
      ? []
      : [`Broken: ${broken.join(", ")}. To run the same again: --seed ${seed} --law ${broken.join(",")}`]),
    ...(verdicts.some(({ outcome }) => outcome.status === "inconclusive")
      ? ["What is inconclusive is neither held nor broken: the server, or the way to it, was not well. Run it again."]
      : []),
    ...(power === undefined ? [] : [power]),
    ...renderShares({ coverage, shares })
  ].join("\n")
}
