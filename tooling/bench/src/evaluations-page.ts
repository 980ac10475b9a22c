import type { RunsRound } from "./evaluations/pace.ts"
import type { RunReads } from "./evaluations/reads.ts"
import type { Scoring } from "./evaluations/scoring.ts"
import { markdownTable } from "./markdown.ts"
import { atLeast, atMost, median, number, shown, type Target } from "./targets.ts"

/** Everything that is measured of evaluations. */
export interface EvaluationsResults {
  readonly scoring: Scoring
  readonly runs: ReadonlyArray<RunsRound>
  readonly reads: ReadonlyArray<RunReads>
}

const runsTable = (rounds: ReadonlyArray<RunsRound>) => {
  const row = (name: string, of: (round: RunsRound) => number, text: string, isMet: Target) => [
    name,
    shown({ values: rounds.map(of), isMet }),
    text
  ]
  return markdownTable(
    ["1,000 cases, 20 at once, time as a ratio of turns", "measured", "target"],
    [
      row("PostgreSQL, to the floor", ({ kit, floor }) => floor / kit, "≤ 2", atMost(2)),
      row("PGlite, to the floor", ({ pglite, floor }) => floor / pglite, "≤ 4", atMost(4)),
      row("speed of two processes to one", ({ two, kit }) => two / kit, "≥ 1.5 where cores are free", atLeast(1.5))
    ]
  )
}

const ratesTable = (rounds: ReadonlyArray<RunsRound>) => {
  const names = {
    kit: "PostgreSQL",
    two: "PostgreSQL, two processes",
    pglite: "PGlite",
    floor: "the floor, PostgreSQL"
  } as const
  return markdownTable(
    ["cases a second", "median", "least", "most"],
    Object.entries(names).map(([key, name]) => {
      const values = rounds.map((round) => round[key as keyof typeof names])
      return [name, number(median(values)), number(Math.min(...values)), number(Math.max(...values))]
    })
  )
}

const largest = { PostgreSQL: 3, PGlite: 5 } as const

const sizesTable = (reads: ReadonlyArray<RunReads>) =>
  markdownTable(
    ["runs of so many targets", "", "create, s", "first page, ms", "last page, ms"],
    reads.flatMap(({ database, sizes }) =>
      sizes.map(({ targets, create, first, last }) => [
        number(targets),
        database,
        shown({ values: [create], isMet: atMost(largest[database]) }),
        first.toFixed(1),
        last.toFixed(1)
      ])
    )
  )

const pagesTable = (reads: ReadonlyArray<RunReads>) =>
  markdownTable(
    ["pages of 200 targets, slowest to fastest of all sizes", "measured", "target"],
    reads.map(({ database, sizes }) => {
      const all = sizes.flatMap(({ first, last }) => [first, last])
      return [database, shown({ values: [Math.max(...all) / Math.min(...all)], isMet: atMost(1.3) }), "≤ 1.3"]
    })
  )

const besideTable = (reads: ReadonlyArray<RunReads>) =>
  markdownTable(
    ["p99 of reads by two beside a run at full speed", "idle, ms", "beside, ms", "ratio", "target"],
    reads.map(({ database, idle, beside }) => {
      const most = database === "PostgreSQL" ? 2 : 3
      return [
        database,
        median(idle).toFixed(1),
        median(beside).toFixed(1),
        shown({ values: beside.map((one, n) => one / idle[n]!), isMet: atMost(most) }),
        `≤ ${most}`
      ]
    })
  )

const scoringTable = ({ first, p50, p99 }: Scoring) =>
  markdownTable(
    ["a scorer of code on 1 KB", "ms", "target"],
    [
      ["p50", shown({ values: [p50], isMet: atMost(1) }), "≤ 1"],
      ["p99", p99.toFixed(2), ""],
      ["the first, with all that starts for it", shown({ values: [first], isMet: atMost(150) }), "≤ 150"]
    ]
  )

/** The tables of what was measured of evaluations; what misses its target is bold. */
export const evaluationsTables = ({ scoring, runs, reads }: EvaluationsResults): string =>
  [
    runsTable(runs),
    ratesTable(runs),
    sizesTable(reads),
    pagesTable(reads),
    besideTable(reads),
    scoringTable(scoring)
  ].join("\n\n")

/** docs/performance-evaluations.md: what is known about the tables, as Markdown, and the tables. */
export const evaluationsPage = (results: EvaluationsResults, notes: string): string =>
  `# Performance of evaluations

How fast runs are worked on, how long large runs take to create and read, and what they cost others.

${notes.trim()}

## Measurements

${evaluationsTables(results)}
`
