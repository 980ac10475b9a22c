import { markdownTable } from "./markdown.ts"
import { atLeast, atMost, median, number, shown, type Target } from "./targets.ts"
import type { Disk, IngestionRound } from "./traces/ingestion.ts"
import type { TracesRead } from "./traces/reads.ts"

/** Everything that is measured of traces. */
export interface TracesResults {
  readonly ingestion: ReadonlyArray<IngestionRound>
  readonly memory: { readonly started: number; readonly peak: number; readonly requestBytes: number }
  readonly disk: ReadonlyArray<Disk>
  readonly reads: ReadonlyArray<TracesRead>
}

const ingestionTable = (rounds: ReadonlyArray<IngestionRound>) => {
  const of = (value: (round: IngestionRound) => number) => rounds.map(value)
  const ratio = (name: string, values: ReadonlyArray<number>, target: string, isMet: Target) => [
    name,
    shown({ values, isMet }),
    target
  ]
  return markdownTable(
    ["ingestion, ratios of turns", "measured", "target"],
    [
      ratio(
        "512 spans a request, 4 connections, to COPY",
        of(({ kit, copy }) => kit / copy),
        "≥ 0.5",
        atLeast(0.5)
      ),
      ratio(
        "the same to the floor",
        of(({ kit, floor }) => kit / floor),
        "≥ 0.9",
        atLeast(0.9)
      ),
      ratio(
        "decoding and mapping, of a request's time",
        of(({ decodingShare }) => decodingShare),
        "≤ 0.25",
        atMost(0.25)
      ),
      ratio(
        "1 span a request, 32 connections, to 512",
        of(({ single, kit }) => single / kit),
        "≥ 0.2",
        atLeast(0.2)
      ),
      ratio(
        "PGlite to PostgreSQL",
        of(({ pglite, kit }) => pglite / kit),
        "≥ 0.4",
        atLeast(0.4)
      )
    ]
  )
}

const ratesTable = (rounds: ReadonlyArray<IngestionRound>) => {
  const names = {
    kit: "512 spans a request, 4 connections",
    floor: "the floor, in the same way",
    copy: "COPY into a plain table, 4 connections",
    single: "1 span a request, 32 connections",
    pglite: "512 spans a request, on PGlite",
    decoding: "decoding and mapping alone, one thread"
  } as const
  return markdownTable(
    ["spans a second", "median", "least", "most"],
    Object.entries(names).map(([key, name]) => {
      const values = rounds.map((round) => round[key as keyof typeof names])
      return [name, number(median(values)), number(Math.min(...values)), number(Math.max(...values))]
    })
  )
}

const diskTable = (disks: ReadonlyArray<Disk>) =>
  markdownTable(
    ["bytes a span", "sent", "heads", "facts", "bodies", "disk to sent, ≤ 0.4"],
    disks.map(({ texts, sent, heads, facts, chunks }) => {
      const share = (heads + facts + chunks) / sent
      return [
        texts === "conversation" ? "conversations" : "texts that share nothing",
        ...[sent, heads, facts, chunks].map(number),
        share <= 0.4 ? share.toFixed(2) : `**${share.toFixed(2)}**`
      ]
    })
  )

const readsTable = (reads: ReadonlyArray<TracesRead>) => {
  const sizes = reads[0]!.points.map(({ spans }) => spans)
  return markdownTable(
    [
      "read, 4 connections, p50 in ms",
      ...sizes.map((size) => `${number(size)} spans`),
      "growth, ≤ 1.3",
      "floor",
      "to the floor, ≥ 1.0"
    ],
    reads.map(({ name, points, floor }) => {
      const [smallest, largest] = [points[0]!.rounds, points.at(-1)!.rounds]
      return [
        name,
        ...points.map(({ rounds }) => median(rounds).toFixed(2)),
        shown({ values: largest.map((millis, n) => millis / smallest[n]!), isMet: atMost(1.3) }),
        median(floor).toFixed(2),
        shown({ values: largest.map((millis, n) => floor[n]! / millis), isMet: atLeast(1) })
      ]
    })
  )
}

const megabytes = (value: number) => `${number(value)} MB`

/** The tables of what was measured of traces; what misses its target is bold. */
export const tracesTables = ({ ingestion, memory, disk, reads }: TracesResults): string =>
  [
    ingestionTable(ingestion),
    ratesTable(ingestion),
    diskTable(disk),
    markdownTable(
      ["resident memory", "", "at most"],
      [
        ["started", megabytes(memory.started), ""],
        [
          `the most, 32 connections with requests of ${(memory.requestBytes / 1e6).toFixed(1)} MB`,
          memory.peak <= 400 ? megabytes(memory.peak) : `**${megabytes(memory.peak)}**`,
          "400 MB"
        ]
      ]
    ),
    readsTable(reads)
  ].join("\n\n")

/** docs/performance-traces.md: what is known about the tables, as Markdown, and the tables. */
export const tracesPage = (results: TracesResults, notes: string): string =>
  `# Performance of traces

How fast spans are stored, what they take on disk and in memory, and how long reads take at 100,000 and 1,000,000 spans.

${notes.trim()}

## Measurements

${tracesTables(results)}
`
