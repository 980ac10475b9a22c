import type { PagePaint } from "./console/browser.ts"
import type { CrowdRound } from "./console/crowd.ts"
import type { PageTime } from "./console/pages.ts"
import { markdownTable } from "./markdown.ts"
import { quantile } from "./quantile.ts"

interface OfDatabase {
  readonly pages: ReadonlyArray<PageTime>
  readonly crowd: ReadonlyArray<CrowdRound>
}

/** Everything that is measured of the console. */
export interface ConsoleResults {
  /** How many processes the machine had to run when it began, as `uptime` tells. */
  readonly load: number
  readonly postgres: OfDatabase
  readonly pglite: OfDatabase
  readonly browser: { readonly paint: ReadonlyArray<PagePaint>; readonly rows: ReadonlyArray<number> } | undefined
}

const median = (values: ReadonlyArray<number>) => quantile(values, 0.5)

const spread = (values: ReadonlyArray<number>, most: number, digits: number) => {
  if (values.length === 0) return ""
  const [middle, ...ends] = [median(values), Math.min(...values), Math.max(...values)].map((each) =>
    each.toFixed(digits)
  )
  const text = `${middle} (${ends.join(" to ")})`
  return median(values) <= most ? text : `**${text}**`
}

/** What the list of an earlier commit is called, which the others are compared with where it takes part. */
export const before = "list, before"

const pagesTable = (name: string, { pages }: OfDatabase) => {
  const compared = pages.find((page) => page.name === before)
  const ratios = (own: ReadonlyArray<number>, others: ReadonlyArray<number> | undefined) =>
    others === undefined ? [] : own.map((millis, round) => millis / others[round]!)
  return markdownTable(
    [`page, on ${name}`, "p50 ms", "p95 ms", "p95 to the list before, ≤ 2", "CPU ms", "to the list before"],
    pages.map((page) => [
      page.name,
      spread(page.p50, Infinity, 1),
      spread(page.p95, Infinity, 1),
      spread(ratios(page.p95, compared?.p95), 2, 2),
      page.cpu.toFixed(1),
      compared === undefined ? "" : (page.cpu / compared.cpu).toFixed(2)
    ])
  )
}

const crowdTable = (databases: Readonly<Record<string, OfDatabase>>) =>
  markdownTable(
    [
      "reads of the API, beside 32 people who look at pages",
      "p99 idle",
      "p99 meanwhile",
      "ratio, ≤ 1.5",
      "pages a second",
      "page p95"
    ],
    Object.entries(databases).map(([name, { crowd }]) => [
      name,
      spread(
        crowd.map(({ idle }) => idle.p99),
        Infinity,
        1
      ),
      spread(
        crowd.map(({ visited }) => visited.p99),
        Infinity,
        1
      ),
      spread(
        crowd.map(({ idle, visited }) => visited.p99 / idle.p99),
        1.5,
        2
      ),
      spread(
        crowd.map(({ pagesPerSecond }) => pagesPerSecond),
        Infinity,
        0
      ),
      spread(
        crowd.map(({ pageP95 }) => pageP95),
        Infinity,
        0
      )
    ])
  )

const kibibytes = (bytes: number, most: number) => {
  const text = (bytes / 1024).toFixed(1)
  return bytes <= most * 1024 ? text : `**${text}**`
}

const paintTable = (pages: ReadonlyArray<PagePaint>) =>
  markdownTable(
    [
      "page, in Chromium with a processor 6 times slower",
      "first contentful paint, ms",
      "longest interaction, ms",
      "of which delay, ms",
      "script, KiB, ≤ 60",
      "style, KiB"
    ],
    pages.map(({ name, paint, interaction, delay, script, style }) => [
      name,
      spread(paint, Infinity, 0),
      spread(interaction, Infinity, 0),
      spread(delay, Infinity, 0),
      kibibytes(script, 60),
      kibibytes(style, Infinity)
    ])
  )

const rowsTable = (millis: ReadonlyArray<number>) =>
  markdownTable(
    ["rows after a change in the builder, on PGlite with the demo", "p50 ms", "p95 ms, ≤ 300"],
    [[`${millis.length} changes`, median(millis).toFixed(0), spread([quantile(millis, 0.95)], 300, 0)]]
  )

/** The tables of what was measured of the console; what misses its target is bold. */
export const consoleTables = ({ load, postgres, pglite, browser }: ConsoleResults): string =>
  [
    `Load of the machine at the beginning: ${load.toFixed(1)}.`,
    pagesTable("PostgreSQL", postgres),
    pagesTable("PGlite", pglite),
    crowdTable({ PostgreSQL: postgres, PGlite: pglite }),
    ...(browser === undefined ? [] : [paintTable(browser.paint), rowsTable(browser.rows)])
  ].join("\n\n")

/** docs/console-performance.md. */
export const consolePage = (results: ConsoleResults, notes: string): string =>
  `# Performance of the console

How long pages of the console take on the server and in a slow browser, and how much they slow down the API.

${notes.trim()}

${consoleTables(results)}
`
