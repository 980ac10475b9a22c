import type { Compared, Comparison, Figures, Run } from "./model.ts"

const number = (value: number | null): string => (value === null ? "–" : String(Number(value.toPrecision(4))))

const interval = (ends: readonly [number, number] | null): string =>
  ends === null ? "–" : `${number(ends[0])} to ${number(ends[1])}`

const share = (value: number | null): string => (value === null ? "–" : `${number(100 * value)} %`)

const verdicts = { better: "better", worse: "worse", no_evidence: "no evidence" } as const

/** Text in a cell of Markdown. */
const cell = (text: string): string => text.replaceAll(/[\\|`*_<>[\]]/g, "\\$&").replaceAll(/\s+/g, " ")

const rowOf = (alias: string, { mean, ci95, passRate, failed }: Figures, compared: Comparison | undefined) => [
  cell(alias),
  number(mean),
  interval(ci95),
  share(passRate),
  String(failed),
  ...(compared === undefined
    ? []
    : [`${number(compared.difference)} (${interval(compared.ci95)})`, verdicts[compared.verdict]])
]

/** How a run ended, in a sentence. */
const outcome = ({ counts, reason, status }: Run): string => {
  const state = reason === null ? status : `${status} (${reason})`
  return `${state}: ${counts["succeeded"] ?? 0} of ${counts["total"] ?? 0} targets succeeded, ${counts["failed"] ?? 0} failed.`
}

/** What came of a run, in Markdown: for a comment, or for the summary of a job of CI. */
export const markdown = (run: Run, compared: Compared | undefined): string => {
  const heads = ["Scorer", "Mean", "95 %", "Passed", "Failed"]
  const head = compared === undefined ? heads : [...heads, "To the base", "Verdict"]
  const rows = Object.entries(run.statistics).map(([alias, figures]) => rowOf(alias, figures, compared?.scorers[alias]))
  const line = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
  return [
    `## ${cell(run.name)}`,
    "",
    outcome(run),
    "",
    line(head),
    line(head.map(() => "---")),
    ...rows.map(line),
    "",
    `Run \`${run.id}\`${compared === undefined ? "" : `, base \`${compared.baseId}\``}.`,
    ""
  ].join("\n")
}

const scorerText = (run: Run, compared: Compared | undefined) =>
  Object.entries(run.statistics)
    .map(([alias, { mean, ci95, passRate }]) => {
      const figures = `${alias}: ${number(mean)} (${interval(ci95)}), ${share(passRate)} passed`
      const comparison = compared?.scorers[alias]
      if (comparison === undefined) return `${figures}\n`
      const { difference, improved, regressed, verdict } = comparison
      const by = `${number(difference)} to the base (${improved} improved, ${regressed} regressed)`
      return `${figures}; ${by}: ${verdicts[verdict]}\n`
    })
    .join("")

/** The same for a terminal. */
export const summaryText = (run: Run, compared: Compared | undefined): string =>
  `${outcome(run)}\n${scorerText(run, compared)}`
