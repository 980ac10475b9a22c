import { availableParallelism } from "node:os"
import { ceilingTable } from "./ceiling-page.ts"
import type { Ceiling } from "./ceiling-race.ts"
import { growthTables } from "./growth-page.ts"
import type { Growth } from "./growth-race.ts"
import { markdownTable } from "./markdown.ts"
import type { Result } from "./race.ts"
import { startsTables } from "./starts-page.ts"
import type { Starts } from "./starts-race.ts"
import { ratio, shownRatio, summary } from "./statistics.ts"

/** Everything that the pages are made of. */
export interface Measured {
  /** Runs against the floor and the other libraries, one after the other. */
  readonly runs: ReadonlyArray<ReadonlyArray<Result>>
  readonly embedded: ReadonlyArray<Result>
  /** One process and two. */
  readonly workers: ReadonlyArray<Result>
  readonly growth: ReadonlyArray<Growth>
  readonly ceiling: ReadonlyArray<Ceiling>
  readonly starts: Starts
  /** What is known about the figures, as Markdown. */
  readonly notes: {
    readonly summary: string
    readonly oneConnection: string
    readonly workers: string
    readonly starts: string
  }
}

const peers = ["fastify", "hono", "orpc", "trpc"]

const number = (value: number) => Math.round(value).toLocaleString("en")

/** The kit against one other, for each result that has both. */
const against = (results: ReadonlyArray<Result>, name: string) =>
  results.flatMap(({ work, connections, rounds }) => {
    const [kit, other] = [rounds["kit"], rounds[name]]
    return kit === undefined || other === undefined ? [] : [{ work, connections, kit, other }]
  })

const floorTable = (results: ReadonlyArray<Result>) =>
  markdownTable(
    ["work", "connections", "kit /s", "floor /s", "ratio", "p50 ms", "p99 ms", "p99.9 ms", "p99 to floor's", "CPU µs"],
    against(results, "floor").map(({ work, connections, kit, other }) => {
      const [ours, theirs] = [summary(kit), summary(other)]
      return [
        work,
        String(connections),
        number(ours.perSecond),
        number(theirs.perSecond),
        shownRatio(ratio(kit, other)),
        ours.p50.toFixed(1),
        ours.p99.toFixed(1),
        ours.p999.toFixed(1),
        ratio(kit, other, "p99").median.toFixed(2),
        `${number(ours.cpuMicros)} (${number(theirs.cpuMicros)})`
      ]
    })
  )

const peersTable = (results: ReadonlyArray<Result>) =>
  markdownTable(
    ["work", ...peers],
    results
      .filter(({ rounds, connections }) => connections === 32 && peers.some((peer) => rounds[peer] !== undefined))
      .map(({ work, rounds }) => [
        work,
        ...peers.map((peer) => {
          const [kit, other] = [rounds["kit"], rounds[peer]]
          return kit === undefined || other === undefined ? "" : ratio(kit, other).median.toFixed(2)
        })
      ])
  )

const bar = { height: 18, gap: 8, left: 170, unit: 200 }

/** Bars of how many times as fast the kit is as the floor; the line is one. */
export const plot = (results: ReadonlyArray<Result>): string => {
  const bars = against(results, "floor")
    .filter(({ connections }) => connections === 32)
    .map(({ work, kit, other }) => ({ work, times: ratio(kit, other).median }))
  const height = bars.length * (bar.height + bar.gap) + 30
  const width = bar.left + bar.unit * Math.max(2, ...bars.map(({ times }) => times)) + 60
  const rows = bars.map(({ work, times }, n) => {
    const y = n * (bar.height + bar.gap) + 20
    return [
      `<text x="${bar.left - 8}" y="${y + 13}" text-anchor="end">${work}</text>`,
      `<rect x="${bar.left}" y="${y}" width="${(times * bar.unit).toFixed(0)}" height="${bar.height}" fill="#4a7bb7"/>`,
      `<text x="${(bar.left + times * bar.unit + 6).toFixed(0)}" y="${y + 13}">${times.toFixed(2)}</text>`
    ].join("")
  })
  const one = bar.left + bar.unit
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width.toFixed(0)}" height="${height}" font-family="sans-serif" font-size="12">
<title>How many times as fast the kit is as the hand-written floor, at 32 connections</title>
<rect width="100%" height="100%" fill="#fff"/>
${rows.join("\n")}
<line x1="${one}" y1="10" x2="${one}" y2="${height - 10}" stroke="#c33"/><text x="${one + 4}" y="12" fill="#c33">floor</text>
</svg>
`
}

/** How many times as fast as the floor the kit has to be at 32 connections; nothing is asked of the others. */
const targets: Readonly<Record<string, number>> = {
  "get current": 1,
  "get pinned": 1.5,
  "list of 50": 1,
  "history page of 50": 1,
  create: 1,
  update: 1,
  "80 reads to 20 writes": 1
}
const mostP99 = 1.5
const leastOfPeers = 1.3

const bold = (value: number, isMet: boolean) => (isMet ? value.toFixed(2) : `**${value.toFixed(2)}**`)

/** What each run came to; what misses its target is bold. */
const targetsTable = (runs: ReadonlyArray<ReadonlyArray<Result>>) => {
  const at32 = runs.map((results) => results.filter(({ connections }) => connections === 32))
  const works = at32[0]!.filter(({ rounds }) => rounds["floor"] !== undefined).map(({ work }) => work)
  const ofRuns = (work: string, one: (result: Result) => string) =>
    at32.map((results) => one(results.find((result) => result.work === work)!)).join(", ")
  return markdownTable(
    [
      "work",
      "to the floor",
      "target",
      `p99 to the floor's, at most ${mostP99}`,
      `to the best library, at least ${leastOfPeers}`
    ],
    works.map((work) => {
      const target = targets[work]
      return [
        work,
        ofRuns(work, ({ rounds }) => {
          const times = ratio(rounds["kit"]!, rounds["floor"]!).median
          return bold(times, target === undefined || times >= target)
        }),
        target === undefined ? "" : target.toFixed(1),
        ofRuns(work, ({ rounds }) => {
          const times = ratio(rounds["kit"]!, rounds["floor"]!, "p99").median
          return bold(times, times <= mostP99)
        }),
        ofRuns(work, ({ rounds }) => {
          const least = Math.min(...peers.map((peer) => ratio(rounds["kit"]!, rounds[peer] ?? []).median))
          return Number.isNaN(least) ? "" : bold(least, least >= leastOfPeers)
        })
      ]
    })
  )
}

const workersTable = (results: ReadonlyArray<Result>) =>
  markdownTable(
    ["work", "connections", "one, a second", "two, a second", "ratio", "CPU µs, one and two"],
    against(results, "kit2").map(({ work, connections, kit, other }) => [
      work,
      String(connections),
      number(summary(kit).perSecond),
      number(summary(other).perSecond),
      shownRatio(ratio(other, kit)),
      `${number(summary(kit).cpuMicros)}, ${number(summary(other).cpuMicros)}`
    ])
  )

const embeddedTable = (results: ReadonlyArray<Result>) =>
  markdownTable(
    ["work", "connections", "kit /s", "p50 ms", "p99 ms"],
    results.flatMap(({ work, connections, rounds }) => {
      const kit = rounds["kit"]
      if (kit === undefined) return []
      const { perSecond, p50, p99 } = summary(kit)
      return [[work, String(connections), number(perSecond), p50.toFixed(1), p99.toFixed(1)]]
    })
  )

const intro = () =>
  `[tooling/bench](../tooling/bench/README.md) wrote this page on ${new Date().toISOString().slice(0, 10)}, on ${availableParallelism()} shared cores with Node ${process.versions.node}, with
PostgreSQL and the load on the same machine. Compare ratios, not figures: subjects took turns in one run. Brackets have the least
and the most of the rounds. Every answer was checked.`

/** docs/performance.md: the summary. */
export const page = ({ runs, notes }: Measured): string => `# Performance

How fast the operations are, compared with a server written by hand and with other libraries. The *kit* is this project, with
everything on. The *floor* is \`node:http\` and \`pg\`, written by hand, without credentials, scopes, validation or envelope.

${intro()}

## Targets

How many times as fast the kit is as the floor, and as the fastest of the servers that do the same with other libraries, at 32
connections, in ${runs.length} runs one after the other. Missed targets are bold.

${targetsTable(runs)}

![How many times as fast the kit is as the floor](performance.svg)

${notes.summary.trim()}
`

/** docs/performance-growth.md. */
export const growthPage = ({ growth }: Measured): string => `# Performance as data grows

How long each operation takes as definitions, revisions, references, pages and projects grow, over HTTP from 4 connections. A
ratio over its bound of 1.3 is bold (law P8). [Performance](performance.md) has the summary.

${intro()}

${growthTables(growth)}
`

/** docs/performance-operations.md. */
export const operationsPage = ({ runs, embedded, workers, ceiling, starts, notes }: Measured): string => {
  const first = runs[0]!
  return `# Performance of operations

Each operation at 1, 32 and 256 connections, next to a server written by hand, other libraries and PostgreSQL by itself.
[Performance](performance.md) has the summary.

${intro()}

## Against a hand-written floor

The floor is \`node:http\` and \`pg\` with one prepared statement per operation, without credential, scopes, validation or
envelope. CPU is that of the server's process per request, with the floor's in brackets. The table has the first run:

${floorTable(first)}

## Against servers that do the same

The other servers look up a credential, check scopes and validate input, too. How many times as fast the kit is, at 32
connections, in the first run:

${peersTable(first)}

${notes.oneConnection.trim()}

## What the database can do

\`pgbench\` with the floor's statements, prepared, directly on the database:

${ceilingTable(ceiling)}

## Two processes

\`--workers 2\` next to one process, on the same two cores as PostgreSQL and the load: how many times as fast two are.

${workersTable(workers)}

${notes.workers.trim()}

## Start, import and memory

${startsTables(starts)}

${notes.starts.trim()}

## On PGlite

The embedded default, one process and one session:

${embeddedTable(embedded)}
`
}
